import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Clock, Context, Deferred, Duration, Effect, Exit, Layer, Metric, Scope } from "effect"
import { Worker } from "effect/workers"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { Claim } from "../../core/kernel/fair/FairQueue.ts"
import { monotonicNow } from "../../core/kernel/RequestContext.ts"
import { inTurn } from "../../core/kernel/slices/in-slices.ts"
import { metrics } from "../../core/observability/metrics.ts"
import { Settings } from "../../core/settings/Settings.ts"
import type { Result, Work, WorkName, WorkRequest } from "./messages.ts"
import { readerEntry } from "./reader-entry.ts"
import { readerLife } from "./reader-life.ts"
import { type Waiting, WaitingWork } from "./WaitingWork.ts"

/**
 * Processes that extract pages and sitemaps, one at a time each. The first starts at once, the others when work waits.
 * One more is started while one owner has all, for an owner that has none. It is not Effect's Pool, which serves in order
 * of arrival: callers go before crawls here, and owners take turns.
 */
export class Readers extends Context.Service<Readers, {
  /**
   * Fails as the extractor does, and with `fetch_failed`/decode for a page that takes longer than extractTimeout or
   * ends its reader; another reader then takes its place. Work that is interrupted while it waits is never started. A
   * page in work holds its reader until it is done or times out.
   */
  run<K extends WorkName>(
    request: WorkRequest & { readonly work: K },
    claim: Claim
  ): Effect.Effect<Work[K]["result"], PageError>
}>()("gleaner/extract/workers/Readers") {
  /** Readers that start with the module at `entry`. */
  static readonly layerOf = (entry: URL) =>
    Layer.effect(
      Readers,
      Effect.gen(function*() {
        const { apiKeys, extractTimeout, workerMemory, workers } = yield* Settings
        const clock = yield* Clock.Clock
        const scope = yield* Scope.Scope
        const hasOthers = apiKeys.length > 1
        const waiting = new WaitingWork({ units: workers, reserve: 1 })
        let alive = 0
        let busy = 0
        /** Number of readers that failed to start and wait for the backoff, and number of such failures in a row. */
        let backingOff = 0
        let unfit = 0
        /** When one owner last had all readers. */
        let heldAt = Number.NEGATIVE_INFINITY
        /** The work of readers that ended by it and are not replaced yet. */
        const owing: Array<Claim> = []

        // Run readers outside the span and log annotations of the request that starts them, because they outlive it.
        const own = yield* Effect.context<never>()

        const platform = yield* Worker.WorkerPlatform
        const life = (replaces: Claim | undefined, isWarmed: boolean) =>
          readerLife({
            platform,
            entry,
            memory: workerMemory,
            pageTimeout: extractTimeout,
            replaces,
            isWarmed,
            // The reader beyond GLEANER_WORKERS stays warm while another owner could need it, and a minute more.
            isKept: () =>
              alive > workers && hasOthers && (waiting.isHeldByOne || monotonicNow(clock) - heldAt < keptFor),
            waiting,
            onBusy: (isBusy) => {
              if (waiting.isHeldByOne) heldAt = monotonicNow(clock)
              busy += isBusy ? 1 : -1
              metrics.busyReaders.modifyUnsafe(isBusy ? 1 : -1, own)
              unfit = 0
            },
            // Work that arrived while this reader was free may need another one now.
            onTaken: Effect.suspend(() => startWanted)
          })

        const refusal = (url: string) => fault.noReader(url, backoffAfter(unfit))

        /** Waits after a failed start. Without another reader, waiting work fails at once. */
        const backOff = Effect.suspend(() => {
          unfit++
          backingOff++
          for (const work of allBackingOff() ? waiting.clear() : []) {
            Deferred.doneUnsafe(work.answer, Exit.fail(refusal(work.request.input.url)))
          }
          return Effect.ensuring(Effect.sleep(backoffAfter(unfit)), Effect.sync(() => backingOff--))
        })

        const allBackingOff = () => backingOff >= workers && backingOff === alive

        const startOne = (isWarmed: boolean): Effect.Effect<void> =>
          Effect.suspend(() => {
            alive++
            return Metric.modify(metrics.readers, 1).pipe(
              Effect.andThen(life(owing.shift(), isWarmed)),
              Effect.tap(({ end }) => end === "broken" ? Metric.update(metrics.brokenReaders, 1) : Effect.void),
              Effect.tap(({ end }) => end === "unfit" ? backOff : Effect.void),
              Effect.map(({ end, last }) => {
                if (last !== undefined && (end === "worn" || end === "broken")) owing.push(last)
                return end
              }),
              Effect.ensuring(Effect.suspend(() => {
                alive--
                return Metric.modify(metrics.readers, -1)
              })),
              // Start the next reader before the next page needs it.
              Effect.flatMap((end) => end === "worn" && alive < workers ? startOne(false) : startWanted),
              Effect.updateContext<never, never>(() => own),
              Effect.forkIn(scope),
              Effect.asVoid
            )
          })

        /** Starts one more reader if the waiting work can use it. */
        const startWanted: Effect.Effect<void> = Effect.suspend(() => {
          const limit = busy < workers ? workers : workers + 1
          if (alive < limit && waiting.startable > alive - busy - backingOff) return startOne(false)
          // Another owner's first page would wait for the start of a process, beside this owner's work.
          const isHeld = hasOthers && waiting.isHeldByOne && waiting.size > 0
          return isHeld && alive === workers && backingOff === 0 ? startOne(true) : Effect.void
        })

        const run = <K extends WorkName>(request: WorkRequest & { readonly work: K }, claim: Claim) =>
          Effect.suspend((): Effect.Effect<Result, PageError> => {
            if (allBackingOff()) return Effect.fail(refusal(request.input.url))
            const answer = Deferred.makeUnsafe<Result, PageError>()
            const waited: Waiting = { ...claim, request, answer, wasLost: false }
            waiting.add(waited)
            return startWanted.pipe(
              Effect.andThen(Effect.suspend(() => Metric.update(metrics.waitingPages, waiting.size))),
              Effect.andThen(Deferred.await(answer)),
              // Its caller goes on in a turn of its own: many results may come at once.
              Effect.tap(inTurn),
              Effect.onInterrupt(() => Effect.sync(() => waiting.remove(waited))),
              Effect.ensuring(Effect.suspend(() => Metric.update(metrics.waitingPages, waiting.size)))
            )
            // The answer has the type of the request.
          }) as Effect.Effect<Work[K]["result"], PageError>

        yield* startOne(false)
        return Readers.of({ run })
      })
    ).pipe(Layer.provide(NodeWorker.layerPlatform))

  static readonly layer = Layer.suspend(() => this.layerOf(readerEntry()))
}

/** Milliseconds for which the reader beyond GLEANER_WORKERS stays after one owner had all. */
const keptFor = 60_000

/** Backoff after failed starts, which would otherwise repeat in a loop. */
const backoffAfter = (failures: number): Duration.Duration =>
  Duration.min(maxBackoff, Duration.times(initialBackoff, 2 ** (failures - 1)))

const initialBackoff = Duration.seconds(1)
const maxBackoff = Duration.seconds(30)
