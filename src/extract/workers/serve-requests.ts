import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import { Cause, Effect, Inspectable, Layer, Logger } from "effect"
import { WorkerRunner } from "effect/workers"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { mebibyte } from "../../core/settings/kinds.ts"
import { isTokenizerLoaded, tokenizerMemory } from "../chunks/tokenizer.ts"
import { TimeLimit } from "../parsers/TimeLimit.ts"
import type { ReaderAnswer, ReaderRequest, Result, WorkRequest } from "./messages.ts"
import { pageTime } from "./PageTime.ts"

const connection = Effect.flatMap(
  WorkerRunner.WorkerRunnerPlatform,
  (platform) => platform.start<ReaderAnswer, ReaderRequest>()
)

const serving = Effect.fnUntraced(function*(read: Serve, maxTaken: number) {
  const { run, sendUnsafe } = yield* connection
  const isWorn = wearSince(process.memoryUsage.rss(), maxTaken)
  yield* run((port, { request, timeLimit }) => {
    sendUnsafe(port, { _tag: "Begun" })
    pageTime.begin(timeLimit)
    return Effect.provideService(read(request), TimeLimit, timeLimit).pipe(
      Effect.ensuring(Effect.sync(() => pageTime.end())),
      Effect.match({
        onFailure: (error) => sendUnsafe(port, { _tag: "Refused", error: error.fault, isWorn: isWorn() }),
        onSuccess: (result) => sendUnsafe(port, { _tag: "Read", result, isWorn: isWorn() })
      })
    )
  })
})

/**
 * Whether pages have left more memory allocated than `maxTaken`. Resident memory is compared first, and again after a
 * full collection. The next collection comes when it has grown by `betweenCollections`.
 */
const wearSince = (atStart: number, maxTaken: number) => {
  let collectAt = maxTaken
  return (): boolean => {
    const taken = () => process.memoryUsage.rss() - atStart - (isTokenizerLoaded() ? tokenizerMemory : 0)
    if (taken() <= collectAt) return false
    // V8 frees the buffers of a collection in the background. The next one waits for that.
    globalThis.gc?.()
    globalThis.gc?.()
    const left = taken()
    collectAt = Math.max(maxTaken, left + betweenCollections)
    return left > maxTaken
  }
}

const betweenCollections = 32 * mebibyte

/** Sends log lines to the service, which writes them in its own format. */
const logging = Layer.unwrap(Effect.map(connection, ({ sendUnsafe }) =>
  Logger.layer([
    Logger.make(({ cause, logLevel, message }) =>
      sendUnsafe(0, {
        _tag: "Log",
        level: logLevel === "All" || logLevel === "None" ? undefined : logLevel,
        lines: [message].flat().map((part) => Inspectable.toStringUnknown(part)).concat(
          cause.reasons.length === 0 ? [] : Cause.pretty(cause)
        )
      })
    )
  ])))

/** Does one piece of work. */
export type Serve = (request: WorkRequest) => Effect.Effect<Result, PageError>

/**
 * Serves the requests of the service, one at a time, until the connection is closed. `maxTaken`: bytes that they may
 * leave allocated. After more, the process is replaced.
 */
export const serveRequests = <E, R>(serve: Effect.Effect<Serve, E, R>, maxTaken: number) =>
  Layer.effectDiscard(Effect.flatMap(serve, (read) => serving(read, maxTaken))).pipe(
    Layer.provide(logging),
    Layer.provide(NodeWorkerRunner.layer)
  )
