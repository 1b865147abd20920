import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Context, Deferred, Duration, Effect, Exit, Layer, Metric, Scope } from "effect"
import { Worker } from "effect/workers"
import type { PageError } from "../../domain/errors/PageError.ts"
import { metrics } from "../../observability/metrics.ts"
import { Settings } from "../../Settings.ts"
import type { PageAsker } from "../Page.ts"
import type { Result, Work, WorkName, WorkRequest } from "./messages.ts"
import { readerEntry } from "./reader-entry.ts"
import { readerLife } from "./reader-life.ts"
import { noReader } from "./reading-faults.ts"
import { type Waiting, WaitingWork } from "./WaitingWork.ts"

/**
 * Processes that extract pages and sitemaps, one at a time each. The first starts at once, the others when work waits.
 * One more is started for an owner that has none while others have all. It is no Pool: a Pool serves in order of
 * arrival, and here callers go before crawls, and owners take turns.
 */
export class Readers extends Context.Service<Readers, {
  /**
   * Fails as the extractor does, and with `fetch_failed`/decode for a page that takes longer than
   * extractTimeout or ends its reader; another reader then takes its place. Work that is interrupted while it
   * waits is never started. A page in work keeps its reader until it is done or its time is over.
   */
  run<K extends WorkName>(
    request: WorkRequest & { readonly work: K },
    asker: PageAsker
  ): Effect.Effect<Work[K]["result"], PageError>
}>()("gleaner/extract/workers/Readers") {
  /** Readers that start with the module at `entry`. */
  static readonly layerOf = (entry: URL) =>
    Layer.effect(
      Readers,
      Effect.gen(function*() {
        const { extractTimeout, workerMemory, workers } = yield* Settings
        const scope = yield* Scope.Scope
        const waiting = new WaitingWork({ units: workers, reserve: 1 })
        let alive = 0
        let busy = 0
        /** Places of readers that did not start, and how many in a row did not. */
        let resting = 0
        let unfit = 0

        // A reader outlives the request that started it, so it must not have the span and log annotations of that
        // request.
        const own = yield* Effect.context<never>()

        const life = readerLife({
          platform: yield* Worker.WorkerPlatform,
          entry,
          memory: workerMemory,
          pageTimeout: extractTimeout,
          idleTimeout: () => alive > workers ? extraTimeout : idleTimeout,
          waiting,
          onBusy: (isBusy) => {
            busy += isBusy ? 1 : -1
            metrics.busyReaders.modifyUnsafe(isBusy ? 1 : -1, own)
            unfit = 0
          },
          // Work that arrived while this reader was free may need another one now.
          onTaken: Effect.suspend(() => startWanted)
        })

        const refusal = (url: string) => noReader(url, restAfter(unfit))

        /**
         * A reader that did not start leaves its place free for a while. Without another reader, nobody waits for that.
         */
        const rest = Effect.suspend(() => {
          unfit++
          resting++
          for (const work of allRest() ? waiting.clear() : []) {
            Deferred.doneUnsafe(work.answer, Exit.fail(refusal(work.request.input.url)))
          }
          return Effect.ensuring(Effect.sleep(restAfter(unfit)), Effect.sync(() => resting--))
        })

        const allRest = () => resting >= workers && resting === alive

        const start: Effect.Effect<void> = Effect.suspend(() => {
          alive++
          return Metric.modify(metrics.readers, 1).pipe(
            Effect.andThen(life),
            Effect.tap((end) => end === "broken" ? Metric.update(metrics.brokenReaders, 1) : Effect.void),
            Effect.tap((end) => end === "unfit" ? rest : Effect.void),
            Effect.ensuring(Effect.suspend(() => {
              alive--
              return Metric.modify(metrics.readers, -1)
            })),
            // The next page should not have to wait for a start.
            Effect.flatMap((end) => end === "worn" && alive < workers ? start : startWanted),
            Effect.updateContext<never, never>(() => own),
            Effect.forkIn(scope),
            Effect.asVoid
          )
        })

        /** Starts one more reader if the waiting work can use it. */
        const startWanted = Effect.suspend(() => {
          const limit = busy < workers ? workers : workers + 1
          return alive < limit && waiting.startable > alive - busy - resting ? start : Effect.void
        })

        const run = <K extends WorkName>(request: WorkRequest & { readonly work: K }, asker: PageAsker) =>
          Effect.suspend((): Effect.Effect<Result, PageError> => {
            if (allRest()) return Effect.fail(refusal(request.input.url))
            const answer = Deferred.makeUnsafe<Result, PageError>()
            const waited: Waiting = { ...asker, request, answer, wasLost: false }
            waiting.add(waited)
            return startWanted.pipe(
              Effect.andThen(Effect.suspend(() => Metric.update(metrics.waitingPages, waiting.size))),
              Effect.andThen(Deferred.await(answer)),
              Effect.onInterrupt(() => Effect.sync(() => waiting.remove(waited))),
              Effect.ensuring(Effect.suspend(() => Metric.update(metrics.waitingPages, waiting.size)))
            )
            // A reader answers the request it was sent.
          }) as Effect.Effect<Work[K]["result"], PageError>

        yield* start
        return Readers.of({ run })
      })
    ).pipe(Layer.provide(NodeWorker.layerPlatform))

  static readonly layer = Layer.suspend(() => this.layerOf(readerEntry()))
}

const idleTimeout = Duration.minutes(1)
/** For readers beyond the number of the settings. */
const extraTimeout = Duration.seconds(5)

/** Without a rest, a reader that cannot start would be started again and again. */
const restAfter = (failures: number): Duration.Duration =>
  Duration.min(maxRest, Duration.times(firstRest, 2 ** (failures - 1)))

const firstRest = Duration.seconds(1)
const maxRest = Duration.seconds(30)
