/** The pages of a crawl that later ones may resemble, by the identity of their article, in their order. */
export const originals = [
  `CREATE TABLE gleaner.originals (
    job int NOT NULL, place int NOT NULL, identity bigint NOT NULL, simhash bigint NOT NULL, url text NOT NULL,
    PRIMARY KEY (job, identity, place)
  )`
]

/** The first page of a crawl with a text, which its duplicates name. */
export const originalsOfTexts = ["ALTER TABLE gleaner.texts ADD COLUMN url text"]
