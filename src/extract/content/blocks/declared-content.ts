import { escapeHtml } from "../../dom/escape-html.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { isObject, jsonLdOf } from "../../metadata/declared/json-ld.ts"
import type { Selection } from "../../Page.ts"
import { countWords } from "./measure-text.ts"
import { stateTexts } from "./state-text.ts"

/** A page with more words has its content in its body. */
const minBodyWords = 60
/** Min ratio of declared text to body text. Shorter declared text repeats the body. */
const farLonger = 3
const minWords = 30
const maxDepth = 8
const maxLength = 500_000

/**
 * Content that the page has only as data, as HTML: from JSON-LD, else from the state of an application. "" if the kept
 * part of the body has enough words.
 */
export const declaredContent = (
  html: ParsedHtml,
  bodyWords: number
): Pick<Selection, "declaredHtml" | "isState"> => {
  if (bodyWords > minBodyWords) return { declaredHtml: "", isState: false }
  const texts = new Set<string>()
  collect(jsonLdOf(html).objects, texts, 0)
  const isState = !isFarLonger([...texts], bodyWords)
  const found = isState ? stateTexts(html) : [...texts]
  const declaredHtml = isFarLonger(found, bodyWords) ? found.map(asHtml).join("\n").slice(0, maxLength) : ""
  return { declaredHtml, isState }
}

const isFarLonger = (texts: ReadonlyArray<string>, bodyWords: number): boolean => {
  const words = texts.reduce((sum, text) => sum + countWords(text), 0)
  return words >= minWords && words >= bodyWords * farLonger
}

const textKeys: ReadonlySet<string> = new Set(["articleBody", "text", "description", "reviewBody"])

/** Collects texts in the order of the data. The name of a question precedes its text. */
const collect = (value: unknown, texts: Set<string>, depth: number): void => {
  if (depth > maxDepth) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, texts, depth + 1)
    return
  }
  if (!isObject(value)) return
  if (value["@type"] === "Question" && typeof value["name"] === "string") texts.add(value["name"])
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== "string") collect(item, texts, depth + 1)
    else if (textKeys.has(key) && item.trim() !== "") texts.add(item)
  }
}

const markup = /<\/?[a-z][^>]*>/i
const reference = /&(?:#\d+|[a-z]+);/i

const asHtml = (text: string): string =>
  // No tag can end after the last >. Without this cut, each < would be searched to the end, in quadratic time.
  markup.test(text.slice(0, text.lastIndexOf(">") + 1)) || reference.test(text)
    ? `<div>${text}</div>`
    : text.split(/\n+/).map((line) => `<p>${escapeHtml(line)}</p>`).join("")
