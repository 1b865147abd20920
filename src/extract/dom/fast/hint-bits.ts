// Content takes 1.27 times the CPU if each name is tested against every hint.
import { hints } from "../../rules/hints.ts"
import { NameBits } from "./NameBits.ts"

/** Hints in an attribute, one bit each. Only attributes with names chosen by the site have hints. */
export const hintsIn = (name: string, value: string): number => {
  if (!unknownFields.has(name)) return 0
  return bits.of(value.length > maxLength ? value.slice(0, maxLength) : value)
}

/** Hints of the class lists of a page. Three of four elements have a list that another one has too. */
export class ClassHints {
  private readonly known = new Map<string, number>()

  of(list: string): number {
    const known = this.known.get(list)
    if (known !== undefined) return known
    const hints = hintsIn("class", list)
    this.known.set(list, hints)
    return hints
  }
}

const unknownFields: ReadonlySet<string> = new Set(["class", "id", "itemprop", "data-testid", "data-component"])

/** Longer class lists come from utility-first styling and have no hints. */
const maxLength = 200

const inKebabCase = (name: string): string =>
  isKebabCase.test(name) ? name : name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase().replaceAll("_", "-")

const isKebabCase = /^[-a-z0-9]*$/

const bits = new NameBits(hints.map(([, pattern], index) => [1 << index, pattern]), inKebabCase)
