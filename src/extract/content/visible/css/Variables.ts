import type { PageElement } from "../../../dom/node.ts"
import { type Declarations, valueOf } from "./declarations.ts"
import { marks } from "./marks.ts"
import type { PageRules } from "./read-rules.ts"

/** Max values of a variable that are tried, and max depth of variables in variables. */
const maxValues = 4
const maxDepth = 16
const maxLength = 300

/** Custom properties of a page (CSS Variables 1). */
export class Variables {
  private readonly page: PageRules
  private readonly declared: (element: PageElement) => Declarations
  private readonly clear = new Map<string, boolean>()
  private readonly small = new Map<string, boolean>()
  private values: ReadonlyMap<string, ReadonlyArray<string>> | undefined

  constructor(page: PageRules, declared: (element: PageElement) => Declarations) {
    this.page = page
    this.declared = declared
  }

  /** The declarations with values that their variables have somewhere in the page, where one of these may hide. */
  variants(declarations: Declarations, hasSheets: boolean): ReadonlyArray<Declarations> {
    if (!hasVariables(declarations)) return [declarations]
    const known = this.known()
    const mayMatter = [...declarations].some(([property, value]) => {
      if (!value.includes("var(") || property.startsWith("--")) return false
      if (isColor.test(property) && !hasSheets) return true
      const hiding = isColor.test(property) ? clear : small
      return hiding.test(value.replaceAll(variable, " ")) || namesIn(value).some((name) => this.mayBe(name, hiding))
    })
    if (!mayMatter) return [new Map([...declarations].filter(([, value]) => !value.includes("var(")))]
    const variants: Array<Declarations> = []
    // Most variables have one value, and then there is one variant.
    for (let index = 0, most = 1; index < Math.min(most, maxValues); index++) {
      variants.push(replaced(declarations, (name) => {
        const values = known.get(name) ?? none
        most = Math.max(most, values.length)
        return declarations.get(name) ?? values[Math.min(index, values.length - 1)]
      }))
    }
    return variants
  }

  private mayBe(name: string, hiding: RegExp): boolean {
    const tested = hiding === clear ? this.clear : this.small
    const known = tested.get(name)
    if (known !== undefined) return known
    const may = this.known().get(name)?.some((value) => hiding.test(value)) === true
    tested.set(name, may)
    return may
  }

  /** The declarations of an element with the values that its variables have there. */
  resolved(element: PageElement, declarations: Declarations): Declarations {
    if (!hasVariables(declarations)) return declarations
    return replaced(declarations, (name) => {
      for (let at: PageElement | null = element; at !== null; at = at.parentNode) {
        const value = (at === element ? declarations : this.declared(at)).get(name)
        if (value !== undefined) return value
      }
      return undefined
    })
  }

  private known(): ReadonlyMap<string, ReadonlyArray<string>> {
    if (this.values !== undefined) return this.values
    const values = new Map<string, Array<string>>()
    for (const { block, marks: own } of this.page.rules) {
      if ((own & marks.variables) === 0) continue
      for (const [, name = "", value = ""] of block.matchAll(/(?:^|[;{\s])(--[\w-]+)\s*:\s*([^;{}]{1,300})/g)) {
        const known = values.get(name.toLowerCase())
        if (known === undefined) values.set(name.toLowerCase(), [value.trim().toLowerCase()])
        else if (known.length < maxValues) known.push(value.trim().toLowerCase())
      }
    }
    return this.values = values
  }
}

const isColor = /color|background/
const namesIn = (value: string): ReadonlyArray<string> => value.match(/--[\w-]+/g) ?? []
const none: ReadonlyArray<string> = []
const variable = /var\(\s*--[\w-]+/g
/** Values that may hide: in a declaration, in a fallback of a variable, or in another variable. */
const small =
  /(?:^|[\s,(:])(?:-|0|\.0|1(?:\.\d*)?(?:px|pt|%)|\d{4}|[\d.]+e|none|hidden|collapse|var\()|(?:calc|min|max|clamp|rect|inset|circle|ellipse|polygon|path|gradient)\(/
const clear = /transparent|var\(|[,/]\s*0?\.?0*%?\s*\)|#[\da-f]{3}0\b|#[\da-f]{6}0/

const hasVariables = (declarations: Declarations): boolean => {
  for (const value of declarations.values()) if (value.includes("var(")) return true
  return false
}

/** Without a value for a variable, its declaration is invalid. */
const replaced = (
  declarations: Declarations,
  valueOfName: (name: string) => string | undefined
): Declarations => {
  const found: Declarations = new Map()
  for (const property of declarations.keys()) {
    if (property.startsWith("--")) continue
    let value: string | undefined = valueOf(declarations, property)
    for (let depth = 0; value?.includes("var(") === true; depth++) {
      let isMissing = depth >= maxDepth || value.length > maxLength
      value = value.replace(
        /var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)/,
        (_, name: string, fallback?: string) => {
          const own = valueOfName(name) ?? fallback
          isMissing ||= own === undefined
          return (own ?? "").trim().replace(/!important$/, "")
        }
      )
      if (isMissing) value = undefined
    }
    if (value !== undefined) found.set(property, value)
  }
  return found
}
