/** The view by which nodes of version 0.1 wrote the ledger. It had the addresses of rows, which only Postgres has. */
export const noLedgerView = ["DROP VIEW IF EXISTS gleaner.pages"]
