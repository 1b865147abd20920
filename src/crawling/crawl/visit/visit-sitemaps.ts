import { Effect } from "effect"
import { readsSitemaps } from "../../../core/domain/options/CrawlSource.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import { type CrawlRules, crawlRules, nextBase } from "../model/CrawlRules.ts"
import type { Lease } from "../model/Frontier.ts"
import { type CrawlCursor, cursorOf, startOf } from "../model/SitemapCursor.ts"
import {
  nothingListed,
  type SitemapsRead,
  unlisted,
  type VisitOutcome,
  type VisitRecord
} from "../model/VisitRecord.ts"
import { readSitemaps, type SitemapsFound } from "../plan/read-sitemaps.ts"
import type { Sitemaps } from "../plan/Sitemaps.ts"
import { earlierRow } from "./known-page.ts"
import type { RunningCrawl } from "./RunningCrawl.ts"

interface SitemapServices {
  readonly sitemaps: Sitemaps["Service"]
  readonly settings: Settings["Service"]
}

/** Visits a page, and adds to its record what sitemaps list. */
type VisitPage<E, R> = (lease: Lease, sitemaps?: SitemapsRead) => Effect.Effect<VisitRecord, E, R>

/** The part of a record that the visit itself gives. */
export type VisitResult = Pick<VisitRecord, "chain" | "elapsed" | "outcome">

/** The record of a visit. */
export const visitOf = (
  { earlier }: RunningCrawl,
  { depth, foundOn, seq, url }: Lease,
  visited: VisitResult,
  sitemaps?: SitemapsRead
): VisitRecord => ({
  seq,
  url,
  depth,
  foundOn,
  ...visited,
  ...(earlier === undefined ? {} : { earlier: earlierRow(earlier.get(url)) }),
  ...compact({ sitemaps })
})

/** Visits a seed that is fetched only if a sitemap lists it. While none does, the reading goes on in the frontier. */
export const visitListedSeed = Effect.fnUntraced(function*<E, R>(
  visiting: SitemapServices,
  running: RunningCrawl,
  lease: Lease,
  visit: VisitPage<E, R>
) {
  const { seq, url } = lease
  const found = yield* siteListed(visiting, running, { chain: [], finalUrl: url, seq, url })
  return yield* seedVisit(running, lease, found, visit)
})

/** Visits an entry of the frontier that reads the next sitemaps, and the seed if they list it only now. */
export const visitSitemaps = Effect.fnUntraced(function*<E, R>(
  visiting: SitemapServices,
  running: RunningCrawl,
  lease: Lease,
  visit: VisitPage<E, R>
) {
  const cursor = cursorOf(lease.url)
  const rules = yield* running.frontier.rules
  const known = cursor.isSeedWanted === true ? [cursor.seed] : []
  const found = yield* listedBy(visiting, running, { cursor, known, rules })
  if (cursor.isSeedWanted !== true) return visitOf(running, lease, part, readOf(found))
  const visited = yield* seedVisit(running, { ...lease, url: cursor.seed }, found, visit)
  return { ...visited, entry: lease.url }
})

/** The seed is a page if the sitemaps list it, and none if they end without it. */
const seedVisit = <E, R>(
  running: RunningCrawl,
  lease: Lease,
  found: SitemapsFound,
  visit: VisitPage<E, R>
): Effect.Effect<VisitRecord, E, R> => {
  const read = readOf(found)
  if (found.isListed) return visit(lease, read)
  const outcome: VisitOutcome = found.next !== undefined ? part.outcome : found.isEmpty ? nothingListed : unlisted
  return Effect.succeed(visitOf(running, lease, { ...part, outcome }, read))
}

/** Adds the first URLs of the sitemaps and those of the earlier job to the visit of a seed. */
export const withListed = Effect.fnUntraced(function*(
  visiting: SitemapServices,
  running: RunningCrawl,
  visited: VisitRecord
) {
  const { outcome, seq } = visited
  const { earlier, task: { options } } = running
  const before = seq === 0 ? earlier?.listed : undefined
  if (outcome._tag !== "Page" || !readsSitemaps(options) && before === undefined) return visited
  const found = readsSitemaps(options)
    ? yield* siteListed(visiting, running, { ...visited, finalUrl: outcome.finalUrl })
    : none
  return { ...visited, sitemaps: { ...readOf(found), listed: [...before ?? [], ...found.listed] } }
})

/** URLs in the first sitemaps of a seed's site. Several seeds may have one. */
const siteListed = Effect.fnUntraced(function*(
  visiting: SitemapServices,
  running: RunningCrawl,
  { chain, finalUrl, seq, url }: Pick<VisitRecord, "chain" | "seq" | "url"> & { readonly finalUrl: string }
) {
  const { sites, task: { options } } = running
  const site = new URL(finalUrl)
  if (sites.has(site.origin)) return { ...none, isEmpty: false }
  sites.add(site.origin)
  const rules = crawlRules(options, nextBase(options, undefined, seq, finalUrl))
  const start = { ...startOf(site.href), seed: url }
  const cursor: CrawlCursor = options.source === "sitemaps" ? { ...start, isSeedWanted: true } : start
  return yield* listedBy(visiting, running, { cursor, known: [url, ...chain], rules })
})

const listedBy = (
  { settings, sitemaps }: SitemapServices,
  { credentialsFor, frontier, lastmods, task: { id, owner } }: RunningCrawl,
  request: { readonly cursor: CrawlCursor; readonly known: ReadonlyArray<string>; readonly rules: CrawlRules }
): Effect.Effect<SitemapsFound> => {
  // A file is read twice rather than never.
  const isRead = (name: string) => Effect.orElseSucceed(frontier.knows(name), () => false)
  return readSitemaps(
    sitemaps,
    { ...request, requester: { owner, job: id }, credentials: credentialsFor(request.cursor.site), lastmods, isRead },
    settings
  )
}

const readOf = ({ errors, files, listed }: SitemapsFound): SitemapsRead => ({ errors, listed, ...compact({ files }) })

const none: SitemapsFound = { listed: [], errors: [], next: undefined, isEmpty: true, isListed: false }

/** A part of a sitemap. */
const part: VisitResult = { chain: [], elapsed: 0, outcome: { _tag: "Sitemap" } }
