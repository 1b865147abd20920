import { _compileUnsafe as compile, type Options } from "css-select"
import type { Selector as Token } from "css-what"
import { html as spec } from "parse5"
import type { SelectorTokens } from "../../domain/Selector.ts"
import type { PageElement, PageNode } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { elements } from "../dom/walk.ts"
import { positionPseudos } from "./positions.ts"

/**
 * The elements of the page that a selector matches, in document order: those of `querySelectorAll` in a browser.
 * css-select over the page's own tree gives exactly these for 20 selectors each on 200 real pages
 * (`scripts/selectors.ts`). linkedom uses an older css-select over a tree of its own, which was another one than the
 * browser's on every fourth page.
 */
export const findElements = (html: ParsedHtml, tokens: SelectorTokens, budget: Budget): ReadonlyArray<PageElement> => {
  // It changes the tokens that it compiles.
  const own = structuredClone(tokens) as Array<Array<Token>>
  const matches = compile<PageNode, PageElement>(own, optionsOf(html, budget))
  const found: Array<PageElement> = []
  for (const element of elements(html.document)) {
    budget.spend()
    if (matches(element)) found.push(element)
  }
  return found
}

/** How many nodes the selectors of one page may still look at. */
export class Budget {
  private left: number

  constructor(steps: number) {
    this.left = steps
  }

  spend(): void {
    if (--this.left < 0) throw new SelectorTooCostly()
  }
}

/** The selectors ask more of this page than one page may cost. */
export class SelectorTooCostly extends Error {}

const optionsOf = (html: ParsedHtml, budget: Budget): Options<PageNode, PageElement> => {
  const lists = new WeakMap<PageElement, Array<PageNode>>()
  const childrenOf = (parent: PageElement): Array<PageNode> => {
    const known = lists.get(parent)
    if (known !== undefined) return known
    const list: Array<PageNode> = []
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) list.push(node)
    lists.set(parent, list)
    return list
  }
  return {
    quirksMode: html.isQuirks,
    relativeSelector: false,
    pseudos: { ...positionPseudos(childrenOf), empty: isEmpty },
    adapter: {
      isTag: (node): node is PageElement => {
        budget.spend()
        return node.nodeType === 1
      },
      getName: nameOf,
      getAttributeValue: attributeOf,
      hasAttrib: (element, name) => attributeOf(element, name) !== undefined,
      // The document is no element.
      getParent: ({ parentNode }) => {
        budget.spend()
        return parentNode === html.document ? null : parentNode
      },
      getChildren: (node) => node.nodeType === 1 ? childrenOf(node) : [],
      getSiblings: (node) => node.parentNode === null ? [node] : childrenOf(node.parentNode),
      prevElementSibling: (node) => {
        for (let before = node.previousSibling; before !== null; before = before.previousSibling) {
          budget.spend()
          if (before.nodeType === 1) return before
        }
        return null
      },
      // Only pseudo-classes that we refuse ask for these.
      getText: () => "",
      removeSubsets: (nodes) => nodes
    }
  }
}

/** Selectors are in lower case, and so is HTML. Browsers find `viewBox` and `linearGradient` of SVG by them too. */
const nameOf = ({ namespace, tag }: PageElement): string => namespace === spec.NS.HTML ? tag : tag.toLowerCase()

/** A name without a prefix is that of an attribute without a namespace (Selectors 4 section 6.5). */
const attributeOf = ({ attrs, namespace }: PageElement, name: string): string | undefined => {
  const isHtml = namespace === spec.NS.HTML
  for (const attribute of attrs) {
    if (attribute.namespace !== undefined) continue
    if (attribute.name === name || (!isHtml && attribute.name.toLowerCase() === name)) return attribute.value
  }
  return undefined
}

/** As browsers have it: white space is content. */
const isEmpty = (element: PageElement): boolean => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) if (node.nodeType !== 8) return false
  return true
}
