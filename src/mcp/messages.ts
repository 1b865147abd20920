import { Option, Predicate, Schema } from "effect"

/** The messages of a body: those of a batch, or the one that it is. Undefined if it is not JSON. */
export const messagesIn = (body: string): ReadonlyArray<unknown> | undefined =>
  Option.getOrUndefined(Option.map(decode(body), (value) => Array.isArray(value) ? value : [value]))

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/**
 * Whether the protocol's library answers it alone. A call of a tool is a request to the API and counts there; a
 * notification must always pass, since it may be what stops a call.
 */
export const isAnsweredHere = (message: unknown): boolean =>
  !Predicate.hasProperty(message, "method") || (Predicate.hasProperty(message, "id") && message.method !== "tools/call")
