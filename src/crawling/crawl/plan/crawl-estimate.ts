import { DateTime, Option } from "effect"
import type { CrawlPlan } from "../../../core/domain/job/CrawlPlan.ts"
import { type CrawlOptions, notesOf, undatedCode } from "../../../core/domain/job/Job.ts"
import { readsSitemaps } from "../../../core/domain/options/CrawlSource.ts"
import { registrableDomain } from "../../../core/domain/WebUrl.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { ReadPage } from "../../../page/projections.ts"
import type { CrawlRules } from "../model/CrawlRules.ts"
import { perDomain } from "../model/frontier-bounds.ts"
import { nothingListed } from "../model/VisitRecord.ts"
import type { SitemapsFound } from "./read-sitemaps.ts"
import { startOfDate } from "./TakenUrls.ts"

/** The part of a plan that is known before a page is read. */
export type PlanStart = Omit<CrawlPlan, "notes">

export interface PlannedPages {
  /** The site of the seed, after its redirects. */
  readonly site: URL
  /** None if the time was over. */
  readonly found: Option.Option<Pick<SitemapsFound, "errors" | "isEmpty" | "isListed" | "listed">>
  readonly lastmods: ReadonlyMap<string, number>
  readonly earlier: EarlierNames
  /** Whether the robots.txt that are known allow a URL: that of the seed, and that of the site. */
  readonly isAllowed: (url: URL) => boolean
}

export interface EarlierNames {
  readonly names: ReadonlyArray<string>
  /** Pages among them that are not due, with `adaptive`. */
  readonly unrequested: ReadonlySet<string>
}

/**
 * The plan of a crawl. `page`: the seed, or with source sitemaps the first listed page. Undefined: it cannot be read.
 */
export const crawlEstimate = (
  start: PlanStart,
  page: ReadPage<"links"> | undefined,
  rules: CrawlRules,
  { earlier: { names: earlier, unrequested }, found, isAllowed, lastmods, site }: PlannedPages
): CrawlPlan => {
  const { options } = rules
  const own = rules.nameOf(site)
  const isFromSitemaps = options.source === "sitemaps"
  const isFailing = !isFromSitemaps && page !== undefined && page.status >= 400
  const names = isFromSitemaps || page === undefined || isFailing
    ? []
    : page.links.map(({ url }) => rules.nameOfLink(url))
  const links = new Set(names.filter((name) => name !== own && rules.admits(name, new URL(name))))
  const listed = new Set(Option.isNone(found) ? [] : found.value.listed.flatMap(({ urls }) => urls))
  const isSeedFetched = !isFromSitemaps || Option.isSome(found) && found.value.isListed
  const isFetched = (name: string): boolean => !unrequested.has(name) && isAllowed(new URL(name))
  const requested = new Set([...(options.max_depth > 0 ? links : []), ...listed, ...earlier])
  const known = new Set([...(isSeedFetched ? [own] : []), ...[...requested].filter(isFetched)])
  const { notes, pages } = reach(options, found, { links: links.size, more: listed.size + earlier.length }, known.size)
  const busiest = pages * shareOf(known, registrableDomain(site.hostname))
  return {
    ...start,
    sitemap_urls: listed.size,
    ...compact({ lastmod: datesOf(listed, lastmods) }),
    links: links.size,
    pages,
    finish_seconds: finish(busiest, start.delay_seconds, page === undefined ? 0 : fetchSeconds(page), options),
    notes: [
      ...notesOf(options),
      ...notes,
      ...(Option.isNone(found) ? [unread] : found.value.errors.filter(isNote).map(({ message }) => message)),
      ...(isFailing ? [failing(page.status)] : [])
    ]
  }
}

/**
 * The number of pages within the budget. Pages deeper than the links of the seed are known only by sitemaps or an
 * earlier job.
 */
const reach = (
  options: CrawlOptions,
  found: PlannedPages["found"],
  { links, more }: { readonly links: number; readonly more: number },
  known: number
): { readonly pages: number; readonly notes: ReadonlyArray<string> } => {
  const { max_depth, max_pages, since, source } = options
  const pages = Math.min(max_pages, known)
  if (source === "sitemaps") {
    if (Option.isNone(found)) return { pages: max_pages, notes: [guessed] }
    return { pages, notes: found.value.isEmpty ? [nothing] : [] }
  }
  if (max_depth <= 1 && !readsSitemaps(options) && since === undefined) return { pages, notes: [] }
  if (more > 0) return { pages, notes: known < max_pages && max_depth > 0 ? [counted] : [] }
  if (max_depth <= 1 || links === 0) return { pages, notes: [] }
  return { pages: max_pages, notes: known < max_pages ? [guessed] : [] }
}

const datesOf = (listed: ReadonlySet<string>, lastmods: ReadonlyMap<string, number>): CrawlPlan["lastmod"] => {
  let [urls, oldest, newest] = [0, Infinity, -Infinity]
  for (const name of listed) {
    const date = lastmods.get(name)
    if (date === undefined) continue
    urls++
    oldest = Math.min(oldest, startOfDate(date))
    newest = Math.max(newest, startOfDate(date))
  }
  return urls === 0 ? undefined : { urls, oldest: dayOf(oldest), newest: dayOf(newest) }
}

/** As YYYY-MM-DD in UTC. */
const dayOf = (millis: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(millis))

const isNote = ({ code }: { readonly code: string }): boolean => code === undatedCode

const nothing = `The crawl would fail: ${nothingListed.detail}`
const unread = "The sitemaps could not be read in time, so they are left out."
const failing = (status: number): string => `The seed answers ${status}, so its links are not followed.`
const guessed = "The size of the site is unknown, so the plan assumes `max_pages`; the crawl may finish earlier."
const counted =
  "Pages that neither the seed nor the sitemaps nor an earlier job list are not counted: the crawl may find more."

/** The share of the domain with the most pages, which decides about the time. Domains are fetched in parallel. */
const shareOf = (known: ReadonlySet<string>, own: string): number => {
  const counts = new Map([[own, 0]])
  for (const name of known) {
    const domain = registrableDomain(new URL(name).hostname)
    counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  return Math.max(...counts.values()) / Math.max(1, known.size)
}

const fetchSeconds = ({ timings }: ReadPage<"links">): number =>
  (timings.find(({ name }) => name === "fetch")?.elapsed_ms ?? 0) / 1000

/** With a delay there is one request at a time, and the delay begins at its end. */
const finish = (pages: number, delay: number, fetch: number, { concurrency }: CrawlOptions): number =>
  delay > 0
    ? pages * fetch + Math.max(0, pages - 1) * delay
    : pages * fetch / Math.min(perDomain, concurrency ?? perDomain)
