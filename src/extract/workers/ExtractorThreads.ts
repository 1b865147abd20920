import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Context, Deferred, Duration, Effect, Layer, Metric, Scope } from "effect"
import { Worker } from "effect/workers"
import * as path from "node:path"
import type { PageError } from "../../domain/PageError.ts"
import { metrics } from "../../observability/metrics.ts"
import { Settings } from "../../Settings.ts"
import type { PageInput, PagePriority } from "../Page.ts"
import type { Work } from "./messages.ts"
import { threadLife } from "./thread-life.ts"
import { type WaitingPage, WaitingPages } from "./WaitingPages.ts"

/** Threads that read pages, each one at a time; the first is started at once, the others when pages wait. */
export class ExtractorThreads extends Context.Service<ExtractorThreads, {
  /**
   * Fails as the extractor does, and with `fetch_failed`/decode for a page that takes longer than GLEANER_EXTRACT_TIMEOUT or brings
   * its thread down; another thread takes its place. An interrupted page is not begun; one that was begun keeps its thread until it
   * is read or its time is over.
   */
  run<K extends keyof Work>(work: K, page: PageInput, priority: PagePriority): Effect.Effect<Work[K], PageError>
}>()("gleaner/extract/workers/ExtractorThreads") {
  /** Threads that begin with the module at `entry`. */
  static readonly layerOf = (entry: URL) =>
    Layer.effect(
      ExtractorThreads,
      Effect.gen(function*() {
        const { extractTimeout, workerMemory, workers } = yield* Settings
        const scope = yield* Scope.Scope
        const waiting = new WaitingPages()
        let alive = 0
        let busy = 0

        const life = threadLife({
          platform: yield* Worker.WorkerPlatform,
          entry,
          memory: workerMemory,
          pageTimeout: extractTimeout,
          idleTimeout,
          take: waiting.take,
          onBusy: (isBusy) => void (busy += isBusy ? 1 : -1)
        })

        const hire: Effect.Effect<void> = Effect.suspend(() => {
          alive++
          return Metric.modify(metrics.threads, 1).pipe(
            Effect.andThen(life),
            Effect.tap((end) => end === "broken" ? Metric.update(metrics.brokenThreads, 1) : Effect.void),
            Effect.tap((end) => end === "unstarted" ? Effect.sleep(restartDelay) : Effect.void),
            Effect.ensuring(Effect.suspend(() => {
              alive--
              return Metric.modify(metrics.threads, -1)
            })),
            Effect.andThen(Effect.suspend(() => staff)),
            Effect.forkIn(scope),
            Effect.asVoid
          )
        })

        /** As many threads as the waiting pages can use. */
        const staff = Effect.suspend(() => alive < workers && waiting.size > alive - busy ? hire : Effect.void)

        const run = <K extends keyof Work>(work: K, page: PageInput, priority: PagePriority) =>
          Effect.suspend(() => {
            const answer = Deferred.makeUnsafe<Work[keyof Work], PageError>()
            const waited: WaitingPage = { work, page, priority, answer }
            return waiting.add(waited).pipe(
              Effect.andThen(staff),
              Effect.andThen(Effect.suspend(() => Metric.update(metrics.waitingPages, waiting.size))),
              Effect.andThen(Deferred.await(answer)),
              Effect.onInterrupt(() => Effect.sync(() => waiting.remove(waited))),
              Effect.ensuring(Effect.suspend(() => Metric.update(metrics.waitingPages, waiting.size)))
            )
            // A thread answers what it was asked.
          }) as Effect.Effect<Work[K], PageError>

        yield* hire
        return ExtractorThreads.of({ run })
      })
    ).pipe(Layer.provide(NodeWorker.layerPlatform))

  static readonly layer = this.layerOf(new URL(`./thread${path.extname(import.meta.url)}`, import.meta.url))
}

const idleTimeout = Duration.minutes(1)

/** A thread that does not even start would otherwise be started again and again. */
const restartDelay = Duration.seconds(1)
