import { Schema } from "effect"

/** Other pages of the same host in the job that have a part of the content too. */
export const Repetition = Schema.Struct({
  pages: Schema.Int.annotate({ description: "Number of other pages of the host that have the part." }),
  of: Schema.Int.annotate({ description: "Number of other pages of the host in the job." })
}).annotate({ identifier: "Repetition" })
export interface Repetition extends Schema.Schema.Type<typeof Repetition> {}

/** A part of the content that other pages of the same host have too. */
export const RepeatedPart = Schema.Struct({
  markdown: Schema.String.annotate({
    description: "Markdown of the part, with the line breaks that go with it; its text if the job stores no markdown."
  }),
  start: Schema.Int.annotate({ description: "Start of the part in the stored markdown, in UTF-16 code units." }),
  end: Schema.Int.annotate({ description: "End of the part in the stored markdown (exclusive)." }),
  ...Repetition.fields
}).annotate({ identifier: "RepeatedPart" })
export interface RepeatedPart extends Schema.Schema.Type<typeof RepeatedPart> {}
