import { Effect } from "effect"
import { type JobError, undatedCode } from "../../../core/domain/job/Job.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { counted } from "../../../core/kernel/counted.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import type { CrawlRules } from "../model/CrawlRules.ts"
import type { SitemapsRead, SitemapUrls } from "../model/VisitRecord.ts"
import type { Requester, Sitemaps } from "./Sitemaps.ts"

export interface SitemapsRequest {
  readonly requester: Requester
  readonly rules: CrawlRules
  readonly site: URL
  /** The name of the seed whose scope decides. */
  readonly seed?: string
  /** Names of the page of the seed. */
  readonly known: ReadonlyArray<string>
  readonly credentials: SiteCredentials | undefined
  /** Receives the dates of the listed URLs, by their names. */
  readonly lastmods?: Map<string, number>
}

export interface SitemapsFound extends SitemapsRead {
  /** Whether they list the seed. */
  readonly isListed: boolean
  /** Whether they list no URL that the rules admit, of any date. */
  readonly isEmpty: boolean
}

/**
 * URLs of the site's sitemaps that the rules admit, up to the budget. They are read during the visit of the seed,
 * because settling a page sends no requests.
 */
export const readSitemaps = Effect.fnUntraced(function*(
  sitemaps: Sitemaps["Service"],
  { credentials, known, lastmods, requester, rules, seed, site }: SitemapsRequest,
  { frontierUrls }: Pick<Settings["Service"], "frontierUrls">
): Effect.fn.Return<SitemapsFound> {
  const { delay_ms, max_pages, max_sitemaps, modified_since, source } = rules.options
  const since = modified_since === undefined ? undefined : Date.parse(modified_since)
  const own = new Set([...known, rules.nameOf(site)])
  let undated = 0
  let isListed = false
  let isEmpty = true
  const names = new Set<string>()
  // The seed takes one, unless it is not fetched.
  const capacity = Math.min(source === "sitemaps" ? max_pages : max_pages - 1, frontierUrls)
  const listed: Array<SitemapUrls> = []
  const errors: Array<Omit<JobError, "at">> = []
  const isNew = (name: string) => !own.has(name) && !names.has(name) && rules.admits(name, new URL(name), seed)
  const isWanted = (date: number | undefined): boolean => {
    if (since === undefined) return true
    if (date === undefined) undated++
    return date !== undefined && startOf(date) >= since
  }
  if (capacity === 0) return { listed, errors, isEmpty, isListed }
  yield* sitemaps.read(site, requester, {
    files: max_sitemaps,
    credentials,
    ...compact({ delay: delay_ms }),
    take: (urls, sitemap, dates) =>
      Effect.sync(() => {
        const listedNames = urls.map(rules.nameOfLink)
        const fresh = listedNames.filter((name, index) => {
          const isOwn = own.has(name)
          if (!isOwn && !isNew(name)) return false
          isEmpty = false
          if (!isWanted(dates[index])) return false
          if (isOwn) isListed = true
          else names.add(name)
          return !isOwn
        })
        for (const [index, name] of listedNames.entries()) {
          const date = dates[index]
          if (date !== undefined) lastmods?.set(name, date)
        }
        if (fresh.length > 0) listed.push({ sitemap, urls: fresh })
        return names.size < capacity
      }),
    failed: (error) => Effect.sync(() => void errors.push(error))
  })
  return {
    listed,
    isEmpty,
    isListed,
    errors: undated === 0 ? errors : [...errors, { url: site.href, code: undatedCode, message: undatedNote(undated) }]
  }
})

/** The start of the day in UTC for a date without a time, which `SitemapEntries` has as the end of that day anywhere. */
const startOf = (date: number): number => date % dayMillis === dayEnd ? date - dayEnd - dayMillis : date

const dayMillis = 86_400_000
/** 23:59:59 at UTC-12, as time of the next day in UTC. */
const dayEnd = 43_199_000

const undatedNote = (count: number): string =>
  `modified_since: ${counted(count, "URL")} of sitemaps without a date left out.`
