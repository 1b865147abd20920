/**
 * For filters of the ledger. The change is found by its text, which also rows of earlier versions have: JSON with a NUL
 * in one of its texts is valid, and Postgres cannot read it.
 */
export const ledgerFilters = [
  `CREATE INDEX ledger_by_change ON gleaner.ledger (job, (substring(more FROM '"change":"([a-z]+)"')), n)
    WHERE more LIKE '%"change":"%'`
]
