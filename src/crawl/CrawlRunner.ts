import { Cause, Context, Effect, FiberSet, Layer } from "effect"
import { JobId } from "../domain/Job.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import type { StoreUnavailable } from "../domain/StoreUnavailable.ts"
import { Fetcher } from "../fetch/Fetcher.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { PageReader } from "../page/PageReader.ts"
import { Settings } from "../Settings.ts"
import { crawlRules } from "./CrawlRules.ts"
import { earlierPages, type SinceGone } from "./EarlierPages.ts"
import { concurrency, mostBodies } from "./frontier-bounds.ts"
import { Frontier, type Lease } from "./Frontier.ts"
import { HopsAhead } from "./HopsAhead.ts"
import type { OwnedTask, RunningCrawl } from "./RunningCrawl.ts"
import { Sitemaps } from "./Sitemaps.ts"
import { visitPage } from "./visit-page.ts"
import type { VisitRecord } from "./VisitRecord.ts"

/**
 * One crawl on one node as one interruptible effect: it leases URLs, visits them at the same time, ends them, and
 * settles what is ready. Interrupted, it gives its leases back, and the crawl can go on later or elsewhere.
 */
export class CrawlRunner extends Context.Service<CrawlRunner, {
  /** `failed`: the seed gave no answer. */
  run(task: OwnedTask, credentials?: SiteCredentials): Effect.Effect<"done" | "failed", StoreUnavailable | SinceGone>
}>()("gleaner/crawl/CrawlRunner") {
  static readonly layer = Layer.effect(
    CrawlRunner,
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const reader = yield* PageReader
      const sitemaps = yield* Sitemaps
      const settings = yield* Settings
      const frontiers = yield* Frontier
      const store = yield* JobStore
      const visiting = { fetcher, reader, sitemaps, settings }

      const open = Effect.fnUntraced(function*(task: OwnedTask, credentials: SiteCredentials | undefined) {
        const { options } = task
        const earlier = options.since === undefined
          ? undefined
          : yield* earlierPages(store, JobId.make(options.since))
        const running: RunningCrawl = {
          task,
          earlier,
          needsLinks: earlier?.isWhole(options) === false,
          nameOf: crawlRules(options, undefined).nameOf,
          credentials,
          // A page of another origin is a page like any other.
          credentialsFor: (url) => new URL(url).origin === credentials?.origin ? credentials : undefined,
          frontier: yield* frontiers.open(task),
          hops: new HopsAhead(),
          bodies: 0
        }
        return running
      })

      const run = Effect.fn("CrawlRunner.run")(function*(task: OwnedTask, credentials?: SiteCredentials) {
        yield* Effect.annotateCurrentSpan("job.id", task.id)
        const running = yield* open(task, credentials)
        return yield* visitAll(running, (lease) => visitPage(visiting, running, lease))
      }, (crawling, { id }) => crawling.pipe(Effect.scoped, Effect.annotateLogs("job.id", id)))

      return CrawlRunner.of({ run })
    })
  )
}

/** Leases URLs, visits them at the same time and settles them, until the crawl is over. */
const visitAll = Effect.fnUntraced(function*(
  running: RunningCrawl,
  visit: (lease: Lease) => Effect.Effect<VisitRecord, StoreUnavailable>
) {
  const { frontier, task: { options } } = running
  const pages = yield* FiberSet.make<unknown, StoreUnavailable>()
  const mostInFlight = Math.min(concurrency, options.concurrency ?? concurrency)
  let inFlight = 0
  let broken: Cause.Cause<StoreUnavailable> | undefined
  const visiting = (lease: Lease) =>
    visit(lease).pipe(
      Effect.flatMap((visited) => frontier.end(lease, visited)),
      // A defect, or a store that is away, ends the crawl. Giving back wakes it.
      Effect.onError((cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.void
        broken ??= cause
        return frontier.giveBack(lease)
      }),
      Effect.ensuring(Effect.sync(() => inFlight--))
    )
  for (;;) {
    // The end of a page comes back here.
    const room = running.bodies > mostBodies ? 0 : mostInFlight - inFlight
    const leases = yield* frontier.lease(room)
    for (const lease of leases) {
      inFlight++
      yield* FiberSet.run(pages, visiting(lease))
    }
    if (broken !== undefined) return yield* Effect.failCause(broken)
    if ((yield* frontier.settle) > 0 || leases.length > 0) continue
    const state = yield* frontier.next
    if (state !== "look again") return state
  }
})
