/** Number of entries of a frontier that read sitemaps, which do not count as pages. */
export const sitemapCursors = ["ALTER TABLE gleaner.jobs ADD COLUMN cursors int NOT NULL DEFAULT 0"]
