import { Data, Duration, Effect, Option, Redacted, Schedule, Schema } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"

export interface GleanerClientOptions {
  /** Where the service is, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  readonly apiKey?: Redacted.Redacted | undefined
}

/** How often a request is sent at most, while the service says 429 or 503. */
const maxTries = 4
/** Seconds. A caller who is told to wait for longer decides that himself. */
const maxRetryAfter = 90

/** Requests to the service, with its key. Retry-After is obeyed a few times. */
export const patientClient = ({ apiKey, baseUrl }: GleanerClientOptions) => (client: HttpClient.HttpClient) =>
  client.pipe(
    HttpClient.mapRequest((request) =>
      HttpClientRequest.prependUrl(
        apiKey === undefined ? request : HttpClientRequest.setHeader(request, "x-api-key", Redacted.value(apiKey)),
        baseUrl.replace(/\/+$/, "")
      )
    ),
    HttpClient.transformResponse((send) => {
      const sent = (tries: number): typeof send =>
        Effect.flatMap(send, (response) => {
          const wait = waitOf(response)
          return wait === undefined || tries >= maxTries
            ? Effect.succeed(response)
            : Effect.andThen(Effect.sleep(wait), sent(tries + 1))
        })
      return sent(1)
    })
  )

const secondsIn = Schema.decodeUnknownOption(Schema.FiniteFromString)

const waitOf = ({ headers, status }: HttpClientResponse.HttpClientResponse): Duration.Duration | undefined => {
  const seconds = Option.getOrElse(secondsIn(headers["retry-after"]), () => 0)
  return [429, 503].includes(status) && seconds > 0 && seconds <= maxRetryAfter
    ? Duration.seconds(seconds)
    : undefined
}

/** Between the tries to go on after a cut: more than two minutes in all. A stream that goes on begins anew. */
export const resuming = <E extends { readonly _tag: string }>() =>
  Schedule.min([Schedule.exponential("250 millis"), Schedule.spaced("30 seconds")]).pipe(
    Schedule.jittered,
    Schedule.upTo({ times: 11 }),
    Schedule.while(({ input }: { readonly input: E }) => isCut(input))
  )

/** A stream of a job that ended before the job. */
export class CutShort extends Data.TaggedError("CutShort")<{ readonly detail: string }> {}

const isCut = (error: { readonly _tag: string; readonly reason?: unknown }): boolean =>
  error._tag === "CutShort" || error._tag === "HttpClientError" || error._tag === "Overloaded" ||
  error._tag === "StoreUnavailable" || error._tag === "ShuttingDown"
