/**
 * Statements whose answer was lost run again: they find what they have done by their token. And the settings of a node
 * that the others are to share, as JSON.
 */
export const repeatable = [
  "CREATE INDEX webhooks_claim ON gleaner.webhooks (claim)",
  "ALTER TABLE gleaner.rates ADD COLUMN token bigint",
  "ALTER TABLE gleaner.nodes ADD COLUMN settings text"
]
