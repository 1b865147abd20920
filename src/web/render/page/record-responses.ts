import { Clock, Effect } from "effect"
import type { CDPSession, Protocol } from "puppeteer-core"
import { codingFields } from "../../net/content-coding.ts"
import type { Exchange } from "../../net/ExchangeTap.ts"

/** Bodies of the responses that a page loads, for an archive. */
export interface RecordedResponses {
  /** The responses so far, with bodies of at most `maxBytes` in all. */
  readonly all: Effect.Effect<ReadonlyArray<Exchange>>
}

/**
 * Records the responses that a browser's page loads, from the network or from the browser's cache. Call it before the
 * page is opened. Credentials of either side are left out.
 */
export const recordResponses = (session: CDPSession, maxBytes: number): RecordedResponses => {
  const requests = new Map<string, Protocol.Network.Request>()
  const responses = new Map<string, Protocol.Network.Response>()
  const pending: Array<Promise<void>> = []
  const recorded: Array<Omit<Exchange, "at"> & { readonly at: number | undefined }> = []
  let left = maxBytes
  const read = async (id: string): Promise<void> => {
    const request = requests.get(id)
    const response = responses.get(id)
    if (request === undefined || response === undefined || !/^https?:/.test(response.url)) return
    // A page that was left has no bodies any more.
    const found = await session.send("Network.getResponseBody", { requestId: id }).catch(() => undefined)
    if (found === undefined) return
    const body = Buffer.from(found.body, found.base64Encoded ? "base64" : "utf8")
    left -= body.length
    if (left < 0) return
    recorded.push({
      url: response.url.replace(/#.*$/s, ""),
      method: request.method,
      requestHeaders: fieldsOf(request.headers, secretInRequests),
      status: response.status,
      headers: fieldsOf(response.headers, codedOrSecret),
      body,
      isWhole: true,
      at: response.responseTime === undefined ? undefined : Math.floor(response.responseTime)
    })
  }
  session.on("Network.requestWillBeSent", ({ request, requestId }: Protocol.Network.RequestWillBeSentEvent) => {
    requests.set(requestId, request)
  })
  session.on("Network.responseReceived", ({ requestId, response }: Protocol.Network.ResponseReceivedEvent) => {
    responses.set(requestId, response)
  })
  session.on("Network.loadingFinished", ({ requestId }: Protocol.Network.LoadingFinishedEvent) => {
    pending.push(read(requestId))
  })
  return {
    all: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.promise(() => Promise.all(pending))
      return recorded.map((exchange) => ({ ...exchange, at: exchange.at ?? now }))
    })
  }
}

const fieldsOf = (headers: Protocol.Network.Headers, without: ReadonlySet<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.replaceAll("\n", ", ")] as const)
      .filter(([name]) => !without.has(name))
  )

const secretInRequests: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"])
/** Bodies come without their codings. */
const codedOrSecret: ReadonlySet<string> = new Set([...codingFields, "set-cookie"])
