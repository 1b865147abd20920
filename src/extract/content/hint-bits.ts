import type { PageElement } from "../dom/node.ts"
import { hints } from "../rules/hints.ts"

const bitsByText = new Map<string, number>()
const maxRemembered = 20_000

/** The hints that an element's class, id and data-testid give, one bit each. */
export const hintsOf = (element: PageElement): number => {
  const text = attributeText(element)
  if (text === "") return 0
  const known = bitsByText.get(text)
  if (known !== undefined) return known
  const bits = bitsOf(text)
  if (bitsByText.size >= maxRemembered) bitsByText.clear()
  bitsByText.set(text, bits)
  return bits
}

const attributeText = (element: PageElement): string => {
  let text = ""
  for (const { name, value } of element.attrs) {
    if (!telling.has(name)) continue
    const part = value.length > maxLength ? value.slice(0, maxLength) : value
    text = text === "" ? part : `${text} ${part}`
  }
  return text
}

const telling: ReadonlySet<string> = new Set(["class", "id", "itemprop", "data-testid", "data-component"])

/** Utility-first class lists run to thousands of characters and say nothing. */
const maxLength = 200

const bitsOf = (text: string): number => {
  const spaced = text.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase().replaceAll("_", "-")
  let bits = 0
  for (const [index, [, pattern]] of hints.entries()) if (pattern.test(spaced)) bits |= 1 << index
  return bits
}
