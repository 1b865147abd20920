import { Result } from "effect"
import { parseSelector } from "./parse-selector.ts"

/** Location of a field: an element, and one of its attributes if not its text. */
export interface FieldPlace {
  /** "" selects the element of the record itself. */
  readonly selector: string
  readonly attribute: string | undefined
}

/**
 * Parses a location such as `.price`, `a@href`, or `@href` for the element of the record itself. The last `@` outside
 * of brackets begins the attribute. The error message completes a sentence.
 */
export const parseFieldPlace = (source: string): Result.Result<FieldPlace, string> => {
  const [, selector = source, attribute] = /^([^]*?)(?:@([a-z_][\w:.-]*))?$/i.exec(source.trim()) ?? []
  if (selector.trim() === "" && attribute !== undefined) return Result.succeed({ selector: "", attribute })
  return Result.map(parseSelector(selector), () => ({ selector, attribute: attribute?.toLowerCase() }))
}
