import { Schema } from "effect"

/** A field that the rules of a wrapper give for far fewer pages than when they were learnt. */
export const DriftedField = Schema.Struct({
  pointer: Schema.String.annotate({ description: "JSON pointer of the value, with * for the items of a list." }),
  filled: Schema.Int.annotate({ description: "Number of pages of the job for which the rules gave a value." }),
  pages: Schema.Int.annotate({ description: "Number of pages of the job that the rules were applied to." }),
  learnt: Schema.Finite.annotate({
    description: "Share of the pages with a value, 0 to 1, when the rules were learnt and checked."
  })
}).annotate({ identifier: "DriftedField" })
export interface DriftedField extends Schema.Schema.Type<typeof DriftedField> {}
