import type { PageElement, PageNode } from "../dom/node.ts"

/** Positions of an element among its siblings, from 1: from the start and the end, of all and of its own type. */
interface Positions {
  readonly child: number
  readonly lastChild: number
  readonly ofType: number
  readonly lastOfType: number
}

type Pseudo = (element: PageElement, argument?: string | null) => boolean

/**
 * Pseudo-classes that depend on a position. Each parent is counted once; css-select counts again for each child, which
 * takes seconds for a table of ten thousand rows.
 */
export const positionPseudos = (
  childrenOf: (parent: PageElement) => ReadonlyArray<PageNode>
): Readonly<Record<string, Pseudo>> => {
  const known = new WeakMap<PageElement, Positions>()
  const positionsOf = (element: PageElement): Positions => {
    const positions = known.get(element)
    if (positions !== undefined) return positions
    const siblings = element.parentNode === null ? [element] : childrenOf(element.parentNode)
    for (const [sibling, counted] of countedPositions(siblings)) known.set(sibling, counted)
    return known.get(element) ?? alone
  }
  const nth = (axis: keyof Positions): Pseudo => {
    const tests = new Map<string, (position: number) => boolean>()
    return (element, argument) => {
      const text = argument ?? ""
      const test = tests.get(text) ?? positionTest(text)
      tests.set(text, test)
      return test(positionsOf(element)[axis])
    }
  }
  const isFirst = (axis: keyof Positions) => (element: PageElement) => positionsOf(element)[axis] === 1
  return {
    "nth-child": nth("child"),
    "nth-last-child": nth("lastChild"),
    "nth-of-type": nth("ofType"),
    "nth-last-of-type": nth("lastOfType"),
    "first-child": isFirst("child"),
    "last-child": isFirst("lastChild"),
    "first-of-type": isFirst("ofType"),
    "last-of-type": isFirst("lastOfType"),
    "only-child": (element) => isFirst("child")(element) && isFirst("lastChild")(element),
    "only-of-type": (element) => isFirst("ofType")(element) && isFirst("lastOfType")(element)
  }
}

const alone: Positions = { child: 1, lastChild: 1, ofType: 1, lastOfType: 1 }

const countedPositions = (siblings: ReadonlyArray<PageNode>): ReadonlyArray<readonly [PageElement, Positions]> => {
  const all = siblings.filter((node) => node.nodeType === 1)
  const types = new Map<string, number>()
  const count = (element: PageElement) => {
    const type = `${element.namespace} ${element.tag}`
    const next = (types.get(type) ?? 0) + 1
    types.set(type, next)
    return next
  }
  const ofType = all.map(count)
  return all.map((element, index) => {
    const same = types.get(`${element.namespace} ${element.tag}`) ?? 1
    const own = ofType[index] ?? 1
    return [
      element,
      { child: index + 1, lastChild: all.length - index, ofType: own, lastOfType: same - own + 1 }
    ]
  })
}

/** Parses `An+B` (CSS Syntax 3 section 6). */
const positionTest = (text: string): (position: number) => boolean => {
  const { offset, step } = stepOf(text.replaceAll(/\s/g, "").toLowerCase())
  return (position) =>
    step === 0 ? position === offset : (position - offset) % step === 0 && (position - offset) / step >= 0
}

const stepOf = (text: string): { readonly step: number; readonly offset: number } => {
  if (text === "even") return { step: 2, offset: 0 }
  if (text === "odd") return { step: 2, offset: 1 }
  const [, step, offset] = /^([+-]?\d*)n([+-]\d+)?$/.exec(text) ?? []
  if (step === undefined) return { step: 0, offset: Number(text) }
  return { step: /\d/.test(step) ? Number(step) : Number(`${step}1`), offset: Number(offset ?? 0) }
}
