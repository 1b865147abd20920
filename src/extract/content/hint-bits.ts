import type { PageElement } from "../dom/node.ts"
import { hints } from "../rules/hints.ts"
import { NameBits } from "./NameBits.ts"

/** The hints in the class, id and test id of an element, one bit for each hint. */
export const hintsOf = (element: PageElement): number => {
  let found = 0
  for (const { name, value } of element.attrs) {
    if (telling.has(name)) found |= bits.of(value.length > maxLength ? value.slice(0, maxLength) : value)
  }
  return found
}

const telling: ReadonlySet<string> = new Set(["class", "id", "itemprop", "data-testid", "data-component"])

/** Longer class lists come from utility-first styling and tell nothing. */
const maxLength = 200

const inKebabCase = (name: string): string =>
  isKebabCase.test(name) ? name : name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase().replaceAll("_", "-")

const isKebabCase = /^[-a-z0-9]*$/

const bits = new NameBits(hints.map(([, pattern], index) => [1 << index, pattern]), inKebabCase)
