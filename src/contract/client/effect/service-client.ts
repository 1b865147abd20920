import { Effect, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { defaultTries, isTransient, retryAfterOf, retryPolicy } from "../retry-policy.ts"

export interface GleanerClientOptions {
  /** Where the service is, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string
  /** A key of the service. Default: none, for a service without keys. */
  readonly apiKey?: Redacted.Redacted | undefined
}

/** Sends requests to the service, with its key. */
export const serviceClient = ({ apiKey, baseUrl }: GleanerClientOptions) =>
  HttpClient.mapRequest((request) =>
    HttpClientRequest.prependUrl(
      apiKey === undefined ? request : HttpClientRequest.setHeader(request, "x-api-key", Redacted.value(apiKey)),
      baseUrl.replace(/\/+$/, "")
    )
  )

/**
 * Sends a request again as Retry-After says. A cut is final: a POST without an idempotency key is not repeatable. Only
 * the policy is shared with the client for promises, because HttpApiClient decodes every answer itself.
 */
export const retryingClient = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transformResponse(client, (send) =>
    Effect.suspend(() => {
      const { delayAfter } = retryPolicy(defaultTries, isTransient)
      const attempt: typeof send = Effect.flatMap(send, (response) => {
        const retry_after = retryAfterOf(response.headers["retry-after"])
        const delay = delayAfter({ code: "", status: response.status, retry_after })
        return delay === undefined ? Effect.succeed(response) : Effect.andThen(Effect.sleep(delay), attempt)
      })
      return attempt
    }))
