import type { JobStats } from "../../domain/job/Job.ts"

/** The counters of a job as text. */
export const statsText = ({ crawled, duplicates, failed, pending, skipped, stored }: JobStats): string =>
  `${crawled} crawled, ${stored} stored, ${failed} failed, ${skipped} skipped, ${duplicates} duplicates, ${pending} pending`
