import { lineText } from "../../dom/lines.ts"
import type { PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { fold } from "../../dom/walk.ts"
import type { Budget } from "../Budget.ts"
import { findElements } from "../find-elements.ts"
import { type AttributeTest, type Chain, compileSelector, type Compound, keyOf } from "./compile-selector.ts"
import { classesOf, elementsByKey, nameOf } from "./elements-by-key.ts"

/** The part of a parsed page that rules need. */
export interface RulePage {
  readonly html: ParsedHtml
  readonly url: URL
  /** References are resolved against it. */
  readonly baseUrl: URL
}

/** Steps of finding the matches below a root. */
const selectCost = 10

/** A page whose elements are found by id, class and tag. Each selector and each text is read once. */
export class PageIndex {
  readonly page: RulePage
  readonly budget: Budget
  /** In document order. */
  readonly elements: ReadonlyArray<PageElement>
  private readonly byKey: ReadonlyMap<string, ReadonlyArray<PageElement>>
  private readonly found = new Map<string, ReadonlyArray<PageElement>>()
  private readonly texts = new Map<PageElement, string>()
  private readonly positions = new Map<PageElement, number>()
  private readonly isQuirks: boolean
  private known: Places | undefined

  /** `wanted`: keys by which elements will be looked up. Default: all. */
  constructor(page: RulePage, budget: Budget, wanted?: ReadonlySet<string>) {
    this.page = page
    this.budget = budget
    this.isQuirks = page.html.isQuirks
    const { byKey, elements } = elementsByKey(page.html, wanted)
    this.elements = elements
    this.byKey = byKey
  }

  /** Place of an element in document order; -1 for the document, which is around all elements. */
  placeOf(element: PageElement | null): number {
    return element === null ? -1 : this.places().starts.get(element) ?? -1
  }

  /** Place of the last element below this one. */
  endOf(element: PageElement | null): number {
    const place = this.placeOf(element)
    return place < 0 ? this.elements.length - 1 : this.places().ends[place]!
  }

  isWithin(element: PageElement, root: PageElement | null): boolean {
    const place = this.placeOf(element)
    return place >= this.placeOf(root) && place <= this.endOf(root)
  }

  /** Elements below a root that a selector matches, in document order. "" selects the root itself. */
  select(selector: string, root: PageElement | null): ReadonlyArray<PageElement> {
    if (selector === "") return [root ?? this.page.html.html]
    const all = this.matching(selector)
    if (root === null || all.length === 0) return all
    this.budget.spend(selectCost)
    const from = this.firstAfter(all, this.placeOf(root))
    const to = this.firstAfter(all, this.endOf(root))
    return from === 0 && to === all.length ? all : all.slice(from, to)
  }

  /** Text of an element as one line. */
  textOf(element: PageElement): string {
    const known = this.texts.get(element)
    if (known !== undefined) return known
    const text = fold(lineText(element))
    this.budget.spend(1 + (text.length >> 3))
    this.texts.set(element, text)
    return text
  }

  private matching(selector: string): ReadonlyArray<PageElement> {
    const known = this.found.get(selector)
    if (known !== undefined) return known
    const compiled = compileSelector(selector)
    const all = compiled === undefined
      ? []
      : compiled.chain === undefined
      ? findElements(this.page.html, compiled.tokens, this.budget)
      : this.alongChain(compiled.chain)
    this.found.set(selector, all)
    return all
  }

  private alongChain(chain: Chain): ReadonlyArray<PageElement> {
    const last = chain.at(-1)
    if (last === undefined) return []
    return this.candidates(last.compound).filter((element) => this.matches(element, chain, chain.length - 1))
  }

  private candidates(compound: Compound): ReadonlyArray<PageElement> {
    const key = keyOf(compound, this.isQuirks)
    return key === undefined ? this.elements : this.byKey.get(key) ?? []
  }

  /**
   * From the right to the left. Of several ancestors that fit, the nearest leaves most ancestors for the rest, so none
   * is tried again.
   */
  private matches(element: PageElement, chain: Chain, last: number): boolean {
    let start: PageElement | null = this.linked(element, chain, last)
    for (let index = firstLinked(chain, last) - 1; index >= 0; index = firstLinked(chain, index) - 1) {
      let at = start === null ? null : start.parentNode
      start = null
      for (; at !== null && start === null; at = at.parentNode) start = this.linked(at, chain, index)
    }
    return start !== null
  }

  /** The topmost of the elements that fit the compounds up to this one, each a child of the one before it. */
  private linked(element: PageElement, chain: Chain, last: number): PageElement | null {
    const first = firstLinked(chain, last)
    let at: PageElement | null = element
    for (let index = last; index >= first; index--) {
      if (index < last) at = at.parentNode
      if (at === null || !this.fits(at, chain[index]!.compound)) return null
    }
    return at
  }

  private fits(element: PageElement, { attributes, childTag, classes, id, ofType, tag }: Compound): boolean {
    this.budget.spend()
    if (element.tag.startsWith("#")) return false
    if (tag !== undefined && nameOf(element) !== tag) return false
    if (id !== undefined && this.folded(element.attr("id") ?? "") !== this.folded(id)) return false
    if (classes.length > 0) {
      const own = new Set(classesOf(element).map((name) => this.folded(name)))
      this.budget.spend(own.size)
      if (!classes.every((name) => own.has(this.folded(name)))) return false
    }
    if (attributes.length > 0) this.budget.spend(element.attrs.length * attributes.length)
    return attributes.every((test) => hasAttribute(element, test)) &&
      (childTag === undefined || this.hasChild(element, childTag)) &&
      (ofType === undefined || this.positionOf(element) === ofType)
  }

  private hasChild(element: PageElement, tag: string): boolean {
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      this.budget.spend()
      if (node.nodeType === 1 && nameOf(node) === tag) return true
    }
    return false
  }

  /** Position among siblings of the same tag, from 1. All children of a parent are counted once. */
  private positionOf(element: PageElement): number {
    const known = this.positions.get(element)
    if (known !== undefined) return known
    const counts = new Map<string, number>()
    for (let node = element.parentNode?.firstChild ?? null; node !== null; node = node.nextSibling) {
      this.budget.spend()
      if (node.nodeType !== 1) continue
      const type = `${node.namespace} ${node.tag}`
      const position = (counts.get(type) ?? 0) + 1
      counts.set(type, position)
      this.positions.set(node, position)
    }
    return this.positions.get(element) ?? 1
  }

  /** Ids and classes ignore case in quirks mode. */
  private folded(name: string): string {
    return this.isQuirks ? name.toLowerCase() : name
  }

  private places(): Places {
    return this.known ??= placesOf(this.elements)
  }

  /** Index of the first of these elements that is behind a place. */
  private firstAfter(all: ReadonlyArray<PageElement>, place: number): number {
    let low = 0
    let high = all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.placeOf(all[middle]!) <= place) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Place of each element in document order, and the last place below each. */
interface Places {
  readonly starts: ReadonlyMap<PageElement, number>
  readonly ends: Int32Array
}

const placesOf = (all: ReadonlyArray<PageElement>): Places => {
  const starts = new Map<PageElement, number>()
  const ends = new Int32Array(all.length)
  all.forEach((element, place) => {
    starts.set(element, place)
    ends[place] = place
  })
  for (let place = all.length - 1; place > 0; place--) {
    const parent = all[place]!.parentNode
    const above = parent === null ? undefined : starts.get(parent)
    if (above !== undefined && ends[above]! < ends[place]!) ends[above] = ends[place]!
  }
  return { starts, ends }
}

/** Index of the first compound from which on each is a child of the one before it. */
const firstLinked = (chain: Chain, last: number): number => {
  let first = last
  while (first > 0 && chain[first]!.isChild) first--
  return first
}

const hasAttribute = (element: PageElement, { action, name, value }: AttributeTest): boolean => {
  const own = element.attrs.find((attribute) => attribute.name === name && attribute.namespace === undefined)?.value
  if (own === undefined) return false
  switch (action) {
    case "exists":
      return true
    case "equals":
      return own === value
    case "element":
      return value !== "" && own.split(/[ \t\n\f\r]+/).includes(value)
    case "start":
      return value !== "" && own.startsWith(value)
    case "any":
      return value !== "" && own.includes(value)
  }
}
