import { Context, type Duration, Effect, Layer, Option, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { Settings } from "../../core/settings/Settings.ts"
import type { BlockedAddress } from "../../web/net/AddressPolicy.ts"
import { addressCheck } from "../../web/net/HostResolver.ts"
import { HttpTransport } from "../../web/net/HttpTransport.ts"
import { retryAfter } from "../../web/net/retry-after.ts"
import { transportFailure } from "../../web/net/transport-failure.ts"

/** No response from the receiver. `why` is for the log. */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", { why: Schema.String }) {}

export interface Receipt {
  readonly status: number
  readonly retryAfter: Duration.Duration | undefined
}

/**
 * Posts to the receivers of webhooks, with the dialer and GLEANER_PROXY of pages and an allow-list of its own. robots.txt
 * does not apply, because callers name their own receivers.
 */
export class WebhookClient extends Context.Service<WebhookClient, {
  /**
   * Fails for an address or a port that may not be dialled. A name that does not resolve passes: it may do so later.
   */
  checkAddress(url: URL): Effect.Effect<void, BlockedAddress>
  /** One attempt. Redirects are not followed, and the body of the response is not read. */
  post(
    url: URL,
    fields: Readonly<Record<string, string>>,
    body: string,
    now: number
  ): Effect.Effect<Receipt, NoAnswer>
}>()("gleaner/crawling/webhooks/WebhookClient") {
  static readonly layerNoDeps = Layer.effect(
    WebhookClient,
    Effect.gen(function*() {
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const checkAddress = yield* addressCheck
      const { userAgent, webhookTimeout } = yield* Settings

      const post: WebhookClient["Service"]["post"] = (url, fields, body, now) => {
        const request = HttpClientRequest.post(url.href, { headers: { ...fields, "user-agent": userAgent } }).pipe(
          HttpClientRequest.bodyText(body, "application/json")
        )
        return client.execute(request).pipe(
          Effect.tap(({ stream }) => drained(stream)),
          Effect.map(({ headers, status }) => ({
            status,
            retryAfter: retryAfter({ status, headers: { ...headers } }, now)
          })),
          Effect.scoped,
          Effect.mapError((error) => new NoAnswer({ why: transportFailure(error).detail })),
          Effect.timeoutOrElse({
            duration: webhookTimeout,
            orElse: () => Effect.fail(new NoAnswer({ why: "it did not answer in time" }))
          })
        )
      }

      return WebhookClient.of({ checkAddress, post })
    })
  )

  static readonly layer = WebhookClient.layerNoDeps.pipe(
    // Layers are shared by reference, and pages have a transport of their own.
    Layer.provide(Layer.fresh(HttpTransport.layer)),
    Layer.provide(Layer.effect(
      Settings,
      Effect.map(
        Settings,
        (all) => ({ ...all, allowAddresses: all.webhookAddresses, botAuth: Option.none(), proxies: Option.none() })
      )
    ))
  )
}

/** Reads a short body, so that the connection can be reused. */
const drained = (body: Stream.Stream<Uint8Array, unknown>) =>
  Stream.limitBytes(body, maxDrained, () => Stream.empty).pipe(
    Stream.runDrain,
    Effect.timeoutOption(drainTime),
    Effect.ignore
  )

const maxDrained = 16 * 1024
const drainTime = "1 second"
