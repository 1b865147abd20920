/** The first page of a crawl with a text, which its duplicates name. */
export const originalsOfTexts = ["ALTER TABLE gleaner.texts ADD COLUMN url text"]
