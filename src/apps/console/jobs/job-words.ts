import type { Job } from "../../../contract/client/index.ts"
import { givenOptions, optionInWords } from "../job/given-options.ts"
import { isBatch, jobLabel } from "../options/batch-job.ts"

/** The schedule and the run of a job that has one, else its kind. */
export const nameOf = (job: Job): string => {
  const { schedule_name, schedule_run } = job.options
  if (schedule_name !== undefined) return `${schedule_name}, run ${schedule_run ?? 1}`
  return isBatch(job) ? "Batch" : "Crawl"
}

/** The options by which a job differs from others of the same URL. The number of pages of a batch is that of its list. */
export const optionWords = (job: Job): ReadonlyArray<string> =>
  givenOptions(job).filter(([{ name }]) => name !== "max_pages" || !isBatch(job)).map(optionInWords)

/** Whether a job has all of these words in its name, its URL, its id or its options. */
export const matches = (job: Job, words: string): boolean => {
  const text = [nameOf(job), jobLabel(job), job.id, job.status, ...optionWords(job)].join(" ").toLowerCase()
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}
