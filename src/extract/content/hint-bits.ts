import type { PageElement } from "../dom/node.ts"
import { hints } from "../rules/hints.ts"

/** Two words of bits, one bit a hint. */
export type HintBits = readonly [number, number]

const none: HintBits = [0, 0]
const bitsByText = new Map<string, HintBits>()
const maxRemembered = 20_000

/** The hints that an element's class, id, role and data-testid give. */
export const hintsOf = (element: PageElement): HintBits => {
  const text = attributeText(element)
  if (text === "") return none
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

const bitsOf = (text: string): HintBits => {
  const spaced = text.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase().replaceAll("_", "-")
  let low = 0
  let high = 0
  for (let index = 0; index < hints.length; index++) {
    if (hints[index]?.[1].test(spaced) !== true) continue
    if (index < 31) low |= 1 << index
    else high |= 1 << (index - 31)
  }
  return [low, high]
}

export const hasHint = (bits: HintBits, index: number): boolean =>
  index < 31 ? (bits[0] & (1 << index)) !== 0 : (bits[1] & (1 << (index - 31))) !== 0
