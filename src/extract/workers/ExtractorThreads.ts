import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Context, Deferred, Duration, Effect, Exit, Layer, Metric, Scope } from "effect"
import { Worker } from "effect/workers"
import * as path from "node:path"
import type { PageError } from "../../domain/PageError.ts"
import { metrics } from "../../observability/metrics.ts"
import { Settings } from "../../Settings.ts"
import type { PageInput, PagePriority } from "../Page.ts"
import type { Work } from "./messages.ts"
import { noThread } from "./page-faults.ts"
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
        /** Places of threads that have come to nothing, and how many in a row have. */
        let resting = 0
        let unfit = 0

        const life = threadLife({
          platform: yield* Worker.WorkerPlatform,
          entry,
          memory: workerMemory,
          pageTimeout: extractTimeout,
          idleTimeout,
          waiting,
          onBusy: (isBusy) => {
            busy += isBusy ? 1 : -1
            unfit = 0
          }
        })

        const refusal = (url: string) => noThread(url, restAfter(unfit))

        /** A thread that came to nothing leaves its place free for a while; where there is no other, nobody waits for that. */
        const rest = Effect.suspend(() => {
          unfit++
          resting++
          for (let page = unmanned() ? waiting.take() : undefined; page !== undefined; page = waiting.take()) {
            Deferred.doneUnsafe(page.answer, Exit.fail(refusal(page.page.url)))
          }
          return Effect.ensuring(Effect.sleep(restAfter(unfit)), Effect.sync(() => resting--))
        })

        const unmanned = () => resting === workers

        const hire: Effect.Effect<void> = Effect.suspend(() => {
          alive++
          return Metric.modify(metrics.threads, 1).pipe(
            Effect.andThen(life),
            Effect.tap((end) => end === "broken" ? Metric.update(metrics.brokenThreads, 1) : Effect.void),
            Effect.tap((end) => end === "unfit" ? rest : Effect.void),
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
        const staff = Effect.suspend(() =>
          alive < workers && waiting.size > alive - busy - resting ? hire : Effect.void
        )

        const run = <K extends keyof Work>(work: K, page: PageInput, priority: PagePriority) =>
          Effect.suspend((): Effect.Effect<Work[keyof Work], PageError> => {
            if (unmanned()) return Effect.fail(refusal(page.url))
            const answer = Deferred.makeUnsafe<Work[keyof Work], PageError>()
            const waited: WaitingPage = { work, page, priority, answer }
            waiting.add(waited)
            return staff.pipe(
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
const restAfter = (failures: number): Duration.Duration =>
  Duration.min(longestRest, Duration.times(firstRest, 2 ** (failures - 1)))

const firstRest = Duration.seconds(1)
const longestRest = Duration.seconds(30)
