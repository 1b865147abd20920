import { Context, Effect, Layer, Option } from "effect"
import { crawlTimeout, RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { Fetcher } from "../../../web/fetch/Fetcher.ts"
import { Visits } from "../../../web/visits/Visits.ts"
import type { SitemapCursor } from "../model/SitemapCursor.ts"
import { type InContext, type Requester, sitemapFiles, type SitemapReader } from "./sitemap-files.ts"
import { SitemapWalk } from "./SitemapWalk.ts"

/**
 * The sitemaps of a site (sitemaps.org): those in its robots.txt, else /sitemap.xml. Indexes, feeds, plain lists and
 * gzip are read. They are fetched like any page of the crawl: with robots.txt, rate limit, address policy, and limit on
 * bodies. robots.txt may name sitemaps on any host. An index or a redirect may lead only to its own site.
 */
export class Sitemaps extends Context.Service<Sitemaps, {
  /**
   * Reads on from a cursor: each file once, part by part, until `take` or `fileEnded` returns false or `files` are
   * read. Returns where to read on, or undefined if all are read.
   */
  read(from: SitemapCursor, requester: Requester, reader: SitemapReader): Effect.Effect<SitemapCursor | undefined>
}>()("gleaner/crawling/crawl/plan/Sitemaps") {
  static readonly layerNoDeps = Layer.effect(
    Sitemaps,
    Effect.gen(function*() {
      const readFile = yield* sitemapFiles
      const visits = yield* Visits
      const { requestTimeout } = yield* Settings

      /** The context of a crawl, which waits longer for a turn than a caller does. */
      const forCrawl = ({ job, owner }: Requester, delay?: number): InContext =>
        RequestContext.by(owner, "crawl", crawlTimeout(requestTimeout), { delay, job })

      const read = Effect.fn("Sitemaps.read")(
        function*(from: SitemapCursor, { job, owner }: Requester, reader: SitemapReader) {
          const within = reader.within ?? forCrawl({ job, owner }, reader.delay)
          const site = new URL(from.site)
          const walk = new SitemapWalk(from)
          for (let next = walk.next; next !== undefined; next = walk.next) {
            if (next === "robots") {
              const rules = yield* Effect.option(within(visits.rulesFor(site)))
              walk.named(Option.isSome(rules) ? rules.value.sitemaps : [], new URL("/sitemap.xml", site).href)
              continue
            }
            const { from: begun, isGuess, url } = next
            if (begun === undefined && (walk.isAgain(url) || (yield* reader.isRead?.(url) ?? no))) {
              walk.skip()
              continue
            }
            if (walk.files >= reader.files) break
            walk.files++
            const end = yield* readFile(next, walk, within, { owner, reader })
            if (end === "stopped") break
            if (end !== "indexed") walk.skip()
            if (typeof end === "object" && !(isGuess && end.isMissing)) {
              yield* reader.failed({ url, code: end.code, message: end.message })
            }
            if (reader.fileEnded?.(url) === false || end === "filled") break
          }
          return walk.cursor
        }
      )

      return Sitemaps.of({ read })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([Extractor.layer, Fetcher.layerShared, Visits.layerShared])
  )
}

const no = Effect.succeed(false)
