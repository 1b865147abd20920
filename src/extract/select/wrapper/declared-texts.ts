import type { ParsedHtml } from "../../dom/parse-html.ts"
import { isObject, jsonLdOf } from "../../metadata/declared/json-ld.ts"

const maxObjects = 50
const maxItems = 20

/** Values of JSON-LD at a path: a type, then keys. A list is read item by item. */
export const declaredTexts = (html: ParsedHtml, [type, ...keys]: ReadonlyArray<string>): ReadonlyArray<string> =>
  jsonLdOf(html).objects.slice(0, maxObjects).flatMap((object) =>
    typesOf(object["@type"]).includes(type ?? "") ? textsAt(object, keys) : []
  )

export const typesOf = (given: unknown): ReadonlyArray<unknown> => Array.isArray(given) ? given : [given]

const textsAt = (value: unknown, [key, ...rest]: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (Array.isArray(value)) {
    return value.slice(0, maxItems).flatMap((item) => textsAt(item, key === undefined ? [] : [key, ...rest]))
  }
  if (key === undefined) {
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [String(value)] : []
  }
  return isObject(value) && Object.hasOwn(value, key) ? textsAt(value[key], rest) : []
}
