import { parseHtml } from "../dom/parse-html.ts"
import { fold, textContent } from "../dom/walk.ts"

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31}\d{0,2});/gi

/** Declared text as it is meant: entities that were escaped once too often undone, invisible characters left out, white space folded. */
export const plainText = (text: string): string => {
  if (!text.includes("&")) return visible(text)
  const once = text.replace(entity, character)
  return visible(once === text ? text : once.replace(entity, character))
}

const character = (reference: string): string => textContent(parseHtml(reference).body) || " "

const visible = (text: string): string => fold(text.replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, ""))
