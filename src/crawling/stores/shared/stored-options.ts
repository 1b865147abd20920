import { crawlDefaults, type CrawlOptions, type Job, notesOf } from "../../../core/domain/job/Job.ts"

/** Decodes stored options. Options that are newer than the job have their defaults. */
export const storedOptions = (json: string): CrawlOptions => ({
  ...crawlDefaults,
  ...JSON.parse(json) as Partial<CrawlOptions> // written by us
})

/** Adds the notes that are derived from the options. */
export const optionsAndNotes = (json: string): Pick<Job, "notes" | "options"> => {
  const options = storedOptions(json)
  return { notes: notesOf(options), options }
}
