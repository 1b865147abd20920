import { _compileUnsafe as compile, type Options } from "css-select"
import { type Selector as Token, SelectorType } from "css-what"
import { html as spec } from "parse5"
import type { SelectorTokens } from "../../core/domain/document/parse-selector.ts"
import type { PageElement, PageNode } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { elements } from "../dom/walk.ts"
import type { Budget } from "./Budget.ts"
import { positionPseudos } from "./positions.ts"
import { type Steps, withRelations } from "./relations.ts"

/**
 * Tests of selectors on the page's own tree. css-select over it returns exactly the elements of `querySelectorAll` in a
 * browser for 20 selectors each on 200 real pages (`scripts/selectors.ts`). linkedom uses an older css-select over a
 * tree of its own, which differed from the browser's on every fourth page.
 */
export class PageSelectors {
  private readonly steps: Steps
  private readonly options: Options<PageNode, PageElement>
  private readonly pseudos: Record<string, Pseudo>

  constructor(html: ParsedHtml, budget: Budget) {
    this.steps = stepsIn(html, budget)
    const { options, pseudos } = optionsOf(html, budget, this.steps)
    this.options = options
    this.pseudos = pseudos
  }

  /** A test of whether an element matches. */
  matcher(tokens: SelectorTokens): (element: PageElement) => boolean {
    const nameOf = (test: Pseudo): string => {
      const name = `relation-${Object.keys(this.pseudos).length}`
      this.pseudos[name] = test
      return name
    }
    // Compilation changes the tokens.
    const compiled = (alternatives: Array<Array<Token>>) =>
      compile<PageNode, PageElement>(copied(alternatives), this.options)
    return compiled(withRelations(tokens, this.steps, nameOf, compiled))
  }
}

/** `structuredClone` takes a hundred times as long. */
const copied = (alternatives: ReadonlyArray<ReadonlyArray<Token>>): Array<Array<Token>> =>
  alternatives.map((tokens) =>
    tokens.map((token) =>
      token.type === SelectorType.Pseudo && Array.isArray(token.data)
        ? { ...token, data: copied(token.data) }
        : { ...token }
    )
  )

const stepsIn = ({ document }: ParsedHtml, budget: Budget): Steps => {
  const elementFrom = (start: PageNode | null, way: "nextSibling" | "previousSibling"): PageElement | null => {
    for (let node = start; node !== null; node = node[way]) {
      budget.spend()
      if (node.nodeType === 1) return node
    }
    return null
  }
  const childrenOf = (parent: PageElement): ReadonlyArray<PageElement> => {
    const children: Array<PageElement> = []
    let child = elementFrom(parent.firstChild, "nextSibling")
    for (; child !== null; child = elementFrom(child.nextSibling, "nextSibling")) children.push(child)
    return children
  }
  return {
    // The document is not an element.
    parent: ({ parentNode }) => {
      budget.spend()
      return parentNode === document ? null : parentNode
    },
    previous: (element) => elementFrom(element.previousSibling, "previousSibling"),
    next: (element) => elementFrom(element.nextSibling, "nextSibling"),
    children: childrenOf,
    all: () => elements(document)
  }
}

type Pseudo = (element: PageElement, argument?: string | null) => boolean

const optionsOf = (html: ParsedHtml, budget: Budget, { parent, previous }: Steps) => {
  const lists = new WeakMap<PageElement, Array<PageNode>>()
  const childrenOf = (parent: PageElement): Array<PageNode> => {
    const known = lists.get(parent)
    if (known !== undefined) return known
    const list: Array<PageNode> = []
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) list.push(node)
    lists.set(parent, list)
    return list
  }
  const attribute = attributeWithin(budget)
  // The pseudo-classes of relations are added while the selector is compiled.
  const pseudos: Record<string, Pseudo> = { ...positionPseudos(childrenOf), empty: emptyWithin(budget) }
  const options: Options<PageNode, PageElement> = {
    quirksMode: html.isQuirks,
    relativeSelector: false,
    pseudos,
    adapter: {
      isTag: (node): node is PageElement => {
        budget.spend()
        return node.nodeType === 1
      },
      getName: nameOf,
      getAttributeValue: attribute,
      hasAttrib: (element, name) => attribute(element, name) !== undefined,
      getParent: (node) => node.nodeType === 1 ? parent(node) : node.parentNode,
      getChildren: (node) => node.nodeType === 1 ? childrenOf(node) : [],
      getSiblings: (node) => {
        const siblings = node.parentNode === null ? [node] : childrenOf(node.parentNode)
        budget.spend(siblings.length)
        return siblings
      },
      prevElementSibling: (node) => node.nodeType === 1 ? previous(node) : null,
      // Only refused pseudo-classes use these.
      getText: () => "",
      removeSubsets: (nodes) => nodes
    }
  }
  return { options, pseudos }
}

/** Selectors are in lower case, and so is HTML. Browsers find `viewBox` and `linearGradient` of SVG by them too. */
const nameOf = ({ namespace, tag }: PageElement): string => namespace === spec.NS.HTML ? tag : tag.toLowerCase()

/** A name without a prefix is an attribute without a namespace (Selectors 4 section 6.5). */
const attributeWithin = (budget: Budget) => ({ attrs, namespace }: PageElement, name: string): string | undefined => {
  const isHtml = namespace === spec.NS.HTML
  for (const attribute of attrs) {
    budget.spend()
    if (attribute.namespace !== undefined) continue
    if (attribute.name === name || (!isHtml && attribute.name.toLowerCase() === name)) return attribute.value
  }
  return undefined
}

/** As in browsers: white space is content. */
const emptyWithin = (budget: Budget) => (element: PageElement): boolean => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    budget.spend()
    if (node.nodeType !== 8) return false
  }
  return true
}
