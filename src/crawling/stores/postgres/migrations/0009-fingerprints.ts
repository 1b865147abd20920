/** Fingerprints of documents. A document of an earlier version has none. */
export const fingerprints = [
  "ALTER TABLE gleaner.documents ADD COLUMN fingerprint bytea",
  // Hashes do not compress.
  "ALTER TABLE gleaner.documents ALTER fingerprint SET STORAGE EXTERNAL"
]
