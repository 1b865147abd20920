import { Clock, Context, Effect, Option, Scope, Stream } from "effect"
import { HttpClient, type HttpClientRequest, type HttpClientResponse } from "effect/http"
import { SecretFields } from "./SecretFields.ts"

/** A request and its response, as close to the wire as this side of the transport sees them. */
export interface Exchange {
  readonly url: string
  readonly method: string
  /** Without the values of secret fields. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly status: number
  /** Lower-case names; repeated fields joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** Content-codings are still in place; transfer-codings are removed. */
  readonly body: Uint8Array
  /** Whether the body was read to its end. */
  readonly isWhole: boolean
  /** When the header of the response came, in milliseconds since the epoch. */
  readonly at: number
}

/** Receives every exchange of the transport that it is provided to. The default records nothing. */
export const ExchangeTap = Context.Reference<((exchange: Exchange) => Effect.Effect<void>) | undefined>(
  "gleaner/net/ExchangeTap",
  { defaultValue: () => undefined }
)

/**
 * The client, which calls `record` for every exchange when its scope closes. The record has as much of the body as was
 * read: the rest was never fetched.
 */
export const tapped = (
  client: HttpClient.HttpClient,
  record: (exchange: Exchange) => Effect.Effect<void>
): HttpClient.HttpClient =>
  HttpClient.transform(
    client,
    (response, request) =>
      Effect.flatMap(response, (response) =>
        Effect.flatMap(Effect.serviceOption(Scope.Scope), (scope) =>
          Option.isNone(scope) ? Effect.succeed(response) : recorded(record, request, response, scope.value)))
  )

const recorded = Effect.fnUntraced(function*(
  record: (exchange: Exchange) => Effect.Effect<void>,
  request: HttpClientRequest.HttpClientRequest,
  response: HttpClientResponse.HttpClientResponse,
  scope: Scope.Scope
) {
  const at = yield* Clock.currentTimeMillis
  const secret = yield* SecretFields
  const chunks: Array<Uint8Array> = []
  let isWhole = false
  const stream = response.stream.pipe(
    Stream.tap((chunk) => Effect.sync(() => chunks.push(new Uint8Array(chunk)))),
    Stream.concat(Stream.fromEffectDrain(Effect.sync(() => (isWhole = true))))
  )
  yield* Scope.addFinalizer(
    scope,
    Effect.suspend(() =>
      record({
        url: request.url,
        method: request.method,
        requestHeaders: withoutValues(request.headers, secret),
        status: response.status,
        headers: { ...response.headers },
        body: Buffer.concat(chunks),
        isWhole,
        at
      })
    )
  )
  // The response is an object of the client's own class. All readers of bodies here take the stream.
  return Object.defineProperty(response, "stream", { value: stream })
})

const withoutValues = (headers: Readonly<Record<string, string>>, secret: ReadonlyArray<string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secret.includes(name) ? "<redacted>" : value])
  )
