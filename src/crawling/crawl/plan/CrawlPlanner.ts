import { Clock, Context, DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlPlan } from "../../../core/domain/job/CrawlPlan.ts"
import { type CrawlOptions, JobId, notesOf, undatedCode } from "../../../core/domain/job/Job.ts"
import { readsSitemaps } from "../../../core/domain/options/CrawlSource.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { registrableDomain } from "../../../core/domain/WebUrl.ts"
import { compact } from "../../../core/kernel/compact.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { PageReader } from "../../../page/PageReader.ts"
import type { ReadPage } from "../../../page/projections.ts"
import type { RobotsRules } from "../../../web/robots/RobotsRules.ts"
import { Visits } from "../../../web/visits/Visits.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { type CrawlRules, crawlRules } from "../model/CrawlRules.ts"
import { perDomain } from "../model/frontier-bounds.ts"
import { startOf } from "../model/SitemapCursor.ts"
import type { SitemapsRead } from "../model/VisitRecord.ts"
import { earlierPages } from "../revisit/EarlierPages.ts"
import { revisitsOf } from "../revisit/revisit-plan.ts"
import { readSitemaps } from "./read-sitemaps.ts"
import { type Requester, Sitemaps } from "./Sitemaps.ts"
import { startOfDate } from "./TakenUrls.ts"

/**
 * Plans a crawl without running it. Only robots.txt, the seed and, with `sitemaps`, the sitemaps of the site are
 * fetched, as politely as by the crawl.
 */
