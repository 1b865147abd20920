import { Clock, Context, Duration, Effect, Layer, Option, Result } from "effect"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlPlan } from "../../../core/domain/job/CrawlPlan.ts"
import { type CrawlOptions, JobId } from "../../../core/domain/job/Job.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { PageReader } from "../../../page/PageReader.ts"
import type { RobotsRules } from "../../../web/robots/RobotsRules.ts"
import { Visits } from "../../../web/visits/Visits.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { Profiles } from "../../profiles/Profiles.ts"
import { credentialsBy, openProfile } from "../model/CrawlProfile.ts"
import { type CrawlRules, crawlRules } from "../model/CrawlRules.ts"
import { earlierPages } from "../revisit/EarlierPages.ts"
import { revisitsOf } from "../revisit/revisit-plan.ts"
import { crawlEstimate, type EarlierNames, type PlanStart } from "./crawl-estimate.ts"
import { noneFound, type PlannedCrawl, plannedReads } from "./planned-reads.ts"
import { Sitemaps } from "./Sitemaps.ts"

/**
 * Plans a crawl without running it. Only robots.txt, the seed and, if the crawl reads them, the sitemaps of the site
 * are fetched, as politely as by the crawl, and with its profile. With source sitemaps, the first listed page is read
 * in place of a seed that no sitemap lists.
 */
export class CrawlPlanner extends Context.Service<CrawlPlanner, {
  /** Fails if robots.txt cannot be fetched. A seed that cannot be read, or a login that fails, adds a note. */
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
      const { readLinks, readSources } = yield* plannedReads
      const store = yield* JobStore
      const profiles = yield* Profiles
      const settings = yield* Settings

      /** A crawl that begins with its seed. */
      const fromSeed = Effect.fnUntraced(function*(crawl: PlannedCrawl, seed: URL, robots: RobotsRules) {
        const { options, start } = crawl
        const read = yield* readLinks(crawl, seed)
        if (Result.isFailure(read)) return { ...start, notes: [`The seed cannot be read: ${read.failure.detail}`] }
        const site = new URL(read.success.finalUrl)
        const rules = crawlRules(options, site.href)
        const polite = yield* politeAt(visits, seed, robots, site)
        return crawlEstimate(
          { ...start, delay_seconds: delaySeconds(polite, options, settings) },
          read.success,
          rules,
          {
            site,
            ...(yield* readSources(crawl, rules, site)),
            earlier: yield* earlierNames(store, options, rules),
            isAllowed: polite.isAllowed
          }
        )
      })

      /** A crawl with source sitemaps, whose seed is a page only if they list it. */
      const fromSitemaps = Effect.fnUntraced(function*(crawl: PlannedCrawl, seed: URL, robots: RobotsRules) {
        const { options, start } = crawl
        const rules = crawlRules(options, seed.href)
        const sources = yield* readSources(crawl, rules, seed)
        const { isListed, listed } = Option.getOrElse(sources.found, () => noneFound)
        if (isListed && !start.allowed) return { ...start, notes: [disallowed] }
        const names = listed.flatMap(({ urls }) => urls).values().map((name) => new URL(name))
        const sample = isListed ? seed : names.find((url) => url.origin !== seed.origin || robots.isAllowed(url))
        const read = sample === undefined ? undefined : yield* readLinks(crawl, sample)
        if (isListed && read !== undefined && Result.isFailure(read)) {
          return { ...start, notes: [`The seed cannot be read: ${read.failure.detail}`] }
        }
        const page = read && Option.getOrUndefined(Result.getSuccess(read))
        const polite = yield* politeAt(visits, seed, robots, page === undefined ? seed : new URL(page.finalUrl))
        const earlier = yield* earlierNames(store, options, rules)
        return crawlEstimate({ ...start, delay_seconds: delaySeconds(polite, options, settings) }, page, rules, {
          site: seed,
          ...sources,
          earlier: { ...earlier, names: [] },
          isAllowed: polite.isAllowed
        })
      })

      const plan = Effect.fn("CrawlPlanner.plan")(function*(
        owner: string,
        seed: URL,
        options: CrawlOptions,
        credentials?: SiteCredentials
      ) {
        const robots = yield* visits.rulesFor(seed)
        if (robots.failure !== undefined) return yield* fault.transport(seed, robots.failure)
        const start = planStart(seed, robots, options, settings)
        if (robots.status === "unreachable") return { ...start, notes: [unreachable] }
        const isFromSitemaps = options.source === "sitemaps"
        if (!start.allowed && !isFromSitemaps) return { ...start, notes: [disallowed] }
        return yield* Effect.gen(function*() {
          const profile = options.profile === undefined
            ? undefined
            : yield* openProfile(profiles, owner, options.profile)
          const crawl = { owner, options, start, profile, credentialsFor: credentialsBy(profile, credentials) }
          return yield* isFromSitemaps ? fromSitemaps(crawl, seed, robots) : fromSeed(crawl, seed, robots)
        }).pipe(
          Effect.catchTag(
            "ProfileLost",
            ({ detail }) => Effect.succeed({ ...start, notes: [`The crawl would fail: ${detail}`] })
          )
        )
      })

      return CrawlPlanner.of({ plan })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([PageReader.layerShared, Profiles.layer, Sitemaps.layer, Visits.layerShared])
  )
}

/** The delay of the site of the page that was read, and the URLs that robots.txt of this site and of the seed's allow. */
const politeAt = Effect.fnUntraced(function*(visits: Visits["Service"], seed: URL, robots: RobotsRules, site: URL) {
  // Cached, because the page was read.
  const { crawlDelay, isAllowed } = site.origin === seed.origin ? robots : yield* visits.rulesFor(site)
  return {
    crawlDelay,
    isAllowed: (url: URL): boolean =>
      (url.origin !== seed.origin || robots.isAllowed(url)) && (url.origin !== site.origin || isAllowed(url))
  }
})

const planStart = (
  seed: URL,
  robots: RobotsRules,
  options: CrawlOptions,
  settings: Settings["Service"]
): PlanStart => ({
  url: seed.href,
  allowed: robots.isAllowed(seed),
  robots_line: robots.lineFor(seed),
  delay_seconds: delaySeconds(robots, options, settings),
  sitemap_urls: 0,
  links: 0,
  pages: 0,
  finish_seconds: 0
})

/** The delay in force on a site. */
const delaySeconds = (
  { crawlDelay }: Pick<RobotsRules, "crawlDelay">,
  { delay_ms = 0 }: CrawlOptions,
  { crawlDelayCap, domainDelay }: Settings["Service"]
): number =>
  Math.max(
    Duration.toSeconds(Duration.max(domainDelay, Duration.min(crawlDelay, crawlDelayCap))),
    delay_ms / 1000
  )

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
    // The request was checked, so the job has expired only now. The plan leaves out its pages.
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

const disallowed = "robots.txt disallows the seed, so the crawl would fail."
const unreachable = "robots.txt answers with an error, so nothing on the site may be fetched."
