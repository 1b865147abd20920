import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import { Cause, Effect, Inspectable, Layer, Logger, Schema } from "effect"
import { WorkerRunner } from "effect/workers"
import { PageError } from "../../domain/PageError.ts"
import { Extractor } from "../Extractor.ts"
import type { ThreadAnswer, ThreadRequest, Work } from "./messages.ts"

const connection = Effect.flatMap(
  WorkerRunner.WorkerRunnerPlatform,
  (platform) => platform.start<ThreadAnswer, ThreadRequest>()
)

const encodeError = Schema.encodeSync(PageError)

const serving = Effect.gen(function*() {
  const { run, sendUnsafe } = yield* connection
  const { extract, links } = yield* Extractor
  yield* run((port, { page, work }) => {
    const reading: Effect.Effect<Work[keyof Work], PageError> = work === "extract" ? extract(page) : links(page)
    return Effect.match(reading, {
      onFailure: (error) => sendUnsafe(port, { _tag: "Refused", error: encodeError(error) }),
      onSuccess: (result) => sendUnsafe(port, { _tag: "Read", result }, "json" in result ? [result.json.buffer] : [])
    })
  })
})

/** What is logged in a thread is the service's to write, in its own form and to its own place. */
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

/** The thread's side: reads the pages it is sent, one at a time, until it is closed. */
export const servePages = (extractor: Layer.Layer<Extractor>) =>
  Layer.effectDiscard(serving).pipe(
    Layer.provide([extractor, logging]),
    Layer.provide(NodeWorkerRunner.layer)
  )
