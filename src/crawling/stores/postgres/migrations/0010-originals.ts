/** The pages of a crawl that later ones may resemble, by the identity of their article, in their order. */
export const originals = [
  `CREATE TABLE gleaner.originals (
    job int NOT NULL, place int NOT NULL, identity bigint NOT NULL, simhash bigint NOT NULL, url text NOT NULL,
    PRIMARY KEY (job, identity, place)
  )`
]
