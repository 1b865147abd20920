import { html as spec } from "parse5"
import { lineText } from "../../dom/lines.ts"
import type { PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { elements, fold } from "../../dom/walk.ts"
import { type Budget, findElements } from "../find-elements.ts"
import { type AttributeTest, type Chain, compileSelector, type Compound } from "./compile-selector.ts"

/** The part of a parsed page that rules need. */
export interface RulePage {
  readonly html: ParsedHtml
  readonly url: URL
  /** References are resolved against it. */
  readonly baseUrl: URL
}

/** A page whose elements are found by id, class and tag. Each selector and each text is read once. */
export class PageIndex {
  readonly page: RulePage
  readonly budget: Budget
  /** In document order. */
  readonly elements: ReadonlyArray<PageElement>
  private readonly places = new Map<PageElement, number>()
  /** Place of the last element below each one. */
  private readonly ends: Int32Array
  private readonly byKey = new Map<string, Array<PageElement>>()
  private readonly found = new Map<string, ReadonlyArray<PageElement>>()
  private readonly texts = new Map<PageElement, string>()
  private readonly isQuirks: boolean

  constructor(page: RulePage, budget: Budget) {
    this.page = page
    this.budget = budget
    this.isQuirks = page.html.isQuirks
    const all = [...elements(page.html.document)]
    this.elements = all
    this.ends = new Int32Array(all.length)
    all.forEach((element, place) => {
      this.places.set(element, place)
      this.ends[place] = place
      for (const key of this.keysOf(element)) {
        const list = this.byKey.get(key)
        if (list === undefined) this.byKey.set(key, [element])
        else list.push(element)
      }
    })
    for (let place = all.length - 1; place > 0; place--) {
      const parent = all[place]!.parentNode
      const above = parent === null ? undefined : this.places.get(parent)
      if (above !== undefined && this.ends[above]! < this.ends[place]!) this.ends[above] = this.ends[place]!
    }
  }

  /** Place of an element in document order; -1 for the document, which is around all elements. */
  placeOf(element: PageElement | null): number {
    return element === null ? -1 : this.places.get(element) ?? -1
  }

  /** Place of the last element below this one. */
  endOf(element: PageElement | null): number {
    const place = this.placeOf(element)
    return place < 0 ? this.elements.length - 1 : this.ends[place]!
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

  private candidates({ classes, id, tag }: Compound): ReadonlyArray<PageElement> {
    const key = id !== undefined
      ? `#${this.folded(id)}`
      : classes[0] !== undefined
      ? `.${this.folded(classes[0])}`
      : tag
    return key === undefined ? this.elements : this.byKey.get(key) ?? []
  }

  private matches(element: PageElement, chain: Chain, index: number): boolean {
    const step = chain[index]
    if (step === undefined || !this.fits(element, step.compound)) return false
    if (index === 0) return true
    for (let at = element.parentNode; at !== null; at = at.parentNode) {
      if (this.matches(at, chain, index - 1)) return true
      if (step.isChild) return false
    }
    return false
  }

  private fits(element: PageElement, { attributes, classes, id, ofType, tag }: Compound): boolean {
    this.budget.spend()
    if (element.tag.startsWith("#")) return false
    if (tag !== undefined && nameOf(element) !== tag) return false
    if (id !== undefined && this.folded(element.attr("id") ?? "") !== this.folded(id)) return false
    if (classes.length > 0) {
      const own = new Set(classesOf(element).map((name) => this.folded(name)))
      if (!classes.every((name) => own.has(this.folded(name)))) return false
    }
    return attributes.every((test) => hasAttribute(element, test)) &&
      (ofType === undefined || this.positionOf(element, ofType) === ofType)
  }

  /** Position among siblings of the tag, counted up to one more than the wanted one. */
  private positionOf(element: PageElement, wanted: number): number {
    let position = 1
    for (let node = element.previousSibling; node !== null && position <= wanted; node = node.previousSibling) {
      this.budget.spend()
      if (node.nodeType === 1 && node.tag === element.tag && node.namespace === element.namespace) position++
    }
    return position
  }

  private keysOf(element: PageElement): ReadonlyArray<string> {
    const id = element.attr("id")
    return [
      nameOf(element),
      ...(id === undefined ? [] : [`#${this.folded(id)}`]),
      ...new Set(classesOf(element).map((name) => `.${this.folded(name)}`))
    ]
  }

  /** Ids and classes ignore case in quirks mode. */
  private folded(name: string): string {
    return this.isQuirks ? name.toLowerCase() : name
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

export const classesOf = (element: PageElement): ReadonlyArray<string> =>
  element.attr("class")?.split(/[ \t\n\f\r]+/).filter((name) => name !== "") ?? []

const nameOf = ({ namespace, tag }: PageElement): string => namespace === spec.NS.HTML ? tag : tag.toLowerCase()

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
