import { Clock, Context, Duration, Effect, FiberSet, Layer, Queue, Result } from "effect"
import type { CrawlOptions, JobId } from "../domain/Job.ts"
import type { PageError } from "../domain/PageError.ts"
import type { PageEnd } from "../jobs/JobEntry.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Scraper } from "../page/Scraper.ts"
import { Settings } from "../Settings.ts"
import { Crawl, type Start, type Visit } from "./Crawl.ts"
import type { Origin } from "./Frontier.ts"
import { Sitemaps } from "./Sitemaps.ts"
import type { Verdict } from "./verdict.ts"

export interface CrawlTask {
  readonly id: JobId
  readonly seed: URL
  readonly options: CrawlOptions
}

/** One crawl as one interruptible effect: it succeeds when the seed was read, and fails with the seed's error otherwise. */
export class CrawlRunner extends Context.Service<CrawlRunner, {
  run(task: CrawlTask): Effect.Effect<void, PageError>
}>()("gleaner/crawl/CrawlRunner") {
  static readonly layer = Layer.effect(
    CrawlRunner,
    Effect.gen(function*() {
      const scraper = yield* Scraper
      const store = yield* JobStore
      const sitemaps = yield* Sitemaps
      const settings = yield* Settings

      const visit = Effect.fnUntraced(function*(id: JobId, crawl: Crawl, { elapsed, entry, followed }: Start) {
        const started = yield* Clock.currentTimeMillis
        let chain = followed
        const outcome = yield* Effect.result(scraper.scrape({
          url: entry.url,
          useCache: true,
          includeHtml: false,
          priority: "crawl",
          owner: id,
          deadline: started + Duration.toMillis(settings.requestTimeout) * deadlineFactor,
          depth: entry.depth,
          isInScope: (target) => crawl.mayFollow(entry, target),
          followed,
          mayRedirect: (redirects) => {
            chain = redirects
            return crawl.mayRedirect(entry, redirects)
          }
        }))
        const taken = (yield* Clock.currentTimeMillis) - started
        const visit: Visit = { entry, chain, outcome, isResumed: followed.length > 0, elapsed: elapsed + taken }
        return visit
      })

      const join = (id: JobId, crawl: Crawl, links: Links, origin: Origin) =>
        Effect.suspend(() => {
          const refused = crawl.join(links, origin)
          return refused === undefined ? Effect.void : store.addError(id, frontierFull(refused, settings.frontierUrls))
        })

      /** What the sitemaps of the seed's site list, as seeds too: as many as the budget may take. */
      const joinSitemaps = (id: JobId, files: number, crawl: Crawl, site: URL) =>
        sitemaps.read(site, id, {
          files,
          take: (urls, sitemap) =>
            join(id, crawl, urls.map((url) => ({ url })), { depth: 0, foundOn: sitemap }).pipe(
              Effect.map(() => crawl.hasRoom)
            ),
          failed: (error) => store.addError(id, error)
        })

      /** A page's end: its links join the frontier, then all of it becomes visible at once. */
      const settle = Effect.fnUntraced(function*({ id, options }: CrawlTask, crawl: Crawl, visit: Visit) {
        const { entry, outcome } = visit
        const verdict = crawl.settle(visit)
        if (Result.isSuccess(outcome)) {
          const { finalUrl, links } = outcome.success
          if (entry.seq === 0 && options.sitemaps) {
            yield* joinSitemaps(id, options.max_sitemaps, crawl, new URL(finalUrl))
          }
          const follows = verdict.follows && entry.depth < options.max_depth
          if (follows) yield* join(id, crawl, links, { depth: entry.depth + 1, foundOn: entry.url })
        }
        yield* store.commitPage(id, endOf(visit, verdict, crawl.done()))
      })

      const run = Effect.fn("CrawlRunner.run")(function*(task: CrawlTask) {
        const { id, options, seed } = task
        const crawl = new Crawl(seed, options, settings)
        const ended = yield* Queue.unbounded<Visit>()
        const fibers = yield* FiberSet.make<unknown>()
        // A defect has no visit to offer: it ends the crawl, which would otherwise wait for this page for ever.
        const visiting = (start: Start) =>
          visit(id, crawl, start).pipe(
            Effect.flatMap((visit) => Queue.offer(ended, visit)),
            Effect.onError((cause) => Queue.failCause(ended, cause))
          )
        yield* store.setPending(id, crawl.frontier.size)
        while (!crawl.isOver) {
          for (const visit of yield* Queue.clear(ended)) crawl.ended(visit)
          for (let start = crawl.start(); start !== undefined; start = crawl.start()) {
            yield* FiberSet.run(fibers, visiting(start))
          }
          const next = crawl.next()
          if (next === undefined) crawl.ended(yield* Queue.take(ended))
          else yield* settle(task, crawl, next)
        }
        if (crawl.seedError !== undefined) return yield* crawl.seedError
      }, Effect.scoped)

      return CrawlRunner.of({ run })
    })
  )
}

type Links = Iterable<{ readonly url: string }>

/** A crawl's page may wait longer for its turn than a caller would. */
const deadlineFactor = 60

const endOf = (
  { chain, elapsed, entry }: Visit,
  { change, document, message, row }: Verdict,
  pending: number
): PageEnd => ({
  row: {
    ...row,
    url: entry.url,
    depth: entry.depth,
    found_on: entry.foundOn,
    ...(chain.length === 0 ? {} : { redirected_to: chain.at(-1)?.location ?? "" }),
    elapsed_ms: Math.round(elapsed)
  },
  change,
  pending,
  ...(message === undefined ? {} : { error: { url: entry.url, code: row.code, message } }),
  ...(document === undefined ? {} : { document })
})

const frontierFull = (url: string, limit: number) => ({
  url,
  code: "frontier_full",
  message:
    `The crawl knows as many URLs as it may (${limit}, or as much text as that many long ones); further links are not followed.`
})
