import { jsonrepair } from "jsonrepair"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import type { PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { mayBeSpelled, withoutSpelled } from "../../dom/without-invisible.ts"

export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export interface JsonLd {
  readonly objects: ReadonlyArray<JsonObject>
  /** One for each block that could not be repaired. */
  readonly warnings: ReadonlyArray<Warning>
}

/** All JSON-LD objects of a page. `@graph` lists are opened. Parsed once for each page and shared by the stages. */
export const jsonLdOf = ({ document, tagged }: ParsedHtml): JsonLd => {
  const known = read.get(document)
  if (known !== undefined) return known
  const found = readJsonLd(tagged("script"))
  read.set(document, found)
  return found
}

const read = new WeakMap<PageElement, JsonLd>()

const readJsonLd = (scripts: ReadonlyArray<PageElement>): JsonLd => {
  const found: Array<JsonObject> = []
  const warnings: Array<Warning> = []
  const budget = { repair: maxRepair }
  for (const script of scripts) {
    if (script.attr("type")?.trim().toLowerCase().startsWith("application/ld+json") !== true) continue
    const source = script.firstChild?.nodeType === 3 ? script.firstChild.data : ""
    const value = parse(source, warnings, budget)
    if (value !== undefined) open(value, found, 0)
  }
  return { objects: found, warnings }
}

const parse = (source: string, warnings: Array<Warning>, budget: { repair: number }): unknown => {
  const text = source.replace(
    /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>)\s*$/g,
    ""
  ).trim()
  if (text === "") return undefined
  const value = parsed(text, seen) ?? mended(text, budget)
  if (value !== undefined && !deeperThan(value, maxDepth)) return value
  warnings.push({
    code: "json_ld_invalid",
    message: "A JSON-LD block of the page is not JSON, could not be mended, or nests absurdly deep; it is left out."
  })
  return undefined
}

const parsed = (text: string, read: (text: string) => unknown): unknown => {
  try {
    return read(text)
  } catch {
    return undefined
  }
}

/** Data has no text that readers of it would not see either. It may be escaped. */
const seen = (text: string): unknown =>
  mayBeSpelled.test(text) || /\\u(?:db40|fe0)/i.test(text)
    ? JSON.parse(text, (_, value: unknown) => {
      if (typeof value === "string") return withoutSpelled(value)
      if (!isObject(value)) return value
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [withoutSpelled(name), part]))
    })
    : JSON.parse(text)

/** Repair takes quadratic time, so it has a limit for each page. A block that is too long is left out. */
const mended = (text: string, budget: { repair: number }): unknown => {
  if (text.length > budget.repair) return undefined
  budget.repair -= text.length
  return parsed(text, (broken) => seen(jsonrepair(broken)))
}

const maxRepair = 50_000

/** JSON.stringify runs out of stack on deep values that JSON.parse can read. This limit is far below that. */
const maxDepth = 100

const deeperThan = (value: unknown, depth: number): boolean =>
  typeof value === "object" && value !== null &&
  (depth === 0 || Object.values(value).some((child) => deeperThan(child, depth - 1)))

const open = (value: unknown, found: Array<JsonObject>, depth: number): void => {
  if (depth > 5 || found.length > 500) return
  if (Array.isArray(value)) {
    for (const item of value) open(item, found, depth + 1)
  } else if (isObject(value)) {
    if (Array.isArray(value["@graph"])) open(value["@graph"], found, depth + 1)
    else found.push(value)
  }
}

/** The types of an object, without their vocabulary's prefix. */
export const typesOf = (value: JsonObject): ReadonlyArray<string> =>
  [value["@type"]].flat().flatMap((type) => typeof type === "string" ? [type.replace(/^.*[/#:]/, "")] : [])

/** First text in a value: a string, the name of a thing, or the first of a list. */
export const textOf = (value: unknown): string => {
  if (typeof value === "string") return value.trim()
  if (typeof value === "number") return String(value)
  if (Array.isArray(value)) return value.map(textOf).find((text) => text !== "") ?? ""
  if (isObject(value)) return textOf(value["name"] ?? value["@value"] ?? value["headline"])
  return ""
}
