import { Schema } from "effect"
import { purposes } from "../names/page-uses.ts"

export const Purpose = Schema.Literals(purposes).annotate({
  identifier: "Purpose",
  message: `must be one of ${purposes.join(", ")}`
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
