import { Schema } from "effect"
import { RandomId } from "../schema/json-schema-form.ts"

export const WrapperId = RandomId.pipe(Schema.brand("WrapperId"))
export type WrapperId = typeof WrapperId.Type

const WrapperStatus = Schema.Literals(["learning", "ready", "failed"]).annotate({
  identifier: "WrapperStatus",
  description:
    "learning: pages are fetched and rules are learnt. ready: the rules can be used. failed: no rules were found; problem says why."
})

const share = (description: string) =>
  Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({ description })

const WrapperField = Schema.Struct({
  pointer: Schema.String.annotate({
    description: "JSON Pointer of the value in the data. In lists, the index of a row is *.",
    examples: ["/price"]
  }),
  selector: Schema.String.annotate({ description: "CSS selector of the element that has the value." }),
  attribute: Schema.String.annotate({
    description: "Attribute that has the value; empty for the text of the element."
  }),
  agreement: share("Share of the examples for which the rule gives the right value."),
  fill: share("Share of the pages that the rules were tried on for which the rule gives a value.")
}).annotate({ identifier: "WrapperField" })

const WrapperPages = Schema.Struct({
  learnt: Schema.Int.annotate({ description: "Pages that the rules were learnt from." }),
  checked: Schema.Int.annotate({ description: "Further pages that the rules were tried on." })
}).annotate({ identifier: "WrapperPages" })

const WrapperModel = Schema.Struct({
  calls: Schema.Int.annotate({ description: "Requests to the model." }),
  tokens: Schema.Int.annotate({ description: "Tokens that the model has counted." })
}).annotate({ identifier: "WrapperModel" })

const WrapperRules = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "WrapperRules",
  description: "Rules that read the data of a page. They may be edited."
})

/** Rules for the pages of one layout of a site, as responses contain them. */
export const Wrapper = Schema.Struct({
  id: WrapperId,
  name: Schema.String,
  host: Schema.String.annotate({ description: "Host of the pages that the rules are for." }),
  status: WrapperStatus,
  created_at: Schema.Finite.annotate({ description: "Time of creation. Seconds since the Unix epoch." }),
  schema: Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "JSON Schema of the data." }),
  rules: Schema.NullOr(WrapperRules).annotate({ description: "null until rules are learnt." }),
  fields: Schema.Array(WrapperField).annotate({ description: "The values that the rules read." }),
  pages: WrapperPages,
  model: WrapperModel,
  problem: Schema.NullOr(Schema.String).annotate({
    description: "Why no rules were found, or which values have no rule; null without a problem."
  })
}).annotate({ identifier: "Wrapper" })
export interface Wrapper extends Schema.Schema.Type<typeof Wrapper> {}
