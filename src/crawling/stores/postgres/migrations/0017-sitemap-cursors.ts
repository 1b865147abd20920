/** Number of URLs of a job that wait and are no pages, but places in sitemaps. */
export const sitemapCursors = ["ALTER TABLE gleaner.jobs ADD COLUMN cursors int NOT NULL DEFAULT 0"]
