import { termVector } from "../term-vector.ts"

/**
 * The terms of pages, for jobs with an index. A page is found by the words of a `tsvector` that is only in the index,
 * because it is larger than the text. `origin`: the job whose document is unchanged.
 */
export const pageTerms = [
  `CREATE TABLE gleaner.page_terms (
    job int NOT NULL, place int NOT NULL, origin text, n int NOT NULL, length int NOT NULL, terms text NOT NULL,
    PRIMARY KEY (job, place)
  )`,
  // Searches read the list of pending entries from its beginning to its end.
  `CREATE INDEX page_terms_vector ON gleaner.page_terms USING gin ((${termVector}))
    WITH (fastupdate = on, gin_pending_list_limit = 256)`,
  "ALTER TABLE gleaner.jobs ADD COLUMN indexed int NOT NULL DEFAULT 0",
  "ALTER TABLE gleaner.jobs ADD COLUMN indexed_terms bigint NOT NULL DEFAULT 0"
]
