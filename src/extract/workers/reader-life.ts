import { Clock, Deferred, Duration, Effect, Exit, Latch, Option, Queue, Schema } from "effect"
import { Worker } from "effect/workers"
import { PageError } from "../../domain/errors/PageError.ts"
import { monotonicNow } from "../../kernel/RequestContext.ts"
import { shownUrl } from "../../kernel/shown-url.ts"
import type { ReaderAnswer, ReaderRequest, Result } from "./messages.ts"
import { type ReaderProcess, startReader } from "./reader-process.ts"
import { lost, tooSlow } from "./reading-faults.ts"
import type { Waiting, WaitingWork } from "./WaitingWork.ts"

export interface ReaderOptions {
  readonly platform: Worker.WorkerPlatform["Service"]
  readonly entry: URL
  /** Bytes of its heap. */
  readonly memory: number
  readonly pageTimeout: Duration.Duration
  /** How long to stay without work. */
  readonly idleTimeout: () => Duration.Duration
  readonly waiting: WaitingWork
  readonly onBusy: (busy: boolean) => void
  /** Run for each piece of work that it takes. */
  readonly onTaken: Effect.Effect<void>
}

/**
 * Why the reader ended: no work, a page that has filled its memory, something a page or the system did to it, or it
 * never became ready.
 */
export type ReaderEnd = "idle" | "worn" | "broken" | "unfit"

/**
 * One life of a reader: it starts, gets one piece of work after another, and is gone when this returns or is
 * interrupted.
 */
export const readerLife = Effect.fnUntraced(function*(options: ReaderOptions) {
  let reader: ReaderProcess | undefined
  let current: Waiting | undefined
  /** Set before we end the reader: the news that it is gone may arrive before the race below is decided. */
  let ended: ReaderEnd | undefined
  let isReady = false
  let hasBegun = false
  const ready = Latch.makeUnsafe()
  const answers = yield* Queue.unbounded<Settled>()
  const worker = yield* options.platform.spawn<ReaderAnswer, ReaderRequest>(0).pipe(
    Effect.provideService(Worker.Spawner, () => {
      reader = startReader(options.entry, options.memory)
      return reader.child
    })
  )

  const clock = yield* Clock.Clock
  let since = 0

  const at = (work: Waiting | undefined): void => {
    if ((work === undefined) !== (current === undefined)) options.onBusy(work !== undefined)
    const now = monotonicNow(clock)
    if (current !== undefined) options.waiting.done(current, now - since)
    current = work
    since = now
  }

  const serve = Effect.gen(function*() {
    yield* ready.await
    isReady = true
    for (;;) {
      const next = options.waiting.take()
      if (next === undefined) {
        const arrived = yield* Effect.timeoutOption(options.waiting.some, options.idleTimeout())
        if (Option.isNone(arrived)) return (ended = "idle")
        continue
      }
      const { answer, request } = next
      at(next)
      hasBegun = false
      yield* options.onTaken
      yield* worker.send({ request, timeLimit: Duration.toMillis(options.pageTimeout) })
      const settled = yield* Effect.timeoutOption(Queue.take(answers), options.pageTimeout)
      if (Option.isNone(settled)) {
        ended = "broken"
        yield* Effect.logWarning("reader replaced: a page took too long to read", { url: shownUrl(request.input.url) })
        yield* Deferred.fail(answer, tooSlow(request.input.url, options.pageTimeout))
        return ended
      }
      at(undefined)
      yield* Deferred.done(answer, settled.value.exit)
      if (settled.value.isWorn) return (ended = "worn")
    }
  }).pipe(Effect.ensuring(Effect.promise(async () => reader?.kill())))

  const receive = (answer: ReaderAnswer): Effect.Effect<unknown> => {
    switch (answer._tag) {
      case "Begun":
        return Effect.sync(() => (hasBegun = true))
      case "Log":
        return Effect.logWithLevel(answer.level)(...answer.lines)
      default:
        return Queue.offer(answers, settledBy(answer))
    }
  }
  const listen = worker.run(receive, { onSpawn: ready.open })

  /** The reader is gone, and we did not end it. */
  const gone = (fault: unknown) =>
    Effect.gen(function*() {
      if (ended !== undefined) return ended
      if (!isReady) {
        yield* Effect.logError("a reader did not start", exitOf(reader), fault)
        return "unfit" as const
      }
      const url = current?.request.input.url
      yield* Effect.logWarning("reader replaced: it has ended", {
        ...(url === undefined ? {} : { url: shownUrl(url) }),
        ...exitOf(reader)
      })
      if (current === undefined || reader === undefined) return "broken" as const
      // The reader was killed before the page could do anything to it. Once only: receiving the page may be what ends
      // it.
      if (!hasBegun && !current.wasLost) {
        current.wasLost = true
        options.waiting.putBack(current)
      } else yield* Deferred.fail(current.answer, lost(current.request.input.url, reader.exit()))
      return "broken" as const
    })

  return yield* Effect.raceFirst(serve, listen).pipe(
    Effect.catch(gone),
    // If there is no room for a process, it never starts.
    Effect.catchDefect(gone),
    Effect.ensuring(Effect.sync(() => at(undefined)))
  )
})

interface Settled {
  readonly exit: Exit.Exit<Result, PageError>
  readonly isWorn: boolean
}

const decodeError = Schema.decodeSync(PageError)

const settledBy = (answer: Exclude<ReaderAnswer, { readonly _tag: "Log" | "Begun" }>): Settled => ({
  exit: answer._tag === "Read" ? Exit.succeed(answer.result) : Exit.fail(decodeError(answer.error)),
  isWorn: answer.isWorn
})

/** What to log: how it ended and, unless memory ran out, its last words. */
const exitOf = (reader: ReaderProcess | undefined) => {
  if (reader === undefined) return {}
  const { code, isOutOfMemory, lastWords, signal } = reader.exit()
  return signal === null ? { code, lastWords } : { signal, ...(isOutOfMemory ? {} : { lastWords }) }
}
