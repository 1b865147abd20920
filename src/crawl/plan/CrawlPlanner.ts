import { Context, Duration, Effect, Layer, Option, Result } from "effect"
import * as fault from "../../domain/errors/page-errors.ts"
import type { PageError } from "../../domain/errors/PageError.ts"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { CrawlPlan } from "../../domain/job/CrawlPlan.ts"
import { type CrawlOptions, JobId, notesOf } from "../../domain/job/Job.ts"
import type { SiteCredentials } from "../../domain/SiteCredentials.ts"
import { registrableDomain } from "../../domain/WebUrl.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import type { RequestContext } from "../../kernel/RequestContext.ts"
import { PageReader } from "../../page/PageReader.ts"
import type { ReadPage } from "../../page/projections.ts"
import type { RobotsRules } from "../../robots/RobotsRules.ts"
import { Settings } from "../../Settings.ts"
import { Visits } from "../../visits/Visits.ts"
import { perDomain } from "../frontier/frontier-bounds.ts"
import { earlierPages } from "../visit/EarlierPages.ts"
import type { SitemapsRead } from "../visit/VisitRecord.ts"
import { type CrawlRules, crawlRules } from "./CrawlRules.ts"
import { readSitemaps } from "./read-sitemaps.ts"
import { Sitemaps } from "./Sitemaps.ts"

/**
 * The plan of a crawl that is not run. Only robots.txt, the seed and, where the crawl reads them, the site's sitemaps
 * are fetched, as politely as by the crawl.
 */
export class CrawlPlanner extends Context.Service<CrawlPlanner, {
  /** `owner` is who asks. Fails if robots.txt cannot be had. A seed that cannot be read makes a note. */
  plan(
    owner: string,
    seed: URL,
    options: CrawlOptions,
    credentials?: SiteCredentials
  ): Effect.Effect<CrawlPlan, PageError | StoreUnavailable, RequestContext>
}>()("gleaner/crawl/plan/CrawlPlanner") {
  static readonly layer = Layer.effect(
    CrawlPlanner,
    Effect.gen(function*() {
      const visits = yield* Visits
      const reader = yield* PageReader
      const sitemaps = yield* Sitemaps
      const store = yield* JobStore
      const settings = yield* Settings
      const longest = Duration.times(settings.requestTimeout, sitemapShare)

      const delayOf = ({ crawlDelay }: RobotsRules) =>
        Duration.toSeconds(Duration.max(settings.domainDelay, Duration.min(crawlDelay, settings.crawlDelayCap)))

      const plan = Effect.fn("CrawlPlanner.plan")(function*(
        owner: string,
        seed: URL,
        options: CrawlOptions,
        credentials?: SiteCredentials
      ) {
        const robots = yield* visits.rulesFor(seed)
        if (robots.failure !== undefined) return yield* fault.transport(seed, robots.failure)
        const allowed = robots.isAllowed(seed)
        const start = {
          url: seed.href,
          allowed,
          robots_line: robots.lineFor(seed),
          delay_seconds: Math.max(delayOf(robots), (options.delay_ms ?? 0) / 1000),
          sitemap_urls: 0,
          links: 0,
          pages: 0,
          finish_seconds: 0
        }
        if (!allowed) return { ...start, notes: [robots.status === "unreachable" ? unreachable : disallowed] }
        // Not from the cache: the plan is made of the time that the site takes.
        const read = yield* Effect.result(reader.read({ ...credentials, url: seed.href, use_cache: false }, "links"))
        if (Result.isFailure(read)) return { ...start, notes: [`The seed cannot be read: ${read.failure.detail}`] }
        const page = read.success
        const rules = crawlRules(options, page.finalUrl)
        const own = rules.nameOf(new URL(page.finalUrl))
        const isFailing = page.status >= 400
        const links = new Set(
          (isFailing ? [] : page.links).map(({ url }) => rules.nameOfLink(url)).filter((name) =>
            name !== own && rules.admits(name, new URL(name))
          )
        )
        const site = new URL(page.finalUrl)
        const found = options.sitemaps
          ? yield* Effect.timeoutOption(
            readSitemaps(sitemaps, { requester: { owner }, rules, site, known: [own], credentials }, settings),
            longest
          )
          : noSitemaps
        const listed = new Set(
          Option.match(found, { onNone: () => [], onSome: (read) => read.listed.flatMap(({ urls }) => urls) })
        )
        const earlier = yield* earlierNames(store, options, rules)
        const known = new Set([own, ...(options.max_depth > 0 ? links : []), ...listed, ...earlier])
        const { notes, pages } = reach(options, links.size, listed.size + earlier.length, known.size)
        const domain = registrableDomain(site.hostname)
        return {
          ...start,
          sitemap_urls: listed.size,
          links: links.size,
          pages,
          finish_seconds: finish(pages * shareOf(known, domain), start.delay_seconds, fetchSeconds(page), options),
          notes: [
            ...notesOf(options),
            ...notes,
            ...(Option.isNone(found) ? [unread] : []),
            ...(isFailing ? [failing(page.status)] : [])
          ]
        }
      })

      return CrawlPlanner.of({ plan })
    })
  )
}

/** The pages of the job in `since`. They are fetched again, whether or not the seed links to them. */
const earlierNames = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  { max_depth, since }: CrawlOptions,
  { admits }: CrawlRules
) {
  if (since === undefined) return []
  const listed = yield* earlierPages(store, JobId.make(since)).pipe(
    Effect.map(({ listed }) => listed),
    // It was there when the request was checked. If it has expired since then, the plan does without its pages.
    Effect.catchTag("SinceGone", () => Effect.succeed([]))
  )
  return listed.flatMap(({ depth = 0, urls }) =>
    depth > max_depth ? [] : urls.filter((url) => admits(url, new URL(url)))
  )
})

const noSitemaps = Option.some<SitemapsRead>({ listed: [], errors: [] })

/** Part of the time for a request. */
const sitemapShare = 0.75

const disallowed = "robots.txt disallows the seed, so the crawl would fail."
const unreachable = "robots.txt answers with an error, so nothing on the site may be fetched."
const unread = "The sitemaps could not be read in time, so they are left out."
const failing = (status: number): string => `The seed answers ${status}, so its links are not followed.`
const guessed =
  "Pages may lead to pages that nobody lists yet, so the plan takes the whole budget: the crawl may end sooner."
const counted =
  "Pages that neither the seed nor the sitemaps nor an earlier job list are not counted: the crawl may find more."

/**
 * How many pages the budget reaches. What lies deeper than the links of the seed is known only by sitemaps or an earlier
 * job.
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

/** Other domains are fetched at the same time; the one with the most pages decides. */
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

/** With a delay there is one request at a time, and the delay begins when it has ended. */
const finish = (pages: number, delay: number, fetch: number, { concurrency }: CrawlOptions): number =>
  delay > 0
    ? pages * fetch + Math.max(0, pages - 1) * delay
    : pages * fetch / Math.min(perDomain, concurrency ?? perDomain)
