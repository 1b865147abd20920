import { AttributeAction, isTraversal, parse, type Selector as Token, SelectorType } from "css-what"
import type { PageElement } from "../../../dom/node.ts"
import type { PageSelectors } from "../../../select/PageSelectors.ts"
import { states } from "./states.ts"

/** A selector of a rule. */
export interface SelectorTest {
  readonly specificity: number
  /** Whether it names a state that an element gets by its reader: the pointer over it, the focus, a checked control. */
  readonly hasState: boolean
  /** Whether an element matches as the page is loaded. */
  readonly matches: (element: PageElement) => boolean
  /** Whether it may match in some state. */
  readonly mayMatch: (element: PageElement) => boolean
}

const never: SelectorTest = { specificity: 0, hasState: false, matches: () => false, mayMatch: () => false }

/** A test by css-select: for the few selectors that `simpleSelector` does not read. */
export const selectorTest = (selector: string, selectors: PageSelectors): SelectorTest => {
  const tokens = parsed(selector)
  if (tokens === undefined) return never
  const states = { found: false }
  const atStart = rewritten(tokens, false, states)
  const tests = new Map<boolean, (element: PageElement) => boolean>()
  const test = (inState: boolean) => (element: PageElement): boolean => {
    try {
      const known = tests.get(inState) ?? selectors.matcher([inState ? rewritten(tokens, true, states) : atStart])
      tests.set(inState, known)
      return known(element)
    } catch {
      // css-select does not know a pseudo-class, or the budget of the page is used up.
      tests.set(inState, () => false)
      return false
    }
  }
  return { specificity: specificityOf(tokens), hasState: states.found, matches: test(false), mayMatch: test(true) }
}

const parsed = (selector: string): ReadonlyArray<Token> | undefined => {
  try {
    const [tokens, ...others] = parse(selector)
    const [first, last] = [tokens?.[0], tokens?.at(-1)]
    if (tokens === undefined || others.length > 0 || first === undefined || isTraversal(first)) return undefined
    const isElement = tokens.every(({ type }) =>
      type !== SelectorType.PseudoElement && type !== SelectorType.ColumnCombinator && type !== SelectorType.Parent
    )
    return isElement && last !== undefined && !isTraversal(last) ? tokens : undefined
  } catch {
    return undefined
  }
}

const any: Token = { type: SelectorType.Universal, namespace: null }
const pseudo = (name: string, data: Array<Array<Token>>): Token => ({ type: SelectorType.Pseudo, name, data })
const has = (attribute: string): Token => ({
  type: SelectorType.Attribute,
  name: attribute,
  action: AttributeAction.Exists,
  value: "",
  ignoreCase: null,
  namespace: null
})
const all = pseudo("is", [[any]])
const nothing = pseudo("not", [[any]])

/** Replaces states and pseudo-classes that css-select lacks. `value` is that of each state. */
const rewritten = (tokens: ReadonlyArray<Token>, value: boolean, found: { found: boolean }): Array<Token> =>
  tokens.map((token) => {
    if (token.type !== SelectorType.Pseudo) return token
    const { data, name } = token
    if (Array.isArray(data)) {
      // No state within :not() lets more elements match.
      const inner = data.map((part) => rewritten(part, name === "not" ? false : value, found))
      return pseudo(name === "matches" || name === "where" ? "is" : name, inner)
    }
    if (states.test(name)) {
      found.found = true
      return value ? all : nothing
    }
    if (name === "checked") {
      found.found = true
      return value ? all : pseudo("is", [[has("checked")], [has("selected")]])
    }
    if (name === "link" || name === "any-link") return has("href")
    if (name === "disabled") return has("disabled")
    if (name === "enabled") return pseudo("not", [[has("disabled")]])
    if (name === "scope") return { ...token, name: "root" }
    if (name === "defined") return all
    return name === "lang" || name === "dir" ? inLanguage(name, data ?? "") : token
  })

const inLanguage = (attribute: "lang" | "dir", value: string): Token => {
  const own = /^["']?([a-z-]{1,20})["']?$/i.exec(value)?.[1]
  if (own === undefined) return nothing
  if (attribute === "dir" && own === "ltr") return all
  const [alternatives] = parse(`:is([${attribute}|=${own}],[${attribute}|=${own}] *)`)
  return alternatives?.[0] ?? nothing
}

/** Selectors 4 section 17, as one number. */
const specificityOf = (tokens: ReadonlyArray<Token>): number =>
  tokens.reduce((sum, token) => {
    if (token.type === SelectorType.Tag) return sum + 1
    if (token.type === SelectorType.Attribute) {
      return sum + (token.name === "id" && token.action === AttributeAction.Equals ? 10_000 : 100)
    }
    if (token.type !== SelectorType.Pseudo || token.name === "where") return sum
    return sum + (Array.isArray(token.data) ? Math.max(0, ...token.data.map(specificityOf)) : 100)
  }, 0)
