import { Schema } from "effect"

/** How a text was hidden. */
const HiddenReason = Schema.Literals([
  "attribute",
  "characters",
  "clip",
  "color",
  "display",
  "font_size",
  "opacity",
  "position",
  "size",
  "visibility"
]).annotate({ description: "How the text is hidden: by the property of CSS, an attribute, or invisible characters." })
export type HiddenReason = typeof HiddenReason.Type

const HiddenSample = Schema.Struct({
  reason: HiddenReason,
  selector: Schema.String.annotate({
    description: "CSS selector of the element; in a file, the page, paragraph, row or sheet."
  }),
  text: Schema.String.annotate({ description: "Its text, at most 120 characters." })
}).annotate({ identifier: "HiddenSample" })

/** Text of a page that readers can neither see nor bring to sight. */
export const HiddenText = Schema.Struct({
  parts: Schema.Int.annotate({ description: "Number of hidden parts." }),
  characters: Schema.Int.annotate({ description: "Characters in them." }),
  samples: Schema.Array(HiddenSample).annotate({ description: "The first parts, at most 5." })
}).annotate({ identifier: "HiddenText" })
export interface HiddenText extends Schema.Schema.Type<typeof HiddenText> {}
