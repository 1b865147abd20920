import { Cause, Clock, Context, Deferred, Effect, FiberMap, Layer } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, JobId } from "../../../core/domain/job/Job.ts"
import { hasActions } from "../../../core/domain/options/Action.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { crawlTimeout, type Progress, RequestContext } from "../../../core/kernel/RequestContext.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { WorkOwner } from "../../../core/kernel/slices/MainThread.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { PageReader } from "../../../page/PageReader.ts"
import { Pictures } from "../../../page/Pictures.ts"
import { Fetcher } from "../../../web/fetch/Fetcher.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { Profiles } from "../../profiles/Profiles.ts"
import { chooseRules } from "../../wrappers/choose-rules.ts"
import { WrapperStore } from "../../wrappers/WrapperStore.ts"
import { credentialsBy, openProfile } from "../model/CrawlProfile.ts"
import { crawlRules } from "../model/CrawlRules.ts"
import { concurrency, maxBodies } from "../model/frontier-bounds.ts"
import { Frontier, type Lease } from "../model/Frontier.ts"
import type { ProfileLost } from "../model/profile-lost.ts"
import type { VisitRecord } from "../model/VisitRecord.ts"
import { Sitemaps } from "../plan/Sitemaps.ts"
import { earlierPages, type SinceGone } from "../revisit/EarlierPages.ts"
import { revisitsOf } from "../revisit/revisit-plan.ts"
import { EquivalentUrls } from "../visit/EquivalentUrls.ts"
import { RedirectPrefetch } from "../visit/RedirectPrefetch.ts"
import type { OwnedTask, RunningCrawl } from "../visit/RunningCrawl.ts"
import { visitPage } from "../visit/visit-page.ts"

/**
 * One crawl on one node as one interruptible effect: it leases URLs, visits them in parallel, ends the visits and
 * settles them. Interruption returns its leases, so the crawl can continue later or on another node.
 */
