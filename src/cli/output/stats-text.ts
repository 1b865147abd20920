import type { JobStats } from "../../domain/job/Job.ts"

/** The counters of a job in words. */
export const statsText = ({ crawled, duplicates, failed, pending, skipped, stored }: JobStats): string =>
  `${crawled} crawled, ${stored} stored, ${failed} failed, ${skipped} skipped, ${duplicates} duplicates, ${pending} pending`
