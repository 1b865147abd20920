/** Tables by the names of what they hold. Nodes of the previous version write through views with the old names. */
export const domainTables = [
  "ALTER TABLE gleaner.gates RENAME TO domain_leases",
  "CREATE VIEW gleaner.gates AS SELECT * FROM gleaner.domain_leases",
  "ALTER TABLE gleaner.lines RENAME TO domain_queues",
  "ALTER INDEX gleaner.lines_ready RENAME TO domain_queues_ready",
  "ALTER INDEX gleaner.lines_resting RENAME TO domain_queues_delayed",
  "CREATE VIEW gleaner.lines AS SELECT * FROM gleaner.domain_queues"
]
