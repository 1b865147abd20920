import { Schema } from "effect"

/** Treatment of text that other pages of the host have too, in an answer with documents of a job. */
export const RepeatsOption = Schema.Literals(["keep", "mark", "drop"]).annotate({
  identifier: "Repeats",
  description:
    "Text that other pages of the same host in this job have too, such as notices, offers and teasers. mark: list it in the field repeats of each Document, and in repeats of its blocks. drop: also leave it out of markdown and text, and of the chunks made of them. Stored Documents do not change. Default keep."
})
export type RepeatsOption = typeof RepeatsOption.Type
