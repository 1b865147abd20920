import { Duration, Effect, Option } from "effect"
import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import { actionsFor } from "../../../core/domain/options/Action.ts"
import { readsSitemaps } from "../../../core/domain/options/CrawlSource.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { PageReader } from "../../../page/PageReader.ts"
import { hasIntent } from "../../../web/rights/refusal.ts"
import { asksForLoginIn, loggedIn } from "../../profiles/logged-in.ts"
import type { CrawlProfile, credentialsBy } from "../model/CrawlProfile.ts"
import type { CrawlRules } from "../model/CrawlRules.ts"
import { startOf } from "../model/SitemapCursor.ts"
import type { PlannedPages, PlanStart } from "./crawl-estimate.ts"
import { readSitemaps } from "./read-sitemaps.ts"
import { Sitemaps } from "./Sitemaps.ts"

/** A crawl that is planned. */
export interface PlannedCrawl {
  readonly owner: string
  readonly options: CrawlOptions
  readonly start: PlanStart
  readonly profile: CrawlProfile | undefined
  readonly credentialsFor: ReturnType<typeof credentialsBy>
}

/** Reads the pages and the sitemaps that a plan is made of. */
export const plannedReads = Effect.gen(function*() {
  const reader = yield* PageReader
  const sitemaps = yield* Sitemaps
  const settings = yield* Settings
  const sitemapTime = Duration.times(settings.requestTimeout, sitemapShare)

  const readSources = Effect.fnUntraced(function*(crawl: PlannedCrawl, rules: CrawlRules, site: URL) {
    const lastmods = new Map<string, number>()
    if (!readsSitemaps(rules.options)) return { found: noSitemaps, lastmods }
    const found = yield* Effect.timeoutOption(
      readSitemaps(
        sitemaps,
        {
          requester: { owner: crawl.owner },
          rules,
          cursor: { ...startOf(site.href), seed: rules.nameOf(site) },
          known: [],
          credentials: crawl.credentialsFor(site.href),
          lastmods,
          isWhole: true
        },
        settings
      ),
      sitemapTime
    )
    return { found, lastmods }
  })

  /** A page as the crawl reads it, but never from the cache: the plan needs the time that the site takes. */
  const readLinks = Effect.fnUntraced(
    function*({ credentialsFor, options, profile }: PlannedCrawl, { href: url }: URL) {
      const { page_actions: _, ...ofPages } = options
      const read = Effect.suspend(() =>
        reader.read({
          ...ofPages,
          ...credentialsFor(url),
          url,
          use_cache: false,
          checksLogin: profile !== undefined,
          ...compact({
            actions: actionsFor(options, url),
            intent: hasIntent(options) ? options : undefined
          })
        }, "links")
      )
      const result = Effect.result(read)
      return yield* profile === undefined ? result : loggedIn(profile, url, () => result, asksForLoginIn)
    }
  )

  return { readLinks, readSources }
})

export const noneFound = { listed: [], errors: [], isListed: false, isEmpty: false }
const noSitemaps: PlannedPages["found"] = Option.some(noneFound)

/** Part of the timeout of a request. */
const sitemapShare = 0.75