export class CrawlRunner extends Context.Service<CrawlRunner, {
  /**
   * `failed`: the seed gave no answer. After `leaving` is done, no request is sent. Requested pages are finished
   * and settled, then the crawl is `parked`.
   */
  run(
    task: OwnedTask,
    credentials?: SiteCredentials,
    leaving?: Deferred.Deferred<void>
  ): Effect.Effect<"done" | "failed" | "parked", StoreUnavailable | SinceGone | ProfileLost>
}>()("gleaner/crawling/crawl/supervise/CrawlRunner") {
  static readonly layerNoDeps = Layer.effect(
    CrawlRunner,
    Effect.gen(function*() {
      const extractor = yield* Extractor
      const fetcher = yield* Fetcher
      const pictures = yield* Pictures
      const reader = yield* PageReader
      const sitemaps = yield* Sitemaps
      const settings = yield* Settings
      const frontiers = yield* Frontier
      const store = yield* JobStore
      const profiles = yield* Profiles
      const wrappers = yield* WrapperStore
      const visiting = { extractor, fetcher, pictures, reader, sitemaps, settings }

      const profileOf = (task: OwnedTask, name: string) =>
        openProfile(profiles, task.owner, name).pipe(
          RequestContext.by(task.owner, "crawl", crawlTimeout(settings.requestTimeout), { job: task.id })
        )

      const open = Effect.fnUntraced(function*(task: OwnedTask, credentials: SiteCredentials | undefined) {
        const { options } = task
        const earlier = options.since === undefined
          ? undefined
          : yield* earlierPages(store, JobId.make(options.since))
        const now = yield* Clock.currentTimeMillis
        const revisits = earlier === undefined ? undefined : yield* inSlices(() => revisitsOf(earlier, options, now))
        // Without its wrapper, which was deleted, pages have the data that they declare.
        const rules = yield* Effect.catchTag(
          chooseRules(wrappers, task.owner, options),
          "WrapperUnusable",
          () => Effect.succeed(undefined)
        )
        const profile = options.profile === undefined ? undefined : yield* profileOf(task, options.profile)
        const running: RunningCrawl = {
          task,
          rules,
          earlier,
          revisits,
          lastmods: earlier === undefined ? undefined : new Map(),
          sites: new Set(),
          needsLinks: earlier?.isComplete(options) === false,
          nameOf: crawlRules(options, undefined).nameOf,
          profile,
          credentialsFor: credentialsBy(profile, credentials),
          frontier: yield* frontiers.open(task),
          redirects: new RedirectPrefetch(),
          equivalents: dropsEquivalents(options) ? new EquivalentUrls() : undefined,
          bodies: 0
        }
        return running
      })

      const run = Effect.fn("CrawlRunner.run")(
        function*(
          task: OwnedTask,
          credentials?: SiteCredentials,
          leaving = Deferred.makeUnsafe<void>()
        ) {
          yield* Effect.annotateCurrentSpan("job.id", task.id)
          const running = yield* open(task, credentials)
          return yield* visitAll(running, leaving, (lease, progress) => visitPage(visiting, running, lease, progress))
        },
        (crawling, { id, owner }) =>
          crawling.pipe(Effect.scoped, Effect.provideService(WorkOwner, owner), Effect.annotateLogs("job.id", id))
      )

      return CrawlRunner.of({ run })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([
      Extractor.layer,
      Fetcher.layerShared,
      PageReader.layerShared,
      Pictures.layerShared,
      Profiles.layer,
      Sitemaps.layer
    ])
  )
}

/** Not in a batch, whose URLs are all asked for. After actions, a page depends on more than the response of its site. */
const dropsEquivalents = (options: CrawlOptions): boolean =>
  options.dedup !== false && options.urls === undefined && !hasActions(options)

/** Leases URLs, visits them in parallel and settles them, until the crawl is over or `leaving` is done. */
const visitAll = Effect.fnUntraced(function*(
  running: RunningCrawl,
  leaving: Deferred.Deferred<void>,
  visit: (lease: Lease, progress: Progress) => Effect.Effect<VisitRecord, StoreUnavailable | ProfileLost>
) {
  const { frontier, task: { options } } = running
  const pages = yield* FiberMap.make<Visit, unknown, StoreUnavailable | ProfileLost>()
  const maxInFlight = Math.min(concurrency, options.concurrency ?? concurrency)
  const inFlight = new Set<Visit>()
  let isLeaving = false
  let broken: Cause.Cause<StoreUnavailable | ProfileLost> | undefined
  const visiting = (page: Visit) =>
    visit(page.lease, page.progress).pipe(
      Effect.flatMap((visited) => frontier.end(page.lease, visited)),
      // A defect or an unavailable store ends the crawl. The returned lease wakes it.
      Effect.onError((cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.void
        broken ??= cause
        return frontier.giveBack(page.lease)
      }),
      Effect.ensuring(Effect.sync(() => inFlight.delete(page)))
    )
  const giveUp = (page: Visit) => Effect.andThen(FiberMap.remove(pages, page), frontier.giveBack(page.lease))
  for (;;) {
    if (!isLeaving && Deferred.isDoneUnsafe(leaving)) {
      isLeaving = true
      const unsent = [...inFlight].filter(({ progress }) => !progress.isRequested)
      yield* Effect.forEach(unsent, giveUp, { concurrency: "unbounded", discard: true })
    }
    // The end of any page wakes `frontier.next` below.
    const isFull = isLeaving || running.bodies > maxBodies
    const leases = yield* frontier.lease(isFull ? 0 : maxInFlight - inFlight.size)
    for (const lease of leases) {
      const page = { lease, progress: { isRequested: false } }
      inFlight.add(page)
      yield* FiberMap.run(pages, page, visiting(page))
    }
    if (broken !== undefined) return yield* Effect.failCause(broken)
    if ((yield* frontier.settle) > 0 || leases.length > 0) continue
    if (isLeaving && inFlight.size === 0) return "parked" as const
    const next = frontier.next
    const state = yield* isLeaving
      ? next
      : Effect.raceFirst(next, Effect.as(Deferred.await(leaving), "ready" as const))
    if (state !== "ready") return state
  }
})

interface Visit {
  readonly lease: Lease
  readonly progress: Progress
}
