import { Context, type Duration, Effect, Layer, Option, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { AddressPolicy, BlockedAddress, literalAddress } from "../net/AddressPolicy.ts"
import { HostResolver } from "../net/HostResolver.ts"
import { HttpTransport } from "../net/HttpTransport.ts"
import { retryAfter } from "../net/retry-after.ts"
import { transportFailure } from "../net/transport-failure.ts"
import { Settings } from "../Settings.ts"

/** The receiver gave no answer. `why` is for the log. */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", { why: Schema.String }) {}

export interface Receipt {
  readonly status: number
  /** How long the receiver wants to be left alone. */
  readonly retryAfter: Duration.Duration | undefined
}

/**
 * Posts to the receivers of webhooks: with the dialer and the proxy of pages, and with an allow-list of its own in
 * place of theirs. No robots.txt is asked, because callers name their own receivers.
 */
export class WebhookClient extends Context.Service<WebhookClient, {
  /**
   * Refuses a receiver at an address or a port that may not be dialled. A name that does not resolve now may do so
   * later.
   */
  checkAddress(url: URL): Effect.Effect<void, BlockedAddress>
  /** One try. Redirects are not followed, and the body of the answer is not read. */
  post(
    url: URL,
    fields: Readonly<Record<string, string>>,
    body: string,
    now: number
  ): Effect.Effect<Receipt, NoAnswer>
}>()("gleaner/webhooks/WebhookClient") {
  static readonly layerNoDeps = Layer.effect(
    WebhookClient,
    Effect.gen(function*() {
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const policy = yield* AddressPolicy
      const resolver = yield* HostResolver
      const { proxy, userAgent, webhookTimeout } = yield* Settings

      const checkAddress = Effect.fnUntraced(function*(url: URL) {
        const host = url.hostname
        const port = Number(url.port || (url.protocol === "https:" ? 443 : 80))
        const address = literalAddress(host)
        if (!policy.isAllowedPort(port)) return yield* new BlockedAddress({ host })
        if (address !== undefined && !policy.isAllowed(address)) return yield* new BlockedAddress({ host })
        const isLeftToProxy = Option.exists(proxy, ({ resolvesNames }) => resolvesNames)
        if (address !== undefined || isLeftToProxy) return
        yield* Effect.catchTag(resolver.resolve(host), "UnresolvedHost", () => Effect.void)
      })

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
        (settings) => ({ ...settings, allowAddresses: settings.webhookAddresses, botAuth: Option.none() })
      )
    ))
  )
}

/** Reads what little there may be, to keep the connection. The status has said all. */
const drained = (body: Stream.Stream<Uint8Array, unknown>) =>
  Stream.limitBytes(body, maxDrained, () => Stream.empty).pipe(
    Stream.runDrain,
    Effect.timeoutOption(drainTime),
    Effect.ignore
  )

const maxDrained = 16 * 1024
const drainTime = "1 second"
