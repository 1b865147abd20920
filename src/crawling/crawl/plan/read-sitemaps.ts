import { Effect } from "effect"
import type { JobError } from "../../../core/domain/job/Job.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import type { CrawlRules } from "../model/CrawlRules.ts"
import { type CrawlCursor, cursorName, fileName } from "../model/SitemapCursor.ts"
import type { SitemapsRead, SitemapUrls } from "../model/VisitRecord.ts"
import type { Requester } from "./sitemap-files.ts"
import type { Sitemaps } from "./Sitemaps.ts"
import { TakenUrls } from "./TakenUrls.ts"

export interface SitemapsRequest {
  readonly cursor: CrawlCursor
  readonly requester: Requester
  readonly rules: CrawlRules
  /** Names of the page of the seed. */
  readonly known: ReadonlyArray<string>
  readonly credentials: SiteCredentials | undefined
  /** Receives the dates of the listed URLs, by their names. */
  readonly lastmods?: Map<string, number> | undefined
  /** Whether the crawl has read a file, by its `fileName`. */
  readonly isRead?: (name: string) => Effect.Effect<boolean>
  /** Reads as many files as the budget needs, not only the next ones. */
  readonly isWhole?: boolean
}

export interface SitemapsFound extends SitemapsRead {
  /** Where to read on. */
  readonly next: CrawlCursor | undefined
  /** Whether they list the seed. */
  readonly isListed: boolean
  /** Whether they, and those read before, list no URL that the rules admit, of any date. */
  readonly isEmpty: boolean
}

/**
 * The next URLs of the site's sitemaps that the rules admit: those of one file, or `batchUrls` of it, and never more
 * than the budget. They are read during a visit, because settling a page sends no requests.
 */
export const readSitemaps = Effect.fnUntraced(function*(
  sitemaps: Sitemaps["Service"],
  { credentials, cursor, isRead, isWhole = false, known, lastmods, requester, rules }: SitemapsRequest,
  { frontierUrls }: Pick<Settings["Service"], "frontierUrls">
): Effect.fn.Return<SitemapsFound> {
  const { delay_ms, max_pages, max_sitemaps, source } = rules.options
  // The seed takes one, unless it is not fetched.
  const budget = Math.min(source === "sitemaps" ? max_pages : max_pages - 1, frontierUrls)
  const capacity = isWhole ? budget : Math.min(budget, batchUrls)
  const taken = new TakenUrls(rules, cursor, known, capacity)
  if (capacity === 0) return { ...taken.found, next: undefined }
  const files: Array<string> = []
  const errors: Array<Omit<JobError, "at">> = []
  let isStopped = false
  const stopUnless = (goesOn: boolean): boolean => {
    isStopped ||= !goesOn
    return goesOn
  }
  const left = yield* sitemaps.read(cursor, requester, {
    files: Math.min(max_sitemaps, freeFiles + max_pages),
    credentials,
    isWanted: taken.isRecent,
    ...compact({ delay: delay_ms, isRead: isRead && ((url: string) => isRead(fileName(url))) }),
    take: (part, sitemap) =>
      Effect.sync(() => {
        taken.add(part, sitemap, lastmods)
        return stopUnless(!taken.isFull)
      }),
    fileEnded: (url) => {
      files.push(fileName(url))
      return stopUnless(isWhole || taken.isEmpty && files.length < filesAtOnce)
    },
    failed: (error) => Effect.sync(() => void errors.push(error))
  })
  if (left !== undefined && !isStopped) errors.push(cut(cursor.site, left.files))
  const next = left === undefined || !isStopped ? undefined : taken.cursorFrom(left)
  const isBudgetSpent = taken.isFull && capacity === budget
  const { listed, ...found } = taken.found
  return {
    ...found,
    next,
    files,
    errors: next === undefined || isBudgetSpent ? [...errors, ...taken.notes] : errors,
    listed: next === undefined || isWhole ? listed : withCursor(listed, cursorName(next), isBudgetSpent)
  }
})

/** URLs that one visit takes at most. The rest of a larger file is read later. */
const batchUrls = 10_000
/** Files without a URL for the crawl that one visit reads at most. */
const filesAtOnce = 20
/** Files that a crawl reads besides one for each page of its budget. Bounds the cost of indexes without end. */
const freeFiles = 100

/** URLs to be visited while the next file is requested. */
const lead = 100

/** Inserts the entry that reads on. It comes before the last URLs, unless the budget ends with these. */
const withCursor = (
  listed: ReadonlyArray<SitemapUrls>,
  name: string,
  isLast: boolean
): ReadonlyArray<SitemapUrls> => {
  const entry: SitemapUrls = { sitemap: "", urls: [name] }
  const last = listed.at(-1)
  if (last === undefined || isLast) return [...listed, entry]
  const end = last.urls.length - Math.min(lead, last.urls.length >> 1)
  const parts = [{ ...last, urls: last.urls.slice(0, end) }, entry, { ...last, urls: last.urls.slice(end) }]
  return [...listed.slice(0, -1), ...parts.filter(({ urls }) => urls.length > 0)]
}

const cut = (url: string, files: number): Omit<JobError, "at"> => ({
  url,
  code: "sitemaps_cut",
  message:
    `${files} requests for sitemaps have been sent, so the others are left out. Raise max_sitemaps, or max_pages.`
})
