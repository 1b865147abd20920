import { decodeHTML } from "entities"
import { fold } from "../dom/walk.ts"
import { withoutInvisible } from "../dom/without-invisible.ts"

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31}\d{0,2});/gi

/**
 * Cleans declared text: decodes entities that were escaped twice, removes invisible characters and folds white space.
 */
export const plainText = (text: string): string => {
  if (!text.includes("&")) return visible(text)
  const once = decoded(text)
  return visible(once === text ? text : decoded(once))
}

/** Only references with a semicolon, because an address may have `&copy=1`. */
const decoded = (text: string): string => text.replace(entity, (reference) => decodeHTML(reference))

const visible = (text: string): string => fold(withoutInvisible(text).replace(/[\u200C-\u200F]/g, ""))
