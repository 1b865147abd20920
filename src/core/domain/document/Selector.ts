import { Result, Schema } from "effect"
import { documentedAs } from "../schema/json-schema-form.ts"
import { maxSelectorLength, parseSelector } from "./parse-selector.ts"

/** Its length, which `parseSelector` checks. */
export const selectorForm = { minLength: 1, maxLength: maxSelectorLength }

/**
 * A CSS selector in a request, with the meaning that it has in browsers. Unsupported selectors are refused, with the
 * reason.
 */
export const Selector = Schema.String.check(
  Schema.makeFilter((source: string) =>
    Result.match(parseSelector(source), { onFailure: (fault) => fault, onSuccess: () => undefined })
  ),
  documentedAs(selectorForm)
).annotate({
  identifier: "Selector",
  description:
    `CSS selector of at most ${maxSelectorLength} characters. It is matched against the parsed page, so pseudo-elements and states such as :hover are refused.`,
  examples: ["main article"]
})
