import { crawlDefaults, type CrawlOptions, type Job, notesOf } from "../domain/job/Job.ts"

/**
 * Options as a store has kept them. An older version did not write those that it did not know: they have their
 * defaults.
 */
export const storedOptions = (json: string): CrawlOptions => ({
  ...crawlDefaults,
  ...JSON.parse(json) as Partial<CrawlOptions> // written by us
})

/** The same with the notes that follow from them. */
export const optionsAndNotes = (json: string): Pick<Job, "notes" | "options"> => {
  const options = storedOptions(json)
  return { notes: notesOf(options), options }
}
