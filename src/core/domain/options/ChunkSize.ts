import { Schema } from "effect"
import { defaultTokens } from "../chunk-size.ts"

/** Less has no room for a sentence. */
const minTokens = 16
const maxTokens = 1_000_000

/** A limit in tokens. */
export const TokenCount = Schema.Int.check(Schema.isBetween({ minimum: minTokens, maximum: maxTokens }))

/** Size of chunks in tokens. */
export const ChunkSize = Schema.Struct({
  max_tokens: Schema.optionalKey(
    TokenCount.annotate({ description: `Maximum tokens of a chunk. Default ${defaultTokens}.`, default: defaultTokens })
  ),
  overlap: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxTokens })).annotate({
      description: "Maximum tokens that a chunk repeats of the one before it, at most half of max_tokens. Default 0.",
      default: 0
    })
  )
}).annotate({ identifier: "ChunkSize" }).check(
  Schema.makeFilter(({ max_tokens = defaultTokens, overlap = 0 }) =>
    overlap <= max_tokens / 2
      ? undefined
      : `has an overlap of more than half of max_tokens; give at most ${Math.floor(max_tokens / 2)}`
  )
)
export interface ChunkSize extends Schema.Schema.Type<typeof ChunkSize> {}
