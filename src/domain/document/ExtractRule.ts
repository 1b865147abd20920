import { Result, Schema } from "effect"
import { FieldName } from "./FieldName.ts"
import { parseSelector, Selector } from "./Selector.ts"

/** Where a field of a record stands: its element, and its attribute if not its text is meant. */
export interface FieldPlace {
  /** "" is the element of the record itself. */
  readonly selector: string
  readonly attribute: string | undefined
}

/**
 * A place as a caller writes it: `.price`, `a@href`, or `@href` for the element of the record itself. The last `@`
 * outside of brackets begins the attribute. Fails with the end of a sentence.
 */
export const parseFieldPlace = (source: string): Result.Result<FieldPlace, string> => {
  const [, selector = source, attribute] = /^([^]*?)(?:@([a-z_][\w:.-]*))?$/i.exec(source.trim()) ?? []
  if (selector.trim() === "" && attribute !== undefined) return Result.succeed({ selector: "", attribute })
  return Result.map(parseSelector(selector), () => ({ selector, attribute: attribute?.toLowerCase() }))
}

const FieldPlaceText = Schema.String.check(
  Schema.makeFilter((source: string) =>
    Result.match(parseFieldPlace(source), { onFailure: (fault) => fault, onSuccess: () => undefined })
  )
).annotate({
  identifier: "FieldPlace",
  description:
    "css or css@attribute, within the element of the record; @attribute alone is an attribute of that element.",
  examples: ["a@href"]
})

const maxNameLength = 100
const maxFields = 50

/** Records that a caller describes by selectors. */
export const ExtractRule = Schema.Struct({
  type: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(maxNameLength)).annotate({
      description: "The type of the records, such as Product."
    })
  ),
  select: Schema.optionalKey(
    Selector.annotate({
      description: "One record for each element that it matches. Without it, the whole page is one record."
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
  ).annotate({ description: "The fields of a record by name: css or css@attribute." })
}).annotate({
  identifier: "ExtractRule",
  examples: [{ type: "Product", select: ".card", fields: { title: "h2", price: ".price", url: "a@href" } }]
})
export interface ExtractRule extends Schema.Schema.Type<typeof ExtractRule> {}
