import { isTraversal, type Selector as Token, SelectorType } from "css-what"
import type { PageElement } from "../dom/node.ts"

type Test = (element: PageElement) => boolean

/** Steps of a relation in the tree. Each counts against the budget of the page. */
export interface Steps {
  readonly parent: (element: PageElement) => PageElement | null
  readonly previous: (element: PageElement) => PageElement | null
  readonly next: (element: PageElement) => PageElement | null
  readonly children: (element: PageElement) => ReadonlyArray<PageElement>
  readonly all: () => Iterable<PageElement>
}

/**
 * Replaces relations between far elements by pseudo-classes of this module: the part before a space or `~`, and `:has`.
 * Each is decided once for an element, so the cost is linear in the page. css-select decides them again for each
 * element, in quadratic time.
 *
 * `name` returns a pseudo-class for a test. `compile` makes a test of a selector without such relations.
 */
export const withRelations = (
  alternatives: ReadonlyArray<ReadonlyArray<Token>>,
  steps: Steps,
  name: (test: Test) => string,
  compile: (alternatives: Array<Array<Token>>) => Test
): Array<Array<Token>> => {
  const pseudo = (test: Test): Token => ({ type: SelectorType.Pseudo, name: name(test), data: null })
  const testOf = (tokens: ReadonlyArray<Token>): Test => compile([rewritten(tokens)])

  const rewritten = (tokens: ReadonlyArray<Token>): Array<Token> => {
    const at = tokens.findLastIndex(({ type }) => type === SelectorType.Descendant || type === SelectorType.Sibling)
    const own = tokens.slice(at + 1).map(withoutRelations)
    const relation = tokens[at]
    if (relation === undefined) return own
    const step = relation.type === SelectorType.Descendant ? steps.parent : steps.previous
    return [pseudo(reaches(step, testOf(tokens.slice(0, at)))), ...own]
  }
  const withoutRelations = (token: Token): Token => {
    if (token.type !== SelectorType.Pseudo || !Array.isArray(token.data)) return token
    if (token.name !== "has") return { ...token, data: token.data.map(rewritten) }
    const tests = token.data.map(hasOf)
    return pseudo((element) => tests.some((test) => test(element)))
  }
  /** `:has(> a b)` is a child `a:has(b)`. */
  const hasOf = (relative: ReadonlyArray<Token>): Test => {
    const [first] = relative
    const relation = first !== undefined && isTraversal(first) ? first.type : SelectorType.Descendant
    const compound = first !== undefined && isTraversal(first) ? relative.slice(1) : relative
    const end = compound.findIndex(isTraversal)
    const test = end < 0 ? testOf(compound) : testOf([
      ...compound.slice(0, end),
      { type: SelectorType.Pseudo, name: "has", data: [compound.slice(end)] }
    ])
    if (relation === SelectorType.Adjacent) {
      return (element) => {
        const next = steps.next(element)
        return next !== null && test(next)
      }
    }
    if (relation === SelectorType.Sibling) return reaches(steps.next, test)
    return relation === SelectorType.Child ? once((element) => steps.children(element).some(test)) : holds(steps, test)
  }
  return alternatives.map(rewritten)
}

/** Whether one of the elements that follow each other by `step` matches. */
const reaches = (step: (element: PageElement) => PageElement | null, test: Test): Test => {
  const known = new Map<PageElement, boolean>()
  return (element) => {
    const path: Array<PageElement> = []
    let at = element
    let found = known.get(at)
    while (found === undefined) {
      path.push(at)
      const next = step(at)
      if (next === null) found = false
      else if (test(next)) found = true
      else {
        at = next
        found = known.get(at)
      }
    }
    for (const passed of path) known.set(passed, found)
    return found
  }
}

/** Whether an element below matches. */
const holds = ({ all, parent }: Steps, test: Test): Test => {
  let holders: Set<PageElement> | undefined
  const find = (): Set<PageElement> => {
    const found = new Set<PageElement>()
    for (const element of all()) {
      if (!test(element)) continue
      for (let above = parent(element); above !== null && !found.has(above); above = parent(above)) found.add(above)
    }
    return found
  }
  return (element) => (holders ??= find()).has(element)
}

const once = (test: Test): Test => {
  const known = new Map<PageElement, boolean>()
  return (element) => {
    const found = known.get(element) ?? test(element)
    known.set(element, found)
    return found
  }
}
