import { Result } from "effect"
import { maxRows } from "../../contract/api/Paging.ts"
import type { CallOptions, GleanerClient, Job, LedgerRow } from "../../contract/client/index.ts"
import { parseRequestUrl } from "../../core/domain/WebUrl.ts"
import { compact } from "../../core/kernel/compact.ts"
import { changeField, documentsFrom, firecrawlDocument, type readingOptions } from "./documents.ts"

export const isTracked = ({ options }: Job): boolean => options.fields?.includes(changeField) === true

/** Whether the options of a page ask for the format changeTracking. */
export const isCompared = ({ fields }: Pick<ReturnType<typeof readingOptions>, "fields">): boolean =>
  fields?.includes(changeField) === true

type Compared =
  & Pick<Job["options"], "include_selectors" | "exclude_selectors" | "language" | "actions" | "page_actions">
  & { readonly max_depth?: number }

/**
 * The last finished job of this URL with the format changeTracking and the same options for the text of its pages: a
 * crawl, or a scrape with a `max_depth` of 0.
 */
export const earlierCrawl = async (
  client: GleanerClient,
  url: string,
  options:
    & Omit<ReturnType<typeof readingOptions>, "language">
    & Pick<Compared, "page_actions" | "max_depth" | "language">,
  call: CallOptions
): Promise<string | undefined> => {
  const seed = Result.getOrUndefined(parseRequestUrl(url))?.href
  const comparable = (one: Omit<Compared, "max_depth">) =>
    JSON.stringify([one.include_selectors, one.exclude_selectors, one.language, one.actions, one.page_actions])
  const isScrape = options.max_depth === 0
  const { jobs } = await client.jobs.list({ ...call, limit: maxRows("jobs") })
  return jobs.find((job) =>
    isTracked(job) && job.status === "done" && job.url === seed && (job.options.max_depth === 0) === isScrape
    && comparable(job.options) === comparable(options)
  )?.id
}

/** Separates the cursor of the ledger from that of the documents. */
const separator = "~"

export const isChangesCursor = (after: string | undefined): boolean => after?.includes(separator) === true

/**
 * Pages of a crawl with their changes, in the order of its ledger: a new or changed page is a document, another one
 * only its address, because a crawl stores no page again. `next` is the cursor of the rows that follow.
 */
export const changes = async (
  client: GleanerClient,
  job: Job,
  after: string | undefined,
  limit: number,
  call: CallOptions
) => {
  const [ledgerAfter = "", documentsAfter = ""] = after?.split(separator) ?? []
  const list = await client.jobs.ledger(job.id, {
    ...call,
    limit,
    ...(ledgerAfter === "" ? {} : { after: ledgerAfter })
  })
  const rows = list.ledger
  // A row and its document are stored in one transaction, so both lists have one order.
  const stored = rows.filter(({ outcome }) => outcome === "stored").length
  const from = { after: documentsAfter === "" ? undefined : documentsAfter, limit: stored }
  const page = stored === 0 ? undefined : await documentsFrom(client, job.id, from, call)
  const documents = (page?.documents ?? []).values()
  const previousScrapeAt = await earlierTime(client, job, call)
  const data = rows.flatMap((row) => {
    const document = row.outcome === "stored" ? documents.next().value : undefined
    const change = row.change ?? (document === undefined ? undefined : "new")
    return change === undefined
      ? []
      : [{
        ...(document === undefined ? addressOf(row) : firecrawlDocument(document)),
        changeTracking: compact({
          changeStatus: change,
          visibility: change === "removed" ? "hidden" : "visible",
          previousScrapeAt: change === "new" ? undefined : previousScrapeAt
        })
      }]
  })
  const isFull = rows.length === limit && list.next_cursor !== null
  return {
    data,
    total: list.total,
    next: isFull ? `${list.next_cursor}${separator}${page?.next_cursor ?? documentsAfter}` : undefined
  }
}

const addressOf = ({ status, url }: LedgerRow) => ({ metadata: { sourceURL: url, url, statusCode: status } })

/** The time of the crawl that a job is compared with; undefined without one, or once that one has expired. */
export const earlierTime = async (client: GleanerClient, { options: { since } }: Job, call: CallOptions) => {
  const earlier = since === undefined ? undefined : await client.jobs.get(since, call).catch(() => undefined)
  return earlier === undefined ? undefined : new Date(earlier.created_at * 1000).toISOString()
}