export class CrawlPlanner extends Context.Service<CrawlPlanner, {
  /** Fails if robots.txt cannot be fetched. A seed that cannot be read adds a note. */
  plan(
    owner: string,
    seed: URL,
    options: CrawlOptions,
    credentials?: SiteCredentials
  ): Effect.Effect<CrawlPlan, PageError | StoreUnavailable, RequestContext>
}>()("gleaner/crawling/crawl/plan/CrawlPlanner") {
  static readonly layerNoDeps = Layer.effect(
    CrawlPlanner,
    Effect.gen(function*() {
      const visits = yield* Visits
      const reader = yield* PageReader
      const sitemaps = yield* Sitemaps
      const store = yield* JobStore
      const settings = yield* Settings
      const sitemapTime = Duration.times(settings.requestTimeout, sitemapShare)

      const sitemapsOf = (
        requester: Requester,
        rules: CrawlRules,
        site: URL,
        credentials: SiteCredentials | undefined,
        lastmods: Map<string, number>
      ) =>
        readsSitemaps(rules.options)
          ? Effect.timeoutOption(
            readSitemaps(
              sitemaps,
              {
                requester,
                rules,
                cursor: { ...startOf(site.href), seed: rules.nameOf(site) },
                known: [],
                credentials,
                lastmods,
                isWhole: true
              },
              settings
            ),
            sitemapTime
          )
          : Effect.succeed(noSitemaps)

      const plan = Effect.fn("CrawlPlanner.plan")(function*(
        owner: string,
        seed: URL,
        options: CrawlOptions,
        credentials?: SiteCredentials
      ) {
        const robots = yield* visits.rulesFor(seed)
        if (robots.failure !== undefined) return yield* fault.transport(seed, robots.failure)
        const start = planStart(seed, robots, options, settings)
        if (!start.allowed) return { ...start, notes: [robots.status === "unreachable" ? unreachable : disallowed] }
        // Not from the cache: the plan is made of the time that the site takes.
        const planned = { ...credentials, ...compact({ language: options.language }), url: seed.href, use_cache: false }
        const read = yield* Effect.result(reader.read(planned, "links"))
        if (Result.isFailure(read)) return { ...start, notes: [`The seed cannot be read: ${read.failure.detail}`] }
        const page = read.success
        const rules = crawlRules(options, page.finalUrl)
        const lastmods = new Map<string, number>()
        const found = yield* sitemapsOf({ owner }, rules, new URL(page.finalUrl), credentials, lastmods)
        const earlier = yield* earlierNames(store, options, rules)
        return planOf(start, page, rules, { found, lastmods }, earlier)
      })

      return CrawlPlanner.of({ plan })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([PageReader.layerShared, Sitemaps.layer, Visits.layerShared])
  )
}

type Start = Omit<CrawlPlan, "notes">

const planStart = (
  seed: URL,
  robots: RobotsRules,
  { delay_ms = 0 }: CrawlOptions,
  { crawlDelayCap, domainDelay }: Settings["Service"]
): Start => ({
  url: seed.href,
  allowed: robots.isAllowed(seed),
  robots_line: robots.lineFor(seed),
  delay_seconds: Math.max(
    Duration.toSeconds(Duration.max(domainDelay, Duration.min(robots.crawlDelay, crawlDelayCap))),
    delay_ms / 1000
  ),
  sitemap_urls: 0,
  links: 0,
  pages: 0,
  finish_seconds: 0
})

interface Listing {
  /** None if the time was over. */
  readonly found: Option.Option<SitemapsRead>
  readonly lastmods: ReadonlyMap<string, number>
}

/** The plan of a crawl whose seed was read. */
const planOf = (
  start: Start,
  page: ReadPage<"links">,
  rules: CrawlRules,
  { found, lastmods }: Listing,
  { names: earlier, unrequested }: EarlierNames
): CrawlPlan => {
  const { options } = rules
  const site = new URL(page.finalUrl)
  const own = rules.nameOf(site)
  const isFailing = page.status >= 400
  const names = isFailing ? [] : page.links.map(({ url }) => rules.nameOfLink(url))
  const links = new Set(names.filter((name) => name !== own && rules.admits(name, new URL(name))))
  const listed = new Set(Option.isNone(found) ? [] : found.value.listed.flatMap(({ urls }) => urls))
  const isFollowed = options.max_depth > 0 && options.source !== "sitemaps"
  const requested = [...(isFollowed ? links : []), ...listed, ...earlier]
  const known = new Set([own, ...requested.filter((name) => !unrequested.has(name))])
  const { notes, pages } = reach(options, links.size, listed.size + earlier.length, known.size)
  const busiest = pages * shareOf(known, registrableDomain(site.hostname))
  return {
    ...start,
    sitemap_urls: listed.size,
    ...compact({ lastmod: datesOf(listed, lastmods) }),
    links: links.size,
    pages,
    finish_seconds: finish(busiest, start.delay_seconds, fetchSeconds(page), options),
    notes: [
      ...notesOf(options),
      ...notes,
      ...(Option.isNone(found) ? [unread] : found.value.errors.filter(isNote).map(({ message }) => message)),
      ...(isFailing ? [failing(page.status)] : [])
    ]
  }
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

interface EarlierNames {
  readonly names: ReadonlyArray<string>
  /** Pages among them that are not due, with `adaptive`. */
  readonly unrequested: ReadonlySet<string>
}

/** The pages of the job in `since`. */
const earlierNames = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  options: CrawlOptions,
  { admits }: CrawlRules
) {
  const { max_depth, since } = options
  const none: EarlierNames = { names: [], unrequested: new Set() }
  if (since === undefined) return none
  const earlier = yield* earlierPages(store, JobId.make(since)).pipe(
    // The request was checked, so that the job has expired only now. The plan leaves out its pages.
    Effect.catchTag("SinceGone", () => Effect.undefined)
  )
  if (earlier === undefined) return none
  const names = earlier.listed.flatMap(({ depth = 0, urls }) =>
    depth > max_depth ? [] : urls.filter((url) => admits(url, new URL(url)))
  )
  const now = yield* Clock.currentTimeMillis
  const plan = yield* inSlices(() => revisitsOf(earlier, options, now))
  return { names, unrequested: new Set(names.filter((name) => plan?.skips(name, undefined) !== undefined)) }
})

const noSitemaps = Option.some<SitemapsRead>({ listed: [], errors: [] })

/** Part of the timeout of a request. */
const sitemapShare = 0.75

const disallowed = "robots.txt disallows the seed, so the crawl would fail."
const unreachable = "robots.txt answers with an error, so nothing on the site may be fetched."
const unread = "The sitemaps could not be read in time, so they are left out."
const failing = (status: number): string => `The seed answers ${status}, so its links are not followed.`
const guessed = "The size of the site is unknown, so the plan assumes `max_pages`; the crawl may finish earlier."
const counted =
  "Pages that neither the seed nor the sitemaps nor an earlier job list are not counted: the crawl may find more."

/**
 * The number of pages within the budget. Pages deeper than the links of the seed are known only by sitemaps or an
 * earlier job.
 */
const reach = (
  { max_depth, max_pages, since, sitemaps }: CrawlOptions,
  links: number,
  listed: number,
  known: number
): { readonly pages: number; readonly notes: ReadonlyArray<string> } => {
  const shallow = 1 + (max_depth > 0 ? links : 0)
  if (max_depth <= 1 && !sitemaps && since === undefined) return { pages: Math.min(max_pages, shallow), notes: [] }
  if (listed > 0) return { pages: Math.min(max_pages, known), notes: known < max_pages ? [counted] : [] }
  if (max_depth <= 1 || links === 0) return { pages: Math.min(max_pages, shallow), notes: [] }
  return { pages: max_pages, notes: shallow < max_pages ? [guessed] : [] }
}

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
