import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { Clock, Deferred, Duration, Effect, Exit, Metric, Scope } from "effect"
import { Worker } from "effect/workers"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { Claim } from "../../core/kernel/fair/FairQueue.ts"
import { monotonicNow } from "../../core/kernel/RequestContext.ts"
import { inTurn } from "../../core/kernel/slices/in-slices.ts"
import type { metrics } from "../../core/observability/metrics.ts"
import { Settings } from "../../core/settings/Settings.ts"
import type { Result, Work, WorkName, WorkRequest } from "./messages.ts"
import { readerLife } from "./reader-life.ts"
import { ReaderCounts } from "./ReaderCounts.ts"
import { type Waiting, WaitingWork } from "./WaitingWork.ts"

export interface PoolOptions {
  /** The module that a process starts with. */
  readonly entry: URL
  /** Maximum processes. One more is started while one owner has all, for an owner that has none. */
  readonly workers: number
  /** Bytes of the heap of each. */
  readonly memory: number
  /** Timeout of one piece of work, in CPU time of its process. */
  readonly pageTimeout: Duration.Duration
  /** Whether the first process starts with the pool, and others read a page before they are needed. */
  readonly startsAtOnce: boolean
  readonly counts?: {
    readonly alive: typeof metrics.readers
    readonly busy: typeof metrics.busyReaders
    readonly broken: typeof metrics.brokenReaders
    readonly waiting: typeof metrics.waitingPages
  }
}

export interface ReaderPool {
  /** Runs one piece of work in a process. */
  run<K extends WorkName>(
    request: WorkRequest & { readonly work: K },
    claim: Claim
  ): Effect.Effect<Work[K]["result"], PageError>
}

/** Starts processes when work waits, and ends them with the scope. */
export const readerPool = Effect.fnUntraced(function*(options: PoolOptions) {
  const waiting = new WaitingWork({ units: options.workers, reserve: 1 })
  const { apiKeys } = yield* Settings
  const readers = new ReaderCounts(options.workers, apiKeys.length > 1, waiting)
  const { start, startWanted } = yield* readerStarter(options, readers, waiting)
  const { counts } = options

  const countWaiting = Effect.suspend(() =>
    counts === undefined ? Effect.void : Metric.update(counts.waiting, waiting.size)
  )

  const run = <K extends WorkName>(request: WorkRequest & { readonly work: K }, claim: Claim) =>
    Effect.suspend((): Effect.Effect<Result, PageError> => {
      if (readers.allBackingOff) return Effect.fail(refusal(request, readers))
      const answer = Deferred.makeUnsafe<Result, PageError>()
      const waited: Waiting = { ...claim, request, answer, wasLost: false }
      waiting.add(waited)
      return startWanted.pipe(
        Effect.andThen(countWaiting),
        Effect.andThen(Deferred.await(answer)),
        // Its caller goes on in a turn of its own: many results may come at once.
        Effect.tap(inTurn),
        Effect.onInterrupt(() => Effect.sync(() => waiting.remove(waited))),
        Effect.ensuring(countWaiting)
      )
      // The answer has the type of the request.
    }) as Effect.Effect<Work[K]["result"], PageError>

  if (options.startsAtOnce) yield* start(false)
  const pool: ReaderPool = { run }
  return pool
  // The platform of this program, which no caller chooses.
  // @effect-diagnostics-next-line strictEffectProvide:off
}, Effect.provide(NodeWorker.layerPlatform))

/** Starts readers, which the scope ends, and the next ones when they end. */
const readerStarter = Effect.fnUntraced(function*(options: PoolOptions, readers: ReaderCounts, waiting: WaitingWork) {
  const { counts, entry, memory, pageTimeout, startsAtOnce } = options
  const clock = yield* Clock.Clock
  const scope = yield* Scope.Scope
  const platform = yield* Worker.WorkerPlatform
  // Run readers outside the span and log annotations of the request that starts them, because they outlive it.
  const own = yield* Effect.context<never>()
  /** The work of readers that ended by it and are not replaced yet. */
  const owing: Array<Claim> = []

  const life = (replaces: Claim | undefined, isWarmed: boolean) =>
    readerLife({
      platform,
      entry,
      memory,
      pageTimeout,
      replaces,
      isWarmed,
      isKept: () => readers.keepsReserve(monotonicNow(clock)),
      waiting,
      onBusy: (isBusy) => {
        readers.turned(isBusy, monotonicNow(clock))
        counts?.busy.modifyUnsafe(isBusy ? 1 : -1, own)
      },
      // Work that arrived while this reader was free may need another one now.
      onTaken: Effect.suspend(() => startWanted)
    })

  /** Waits after a failed start. Without another reader, waiting work fails at once. */
  const backOff = Effect.suspend(() => {
    readers.unfit++
    readers.backingOff++
    for (const work of readers.allBackingOff ? waiting.clear() : []) {
      Deferred.doneUnsafe(work.answer, Exit.fail(refusal(work.request, readers)))
    }
    return Effect.ensuring(Effect.sleep(backoffAfter(readers.unfit)), Effect.sync(() => readers.backingOff--))
  })

  const start = (isWarmed: boolean): Effect.Effect<void> =>
    Effect.suspend(() => {
      readers.alive++
      return counted(counts?.alive, 1).pipe(
        Effect.andThen(life(owing.shift(), isWarmed)),
        Effect.tap(({ end }) =>
          end === "broken" && counts !== undefined ? Metric.update(counts.broken, 1) : Effect.void
        ),
        Effect.tap(({ end }) => end === "unfit" ? backOff : Effect.void),
        Effect.map(({ end, last }) => {
          if (last !== undefined && (end === "worn" || end === "broken")) owing.push(last)
          return end
        }),
        Effect.ensuring(Effect.suspend(() => {
          readers.alive--
          return counted(counts?.alive, -1)
        })),
        // Start the next reader before the next page needs it.
        Effect.flatMap((end) => end === "worn" && readers.isBelowWorkers ? start(false) : startWanted),
        Effect.updateContext<never, never>(() => own),
        Effect.forkIn(scope),
        Effect.asVoid
      )
    })

  /** Starts one more reader if the waiting work can use it, or another owner could. */
  const startWanted: Effect.Effect<void> = Effect.suspend(() => {
    if (readers.isShort) return start(false)
    return readers.needsReserve ? start(startsAtOnce) : Effect.void
  })

  return { start, startWanted }
})

const refusal = ({ input }: WorkRequest, { unfit }: ReaderCounts): PageError =>
  fault.noReader(input.url, backoffAfter(unfit))

const counted = (gauge: typeof metrics.readers | undefined, change: number): Effect.Effect<void> =>
  gauge === undefined ? Effect.void : Metric.modify(gauge, change)

/** Backoff after failed starts, which would otherwise repeat in a loop. */
const backoffAfter = (failures: number): Duration.Duration =>
  Duration.min(maxBackoff, Duration.times(initialBackoff, 2 ** (failures - 1)))

const initialBackoff = Duration.seconds(1)
const maxBackoff = Duration.seconds(30)
