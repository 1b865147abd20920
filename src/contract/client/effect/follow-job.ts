import { Data, Effect, Predicate, Schema, Stream } from "effect"
import type { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { connect, type Connection } from "../connection.ts"
import { GleanerError } from "../GleanerError.ts"
import { retryAfterOf } from "../retry-policy.ts"

/** A stream of a job that ended before the job. */
export class CutShort extends Data.TaggedError("CutShort")<{ readonly detail: string }> {}

/**
 * An iteration of the client for promises as a stream. Its requests go through `httpClient` and its delays through the
 * Clock, in the context of the stream, and end with it. `decode` gives the typed problem of an
 * answer, `item` is what the iteration gives.
 */
export const followJob = <A, E>(
  httpClient: HttpClient.HttpClient,
  decode: (response: HttpClientResponse.HttpClientResponse) => Effect.Effect<unknown, E>,
  item: Schema.ConstraintDecoder<A>,
  follow: (connection: Connection, signal: AbortSignal) => AsyncIterable<unknown>
): Stream.Stream<A, E | HttpClientError.HttpClientError | Schema.SchemaError | CutShort> =>
  Stream.unwrap(Effect.gen(function*() {
    const context = yield* Effect.context<never>()
    const run = Effect.runPromiseWith(context)
    const controller = yield* Effect.acquireRelease(
      Effect.sync(() => new AbortController()),
      (controller) => Effect.sync(() => controller.abort())
    )
    const { signal } = controller
    const request = (url: string, headers: HeadersInit | undefined) =>
      Effect.flatMap(
        httpClient.get(url, { headers: Object.fromEntries(new Headers(headers)) }),
        (response) =>
          response.status < 300
            ? Effect.succeed(
              new Response(
                response.status === 204 ? null : Stream.toReadableStreamWith(response.stream, context, { signal }),
                response
              )
            )
            : Effect.flatMap(Effect.flip(decode(response)), (error) => Effect.fail(withTyped(response, error)))
      )
    const connection = connect(
      {
        fetch: (input, init) => run(request(String(input), init?.headers), { signal })
      },
      (milliseconds) => run(Effect.sleep(milliseconds), { signal })
    )
    const decodeItem = Schema.decodeUnknownEffect(item)
    return Stream.fromAsyncIterable(follow(connection, signal), typedOf<E>).pipe(
      Stream.mapEffect((sent) => decodeItem(sent))
    )
  }))

/** A typed problem as an error of the client for promises, whose policy decides whether the iteration resumes. */
const withTyped = ({ headers, status }: HttpClientResponse.HttpClientResponse, typed: unknown): GleanerError => {
  const code = Predicate.hasProperty(typed, "code") ? String(typed.code) : "unexpected_answer"
  return new GleanerError(
    { code, status, title: "", detail: "", retry_after: retryAfterOf(headers["retry-after"]) },
    typed
  )
}

const typedOf = <E>(error: unknown): E | HttpClientError.HttpClientError | CutShort => {
  const cause = error instanceof GleanerError ? error.cause : error
  return Predicate.hasProperty(cause, "_tag")
    ? cause as E | HttpClientError.HttpClientError // the error of `decode` or of the HttpClient
    : new CutShort({ detail: cause instanceof Error ? cause.message : String(cause) })
}
