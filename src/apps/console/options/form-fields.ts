import { type ApiOption, fieldsOf } from "./option-fields.ts"

/** A constant that the build of the console inserts. */
declare const apiOptions: Readonly<Record<"scrape" | "crawl" | "batch" | "discover", ReadonlyArray<ApiOption>>>

const { batch, crawl, discover, scrape } = apiOptions

export const batchFields = fieldsOf(batch)
export const crawlFields = fieldsOf(crawl)
export const discoverFields = fieldsOf(discover)
export const scrapeFields = fieldsOf(scrape)
