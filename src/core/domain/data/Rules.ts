import { Result, Schema } from "effect"
import { parseSelector } from "../document/parse-selector.ts"
import { documentedAs } from "../schema/json-schema-form.ts"

const maxSelectorLength = 500
const maxRules = 512
const maxRowRules = 64
const maxPointerLength = 500
const maxTextLength = 200

/** A CSS selector, or "" for the element of the row itself. */
const RuleSelector = Schema.String.check(
  Schema.makeFilter((source: string) =>
    source === ""
      ? undefined
      : Result.match(parseSelector(source), { onFailure: (fault) => fault, onSuccess: () => undefined })
  ),
  documentedAs({ maxLength: maxSelectorLength })
)

const Pointer = Schema.String.check(Schema.isMaxLength(maxPointerLength))
const Text = Schema.String.check(Schema.isMaxLength(maxTextLength))

const Choice = Schema.Struct({
  text: Text.annotate({ description: "Text on the page. Case and white space do not count." }),
  value: Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]).annotate({ description: "Value in the data." })
}).annotate({ identifier: "ChoiceRule" })

/** Where the value of one leaf of a schema is on a page. */
export const FieldRule = Schema.Struct({
  pointer: Pointer.annotate({
    description: "JSON pointer of the value in the data, with * for the items of a list: /offers/*/price.",
    examples: ["/price", "/offers/*/price"]
  }),
  selector: RuleSelector.annotate({
    description: "CSS selector of the element, within its row in a list. Empty: the element of the row."
  }),
  attribute: Schema.NullOr(Text).annotate({ description: "Attribute with the value. Null: the text of the element." }),
  label: Schema.optionalKey(
    Text.annotate({
      description: "Text in front of the element, such as the header of its row. Case and a colon do not count."
    })
  ),
  follows: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Whether the value is the text behind the element, which is the label itself. Default: false."
    })
  ),
  path: Schema.optionalKey(
    Schema.Array(Text).check(Schema.isMaxLength(8)).annotate({
      description: "Keys that lead to the value in an object of JSON-LD, if selector selects its script elements."
    })
  ),
  before: Schema.optionalKey(
    Text.annotate({ description: "The value follows the first occurrence of this text." })
  ),
  after: Schema.optionalKey(
    Text.annotate({ description: "The value ends in front of the next occurrence of this text." })
  ),
  choices: Schema.optionalKey(
    Schema.Array(Choice).check(Schema.isMaxLength(100)).annotate({
      description: "Values by the text that the page has for them. Other texts give no value."
    })
  ),
  day_first: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether 03/04/2026 is the 3rd of April. Default: false." })
  ),
  first: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Whether the first of several different values counts. Default: false, there is no value then."
    })
  )
}).annotate({ identifier: "FieldRule" })
export interface FieldRule extends Schema.Schema.Type<typeof FieldRule> {}

/** The elements that each are an item of a list. */
export const RowRule = Schema.Struct({
  pointer: Pointer.annotate({
    description: "JSON pointer of the list in the data. Empty: the data is a list.",
    examples: ["", "/offers"]
  }),
  selector: RuleSelector.annotate({ description: "CSS selector of the elements, one for each item." })
}).annotate({ identifier: "RowRule" })
export interface RowRule extends Schema.Schema.Type<typeof RowRule> {}

/** Rules by which data of a schema is read from pages of one layout. */
export const Rules = Schema.Struct({
  rows: Schema.Array(RowRule).check(Schema.isMaxLength(maxRowRules)).annotate({
    description: "Rows of each list. Of several rules for a list, the first that matches counts."
  }),
  fields: Schema.Array(FieldRule).check(Schema.isMaxLength(maxRules)).annotate({
    description: "Place of each value. Of several rules for a value, the first that gives one counts."
  })
}).annotate({
  identifier: "Rules",
  examples: [{
    rows: [{ pointer: "/offers", selector: ".offer" }],
    fields: [
      { pointer: "/name", selector: "h1", attribute: null },
      { pointer: "/offers/*/price", selector: ".price", attribute: null }
    ]
  }]
})
export interface Rules extends Schema.Schema.Type<typeof Rules> {}

/** A field of rules as it was learnt or checked. */
export const LearntField = Schema.Struct({
  pointer: Schema.String.annotate({ description: "JSON pointer of the value, with * for the items of a list." }),
  selector: Schema.String.annotate({ description: "CSS selector of its first rule." }),
  attribute: Schema.NullOr(Schema.String).annotate({ description: "Attribute of its first rule. Null: the text." }),
  agreement: Schema.Finite.annotate({
    description: "Share of the examples, 0 to 1, for which the rules give the right value."
  }),
  fill: Schema.Finite.annotate({
    description:
      "Share of the checked pages, 0 to 1, for which the rules give a value; of the examples if none was checked."
  })
}).annotate({ identifier: "LearntField" })
export interface LearntField extends Schema.Schema.Type<typeof LearntField> {}
