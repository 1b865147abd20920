import { escapeHtml } from "../dom/escape-html.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { byTag } from "../dom/walk.ts"
import { isObject, readJsonLd } from "../metadata/json-ld.ts"
import { countWords } from "./count-words.ts"

/** With more words than this the page has its content in its body. */
const fewWords = 60
/** The declared text must be that many times the page's own, or it says the same over again. */
const farLonger = 3
const leastWords = 30
const maxDepth = 8
const maxLength = 500_000

/**
 * The texts that a page gives in its JSON-LD alone (an article's body, a product's description, a question with its answers), as
 * HTML; "" where the body has the content, of which `bodyWords` are kept.
 */
export const declaredContent = ({ document }: ParsedHtml, bodyWords: number): string => {
  if (bodyWords > fewWords) return ""
  const texts = new Set<string>()
  collect(readJsonLd(byTag(document, "script"), []), texts, 0)
  const words = [...texts].reduce((sum, text) => sum + countWords(text), 0)
  if (words < leastWords || words < bodyWords * farLonger) return ""
  return [...texts].map(asHtml).join("\n").slice(0, maxLength)
}

const textKeys: ReadonlySet<string> = new Set(["articleBody", "text", "description", "reviewBody"])

/** In the order of the data; a question's name belongs to its text. */
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

const markup = /<\/?[a-z][^>]*>|&(?:#\d+|[a-z]+);/i

const asHtml = (text: string): string =>
  markup.test(text)
    ? `<div>${text}</div>`
    : text.split(/\n+/).map((line) => `<p>${escapeHtml(line)}</p>`).join("")
