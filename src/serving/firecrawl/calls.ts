import { ByteSize, Effect, Result, Schema } from "effect"
import { HttpIncomingMessage, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type GleanerClient, GleanerError, type StartOptions } from "../../contract/client/index.ts"
import { wrongFields } from "../../core/domain/options/wrong-fields.ts"
import { strict } from "../../core/domain/schema/strict.ts"
import { inSlices } from "../../core/kernel/slices/in-slices.ts"
import { jsonOf } from "../../core/kernel/slices/json-of.ts"
import type { LocalCaller } from "../server/auth/local-callers.ts"
import { problem, refusedFor } from "./answers.ts"

export type Use = (client: GleanerClient, call: StartOptions) => Promise<object>

/** The JSON of the request, of at most `limit` bytes. */
export const readBody = Effect.fnUntraced(function*(limit: number) {
  const request = yield* HttpServerRequest.HttpServerRequest
  return yield* request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit)),
    Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))),
    Effect.option
  )
})

/** The request in a body, or the answer that names every wrong option. */
export const checked = <A>(schema: Schema.Codec<A, unknown>, body: unknown) =>
  Result.mapError(
    Schema.decodeUnknownResult(schema)(body, strict),
    ({ issue }) => refusedFor(wrongFields(issue, { max: maxErrors, input: body }).slice(0, maxErrors))
  )

const maxErrors = 20

/** The outcome of a call to our own API, in Firecrawl's shape. */
export const use = Effect.fnUntraced(function*({ client }: LocalCaller, run: Use) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const answer = yield* Effect.result(Effect.tryPromise({
    try: (signal) => run(client, { signal, idempotencyKey: request.headers["x-idempotency-key"] }),
    catch: (error) => {
      if (error instanceof GleanerError) return error
      throw error
    }
  }))
  if (Result.isFailure(answer)) return problem(answer.failure)
  return HttpServerResponse.text(yield* inSlices(() => jsonOf(answer.success)), { contentType: "application/json" })
})
