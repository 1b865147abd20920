import { Clock, Deferred, Duration, Effect, Exit, Latch, Option, Queue } from "effect"
import { Worker } from "effect/workers"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { Claim } from "../../core/kernel/fair/FairQueue.ts"
import { monotonicNow } from "../../core/kernel/RequestContext.ts"
import { shownUrl } from "../../core/kernel/shown-url.ts"
import type { ReaderAnswer, ReaderRequest, Result } from "./messages.ts"
import { type ReaderProcess, startReader } from "./reader-process.ts"
import type { Waiting, WaitingWork } from "./WaitingWork.ts"
import { warmUp } from "./warm-up.ts"

export interface ReaderOptions {
  readonly platform: Worker.WorkerPlatform["Service"]
  readonly entry: URL
  /** Bytes of its heap. */
  readonly memory: number
  readonly pageTimeout: Duration.Duration
  /** The work whose reader this one replaces. Its owner is charged for the start. */
  readonly replaces: Claim | undefined
  /** Whether to read a small page first, so the next one is fast. */
  readonly isWarmed: boolean
  /** Whether to stay after a minute without work. */
  readonly isKept: () => boolean
  readonly waiting: WaitingWork
  readonly onBusy: (busy: boolean) => void
  /** Run for each piece of work that it takes. */
  readonly onTaken: Effect.Effect<void>
}

/**
 * Reason for the end of a reader: no work, memory retained by pages, killed by a page or the system, or never ready.
 */
export type ReaderEnd = "idle" | "worn" | "broken" | "unfit"

/** The end of a reader, and its last work. */
export interface ReaderLife {
  readonly end: ReaderEnd
  readonly last: Claim | undefined
}

/** Runs one reader: it starts, serves one request after another, and has exited when this returns or is interrupted. */
export const readerLife = Effect.fnUntraced(function*(options: ReaderOptions) {
  const life: Life = {
    options,
    clock: yield* Clock.Clock,
    ready: Latch.makeUnsafe(),
    answers: yield* Queue.unbounded<Settled>(),
    reader: undefined,
    current: undefined,
    last: undefined,
    since: 0,
    ended: undefined,
    isReady: false,
    hasBegun: false
  }
  const worker = yield* options.platform.spawn<ReaderAnswer, ReaderRequest>(0).pipe(
    Effect.provideService(Worker.Spawner, () => {
      life.reader = startReader(options.entry, options.memory)
      return life.reader.child
    })
  )
  const serve = Effect.ensuring(serveWaiting(life, worker), Effect.promise(async () => life.reader?.kill()))
  const listen = worker.run((answer) => receive(life, answer), { onSpawn: life.ready.open })
  const onExit = (cause: unknown) => endOnExit(life, cause)

  const end: ReaderEnd = yield* Effect.raceFirst(serve, listen).pipe(
    Effect.catch(onExit),
    // Without memory for a process, it never starts.
    Effect.catchDefect(onExit),
    Effect.ensuring(Effect.sync(() => setCurrent(life, undefined)))
  )
  return { end, last: life.last } satisfies ReaderLife
})

interface Life {
  readonly options: ReaderOptions
  readonly clock: Clock.Clock
  readonly ready: Latch.Latch
  readonly answers: Queue.Queue<Settled>
  reader: ReaderProcess | undefined
  current: Waiting | undefined
  last: Waiting | undefined
  /** Start of the current work. */
  since: number
  /** Set before the reader is ended here: its exit may be reported before the race is decided. */
  ended: ReaderEnd | undefined
  isReady: boolean
  hasBegun: boolean
}

const setCurrent = (life: Life, work: Waiting | undefined): void => {
  const { clock, current, options, since } = life
  if ((work === undefined) !== (current === undefined)) options.onBusy(work !== undefined)
  const now = monotonicNow(clock)
  if (current !== undefined) options.waiting.done(current, now - since)
  life.current = work
  life.last = work ?? life.last
  life.since = now
}

