import { Context, Data, Duration, Effect, FiberSet, Layer, Queue, Result } from "effect"
import { Asker } from "../domain/Asker.ts"
import type { CrawlOptions, JobId } from "../domain/Job.ts"
import * as fault from "../domain/page-errors.ts"
import type { PageError } from "../domain/PageError.ts"
import { neededOf, pageOptions } from "../domain/PageOptions.ts"
import { Chain } from "../fetch/Chain.ts"
import { type FetchedPage, Fetcher } from "../fetch/Fetcher.ts"
import type { PageEnd } from "../jobs/JobEntry.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { PageReader } from "../page/PageReader.ts"
import { Settings } from "../Settings.ts"
import { Crawl } from "./Crawl.ts"
import { HopsAhead } from "./HopsAhead.ts"
import type { VisitRecord } from "./judge.ts"
import { obeyWishes } from "./obey-wishes.ts"
import { Sitemaps } from "./Sitemaps.ts"
import type { Origin, UrlEntry } from "./UrlQueue.ts"
import type { Verdict } from "./verdict.ts"

export interface CrawlTask {
  readonly id: JobId
  readonly seed: URL
  readonly options: CrawlOptions
}

/**
 * One crawl as one interruptible effect. It succeeds when the seed was read; otherwise it fails with the error of the
 * seed.
 */
export class CrawlRunner extends Context.Service<CrawlRunner, {
  run(task: CrawlTask): Effect.Effect<void, PageError>
}>()("gleaner/crawl/CrawlRunner") {
  static readonly layer = Layer.effect(
    CrawlRunner,
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const reader = yield* PageReader
      const store = yield* JobStore
      const sitemaps = yield* Sitemaps
      const settings = yield* Settings
      const patience = Duration.times(settings.requestTimeout, patienceFactor)

      /**
       * Fetches a page of the crawl. The crawl sees each redirect before it is followed; `names` collects the targets.
       */
      const fetchPage = Effect.fnUntraced(function*(
        { crawl, hops, options }: Running,
        entry: UrlEntry,
        names: Array<string>
      ): Effect.fn.Return<FetchedPage, PageError | Elsewhere, Asker> {
        const chain = new Chain(new URL(entry.url), settings.maxRedirects)
        const { purpose } = options
        const hop = () => fetcher.hop({ url: chain.at, cookie: chain.cookie, useCache: true, purpose })
        let answer = yield* hops.own(entry.url, hop())
        while (answer._tag === "Redirected") {
          yield* Effect.fromResult(chain.follow(answer))
          if (!crawl.mayFollow(entry, answer.target)) return yield* fault.outOfScope(chain.asked)
          const name = crawl.nameOf(answer.target)
          const isOwn = name === entry.url || names.includes(name)
          // With a cookie of its redirect chain, the page may be another one than without.
          if (chain.hasCookies || isOwn) {
            answer = yield* hop()
            continue
          }
          names.push(name)
          if (crawl.knows(name)) return yield* new Elsewhere()
          answer = yield* hops.ahead(name, hop())
        }
        return chain.end(answer)
      })

      const visit = ({ id, options }: CrawlTask, running: Running, entry: UrlEntry) =>
        Effect.gen(function*() {
          const chain: Array<string> = []
          const request = {
            url: entry.url,
            useCache: true,
            includeHtml: false,
            depth: entry.depth,
            options: pageOptions(options),
            needs: neededOf(options, settings.robotsTags.length > 0),
            isInScope: (target: URL) => running.crawl.mayFollow(entry, target)
          }
          const reading = reader.readFrom(request, fetchPage(running, entry, chain), "document")
          const obeyed = { tags: settings.robotsTags, purpose: running.options.purpose }
          const [elapsed, outcome] = yield* Asker.timed(
            Effect.result(Effect.map(reading, (page) => obeyWishes(page, obeyed)))
          )
          const visit: VisitRecord = { entry, chain, outcome, elapsed }
          return visit
        }).pipe(Asker.by(id, "crawl", patience))

      const join = (id: JobId, crawl: Crawl, links: Links, origin: Origin) =>
        Effect.suspend(() => {
          const { failed, refused } = crawl.join(links, origin)
          const told = failed.length === 0 ? Effect.void : store.addReferrer(id, origin.foundOn, failed)
          if (refused === undefined) return told
          return Effect.andThen(told, store.addError(id, frontierFull(refused, settings.frontierUrls)))
        })

      /** Adds what the sitemaps of the seed's site list as seeds, up to the budget. */
      const joinSitemaps = (id: JobId, files: number, crawl: Crawl, site: URL) =>
        sitemaps.read(site, id, {
          files,
          take: (urls, sitemap) =>
            join(id, crawl, urls.map((url) => ({ url })), { depth: 0, foundOn: sitemap }).pipe(
              Effect.map(() => crawl.hasRoom)
            ),
          failed: (error) => store.addError(id, error)
        })

      /**
       * A page's end: its links join the frontier, then all of it becomes visible at once. Reading sitemaps is all that can be
       * interrupted. Without `restore` the crawl is over: nothing joins any more.
       */
      const settle = Effect.fnUntraced(
        function*(task: CrawlTask, { crawl, hops }: Running, visit: VisitRecord, restore?: Restore) {
          const { id, options } = task
          const { entry, outcome } = visit
          const { marks, verdict } = crawl.settle(visit)
          for (const url of marks) hops.forget(url)
          const isRead = restore !== undefined && Result.isSuccess(outcome)
          const isSiteRead = isRead && entry.seq === 0 && options.sitemaps && crawl.budgetLeft > 0
            ? yield* Effect.exit(
              restore(joinSitemaps(id, options.max_sitemaps, crawl, new URL(outcome.success.finalUrl)))
            )
            : undefined
          if (isRead && verdict.follows) {
            yield* join(id, crawl, outcome.success.links, { depth: entry.depth + 1, foundOn: entry.url })
          }
          yield* store.commitPage(id, endOf(visit, verdict, crawl.done(visit, verdict)))
          if (isSiteRead !== undefined) yield* isSiteRead
        }
      )

      /** Whether a page could be settled. What is taken is settled: no interruption comes between. */
      const settleNext = (task: CrawlTask, running: Running) =>
        Effect.uninterruptibleMask((restore) => {
          const next = running.crawl.next()
          return next === undefined ? Effect.succeed(false) : Effect.as(settle(task, running, next, restore), true)
        })

      const crawlPages = Effect.fnUntraced(function*(task: CrawlTask, running: Running) {
        const { crawl } = running
        const ends = yield* Queue.sliding<void>(1)
        const fibers = yield* FiberSet.make<unknown>()
        // A page that ends with a defect has no visit to settle. It ends the crawl, which would otherwise wait for it
        // forever.
        const visiting = (entry: UrlEntry) =>
          visit(task, running, entry).pipe(
            Effect.flatMap((visit) => {
              crawl.ended(visit)
              return Queue.offer(ends, undefined)
            }),
            Effect.onError((cause) => Queue.failCause(ends, cause))
          )
        if (task.options.scope === "any") yield* Effect.forkScoped(goingAhead(crawl, ends))
        while (!crawl.isOver) {
          for (let entry = crawl.start(); entry !== undefined; entry = crawl.start()) {
            yield* FiberSet.run(fibers, visiting(entry))
          }
          if (!(yield* settleNext(task, running))) yield* Queue.take(ends)
        }
      }, Effect.scoped)

      const run = Effect.fn("CrawlRunner.run")(function*(task: CrawlTask) {
        const crawl = new Crawl(task.seed, task.options, settings)
        const running: Running = { options: task.options, crawl, hops: new HopsAhead() }
        yield* store.setPending(task.id, crawl.frontier.size)
        yield* Effect.onError(
          crawlPages(task, running),
          () => Effect.forEach(crawl.leftOver(), (visit) => settle(task, running, visit), { discard: true })
        )
        if (crawl.seedError !== undefined) return yield* crawl.seedError
      })

      return CrawlRunner.of({ run })
    })
  )
}

