/** Since when a running job has its slot. Null while it is parked. */
export const slots = [
  "ALTER TABLE gleaner.jobs ADD COLUMN slot_at timestamptz",
  "UPDATE gleaner.jobs SET slot_at = clock_timestamp() WHERE status = 'running'"
]