const serveWaiting = Effect.fnUntraced(function*(life: Life, worker: Worker.Worker<ReaderAnswer, ReaderRequest>) {
  const { isKept, isWarmed, pageTimeout, replaces, waiting } = life.options
  const started = monotonicNow(life.clock)
  yield* life.ready.await
  life.isReady = true
  if (replaces !== undefined) waiting.charge(replaces, monotonicNow(life.clock) - started)
  const timeLimit = Duration.toMillis(pageTimeout)
  const longest = Duration.times(pageTimeout, wallFactor)
  if (isWarmed) {
    yield* worker.send({ request: warmUp, timeLimit })
    yield* Effect.timeoutOption(Queue.take(life.answers), longest)
  }
  for (;;) {
    const next = waiting.take()
    if (next === undefined) {
      const arrived = yield* Effect.timeoutOption(waiting.some, idleTimeout)
      if (Option.isNone(arrived) && !isKept()) return (life.ended = "idle")
      continue
    }
    const { answer, request } = next
    setCurrent(life, next)
    life.hasBegun = false
    yield* life.options.onTaken
    yield* worker.send({ request, timeLimit })
    const settled = yield* Effect.timeoutOption(Queue.take(life.answers), longest)
    if (Option.isNone(settled)) {
      life.ended = "broken"
      yield* failSlow(life, next)
      return life.ended
    }
    setCurrent(life, undefined)
    yield* Deferred.done(answer, settled.value.exit)
    if (settled.value.isWorn) return (life.ended = "worn")
  }
})

/** Without CPU time, a page ends after this multiple of the timeout. */
const wallFactor = 4
const idleTimeout = Duration.minutes(1)

const failSlow = Effect.fnUntraced(function*({ options }: Life, { answer, request }: Waiting) {
  yield* Effect.logWarning("reader replaced: a page took too long to read", { url: shownUrl(request.input.url) })
  yield* Deferred.fail(answer, fault.readTooSlow(request.input.url, options.pageTimeout))
})

const receive = (life: Life, answer: ReaderAnswer): Effect.Effect<unknown> => {
  switch (answer._tag) {
    case "Begun":
      return Effect.sync(() => (life.hasBegun = true))
    case "Log":
      return Effect.logWithLevel(answer.level)(...answer.lines)
    default:
      return Queue.offer(life.answers, settledBy(answer))
  }
}

/** Handles an exit that was not requested here. */
const endOnExit = Effect.fnUntraced(function*(life: Life, cause: unknown) {
  const { current, ended, hasBegun, isReady, options, reader } = life
  if (ended !== undefined) return ended
  if (!isReady) {
    yield* Effect.logError("a reader did not start", exitOf(reader), cause)
    return "unfit" as const
  }
  if (current !== undefined && reader?.exit().isOutOfTime === true) {
    yield* failSlow(life, current)
    return "broken" as const
  }
  const url = current?.request.input.url
  yield* Effect.logWarning("reader replaced: it has ended", {
    ...(url === undefined ? {} : { url: shownUrl(url) }),
    ...exitOf(reader)
  })
  if (current === undefined || reader === undefined) return "broken" as const
  // The reader was killed before the page could do anything to it. Retry once only, because receiving the page may
  // end a reader.
  if (!hasBegun && !current.wasLost) {
    current.wasLost = true
    options.waiting.putBack(current)
  } else yield* Deferred.fail(current.answer, fault.readerLost(current.request.input.url, reader.exit()))
  return "broken" as const
})

interface Settled {
  readonly exit: Exit.Exit<Result, PageError>
  readonly isWorn: boolean
}

const settledBy = (answer: Exclude<ReaderAnswer, { readonly _tag: "Log" | "Begun" }>): Settled => ({
  exit: answer._tag === "Read" ? Exit.succeed(answer.result) : Exit.fail(fault.received(answer.error)),
  isWorn: answer.isWorn
})

/** Log fields: exit code or signal and, unless memory ran out, the end of standard error. */
const exitOf = (reader: ReaderProcess | undefined) => {
  if (reader === undefined) return {}
  const { code, isOutOfMemory, lastWords, signal } = reader.exit()
  return signal === null ? { code, lastWords } : { signal, ...(isOutOfMemory ? {} : { lastWords }) }
}