/** One clock for all: a time-out for each page would cost as much as the page. */
const goingAhead = Effect.fnUntraced(function*(crawl: Crawl, ends: Queue.Enqueue<void>) {
  for (let first = crawl.frontier.first;; first = crawl.frontier.first) {
    yield* Effect.sleep(holdTime)
    if (!crawl.mayGoAhead || crawl.frontier.first !== first) continue
    crawl.goAhead()
    yield* Queue.offer(ends, undefined)
  }
})

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
type Links = Iterable<{ readonly url: string }>

/** The page redirects to a URL that the crawl knows already. */
class Elsewhere extends Data.TaggedError("Elsewhere")<{}> {}

interface Running {
  readonly options: CrawlOptions
  readonly crawl: Crawl
  readonly hops: HopsAhead
}

/** A page of a crawl may wait longer for its turn than a caller would. */
const patienceFactor = 60
/** A crawl of scope `any` waits one to two times as long for the next page of its order while others have ended. */
const holdTime = Duration.seconds(2)

const endOf = (
  { chain, elapsed, entry, outcome }: VisitRecord,
  { change, document, message, row }: Verdict,
  { pending, referrers }: ReturnType<Crawl["done"]>
): PageEnd => ({
  row: {
    ...row,
    url: entry.url,
    depth: entry.depth,
    found_on: entry.foundOn,
    ...(chain.length === 0 ? {} : { redirected_to: chain.at(-1) ?? "" }),
    ...(row.outcome === "failed" ? { referrers } : {}),
    ...(Result.isSuccess(outcome) && Object.keys(outcome.success.signals).length > 0
      ? { signals: outcome.success.signals }
      : {}),
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
    `The crawl knows as many URLs as it may (${limit}, or the same amount of text in longer URLs), so further links are not followed.`
})
