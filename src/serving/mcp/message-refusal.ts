import { Effect, Option, Predicate, Schema } from "effect"
import { HttpServerRespondable, HttpServerResponse } from "effect/http"
import { requestCount } from "../server/limits/RequestLimits.ts"

/**
 * Refuses a body with too many messages, and requests of a key above its rate. Undefined for others. The API counts
 * calls of tools, so only the other messages of the protocol are counted here. A message that cancels a call is counted
 * and never refused.
 */
export const messageRefusal = Effect.gen(function*() {
  const count = yield* requestCount
  return Effect.fnUntraced(function*(owner: string, body: string) {
    const messages = messagesIn(body)
    if (messages !== undefined && messages.length > maxMessages) return longBatch
    if (messages !== undefined && messages.length > 0 && messages.every(isCallOfTool)) return undefined
    const { refusal } = yield* count(`${owner} mcp`)
    if (refusal === undefined || messages?.every(cancelsCall) === true) return undefined
    const refused = yield* HttpServerRespondable.toResponse(refusal)
    return HttpServerResponse.setHeader(refused, "retry-after", String(refusal.retry_after))
  }, Effect.catch(HttpServerRespondable.toResponse))
})

/** In one batch. A list of the tools is 16 kB, and a batch could request it a thousand times. */
const maxMessages = 20

const longBatch = HttpServerResponse.jsonUnsafe({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32600, message: `A batch has at most ${maxMessages} messages; send the others in another one.` }
}, { status: 400 })

/** The messages of a batch, or the one message of a body. Undefined if the body is not JSON. */
const messagesIn = (body: string): ReadonlyArray<unknown> | undefined =>
  Option.getOrUndefined(Option.map(decode(body), (value) => Array.isArray(value) ? value : [value]))

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** Whether a message of this body is of this method. */
export const hasMethod = (body: string, method: string): boolean =>
  messagesIn(body)?.some((message) => methodOf(message) === method) === true

const methodOf = (message: unknown): unknown => Predicate.hasProperty(message, "method") ? message.method : undefined

const isCallOfTool = (message: unknown): boolean =>
  methodOf(message) === "tools/call" && Predicate.hasProperty(message, "id")

const cancelsCall = (message: unknown): boolean => methodOf(message) === "notifications/cancelled"
