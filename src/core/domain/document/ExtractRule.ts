import { Result, Schema } from "effect"
import { FieldName } from "./FieldName.ts"
import { parseFieldPlace } from "./parse-field-place.ts"
import { Selector } from "./Selector.ts"

const FieldPlaceText = Schema.String.check(
  Schema.makeFilter((source: string) =>
    Result.match(parseFieldPlace(source), { onFailure: (fault) => fault, onSuccess: () => undefined })
  )
).annotate({
  identifier: "FieldPlace",
  description:
    "CSS selector within the element of the record, and optionally @attribute. @attribute alone is an attribute of that element.",
  examples: ["a@href"]
})

const maxNameLength = 100
const maxFields = 50

/** Description of records by CSS selectors. */
export const ExtractRule = Schema.Struct({
  type: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(maxNameLength)).annotate({
      description: "Type of the records, such as Product. Default: empty."
    })
  ),
  select: Schema.optionalKey(
    Selector.annotate({
      description: "Selects one element for each record. Default: the whole page is one record."
    })
  ),
  fields: Schema.Record(FieldName, FieldPlaceText).check(
    Schema.makeFilter((fields: Readonly<Record<string, string>>) => {
      const names = Object.keys(fields)
      if (names.length === 0) return "has no fields; give at least one, such as {\"title\": \"h2\"}"
      if (names.length > maxFields) return `has more than ${maxFields} fields`
      return names.some((name) => name.trim() === "" || name.length > maxNameLength)
        ? `has a name that is empty or longer than ${maxNameLength} characters`
        : undefined
    })
  ).annotate({
    description: "Fields of a record by name: a CSS selector, and optionally @attribute. The first match counts."
  })
}).annotate({
  identifier: "ExtractRule",
  examples: [{ type: "Product", select: ".card", fields: { title: "h2", price: ".price", url: "a@href" } }]
})
export interface ExtractRule extends Schema.Schema.Type<typeof ExtractRule> {}
