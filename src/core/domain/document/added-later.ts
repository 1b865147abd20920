import { Effect, Option, Schema } from "effect"

/** Decodes to `value` if a Document stored by an earlier version lacks the key. The key is always sent. */
export const addedLater = <S extends Schema.Constraint>(schema: S, value: S["Type"]) =>
  Schema.middlewareDecoding<S, S["DecodingServices"]>(Effect.map(Option.orElseSome(() => value)))(schema)
