import { Schema } from "effect"

/** A use of pages that a site can allow or refuse, as defined by contentsignals.org. */
export const Purpose = Schema.Literals(["search", "ai-input", "ai-train"]).annotate({
  identifier: "Purpose",
  message: "must be one of search, ai-input, ai-train"
})
export type Purpose = typeof Purpose.Type

const Answer = Schema.Literals(["yes", "no"])

/** Uses that a site allows or refuses. The site declares nothing about absent ones. */
export const Signals = Schema.Struct({
  "search": Schema.optionalKey(Answer.annotate({ description: "A search index with links and short excerpts." })),
  "ai-input": Schema.optionalKey(Answer.annotate({ description: "Input of an AI model that answers a question." })),
  "ai-train": Schema.optionalKey(Answer.annotate({ description: "Training of an AI model." }))
}).annotate({ identifier: "Signals" })
export interface Signals extends Schema.Schema.Type<typeof Signals> {}
