import { Deferred, type Duration, Effect, Exit, Latch, Option, Queue, Schema } from "effect"
import { Worker, type WorkerError } from "effect/workers"
import { Worker as Thread } from "node:worker_threads"
import { PageError } from "../../domain/PageError.ts"
import type { ThreadAnswer, ThreadRequest, Work } from "./messages.ts"
import { crashed, tooSlow } from "./page-faults.ts"
import type { WaitingPage, WaitingPages } from "./WaitingPages.ts"

export interface ThreadOptions {
  readonly platform: Worker.WorkerPlatform["Service"]
  readonly entry: URL
  /** Bytes of its heap. */
  readonly memory: number
  readonly pageTimeout: Duration.Duration
  readonly idleTimeout: Duration.Duration
  readonly waiting: WaitingPages
  readonly onBusy: (busy: boolean) => void
}

/** Whether the thread came to an end for want of pages, at a page that was too much for it, or without having been given any. */
export type ThreadEnd = "idle" | "broken" | "unfit"

/** One life of a thread: started, given one page after the other, and gone when this returns or is interrupted. */
export const threadLife = Effect.fnUntraced(function*(options: ThreadOptions) {
  let thread: Thread | undefined
  let current: WaitingPage | undefined
  let isUsed = false
  let isRetired = false
  const ready = Latch.makeUnsafe()
  const answers = yield* Queue.unbounded<Settled>()
  const worker = yield* options.platform.spawn<ThreadAnswer, ThreadRequest>(0).pipe(
    Effect.provideService(Worker.Spawner, () => thread = started(options))
  )

  const at = (page: WaitingPage | undefined): void => {
    if ((page === undefined) !== (current === undefined)) options.onBusy(page !== undefined)
    isUsed ||= page !== undefined
    current = page
  }

  const serve = Effect.gen(function*() {
    yield* ready.await
    for (;;) {
      const next = options.waiting.take()
      if (next === undefined) {
        const arrived = yield* Effect.timeoutOption(options.waiting.some, options.idleTimeout)
        isRetired = Option.isNone(arrived)
        if (isRetired) return "idle" as const
        continue
      }
      const { answer, page, work } = next
      at(next)
      // A copy is transferred: the cache keeps its own bytes.
      const body = page.body.slice()
      yield* worker.send({ work, page: { ...page, body } }, [body.buffer])
      const settled = yield* Effect.timeoutOption(Queue.take(answers), options.pageTimeout)
      if (Option.isNone(settled)) {
        yield* Deferred.fail(answer, tooSlow(page.url, options.pageTimeout))
        return "broken" as const
      }
      at(undefined)
      yield* Deferred.done(answer, settled.value)
    }
    // A thread in the midst of a page does not hear that it is to close.
  }).pipe(Effect.ensuring(Effect.promise(async () => thread?.terminate())))

  const receive = (answer: ThreadAnswer) =>
    answer._tag === "Log" ? Effect.logWithLevel(answer.level)(...answer.lines) : Queue.offer(answers, settledBy(answer))
  const listen = worker.run(receive, { onSpawn: ready.open })

  const broken = (error: WorkerError.WorkerError) =>
    Effect.gen(function*() {
      // That it is gone may be heard of before the race is decided.
      if (isRetired) return "idle" as const
      yield* Effect.logError("an extraction thread broke down", { url: current?.page.url }, error)
      if (current !== undefined) yield* Deferred.fail(current.answer, crashed(current.page.url, error))
      return isUsed ? "broken" as const : "unfit" as const
    })

  return yield* Effect.raceFirst(serve, listen).pipe(
    Effect.catch(broken),
    Effect.ensuring(Effect.sync(() => at(undefined)))
  )
})

type Settled = Exit.Exit<Work[keyof Work], PageError>

const decodeError = Schema.decodeSync(PageError)

const settledBy = (answer: Exclude<ThreadAnswer, { readonly _tag: "Log" }>): Settled =>
  answer._tag === "Read" ? Exit.succeed(answer.result) : Exit.fail(decodeError(answer.error))

const mebibyte = 1024 * 1024

/**
 * Mebibytes for what has just been made. V8 would let it grow to several times this, and the bodies that wait in it to be collected are
 * as much again; a page's own tree fits.
 */
const youngGeneration = 24

const started = ({ entry, memory }: ThreadOptions): Thread =>
  new Thread(entry, {
    resourceLimits: {
      maxOldGenerationSizeMb: Math.ceil(memory / mebibyte),
      maxYoungGenerationSizeMb: youngGeneration
    }
  })
