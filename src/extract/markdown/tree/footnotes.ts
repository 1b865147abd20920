import type { PageElement, PageNode } from "../../dom/node.ts"
import { afterSubtree, foldedText, nextNode } from "../../dom/walk.ts"
import type { Selection } from "../../Page.ts"
import { footnoteTags } from "../../rules/tags.ts"
import { isLongerThan } from "./element-facts.ts"

/** The footnotes of the content: their marks in the text, and the blocks with their texts. */
export interface Footnotes {
  readonly references: ReadonlyMap<PageElement, string>
  readonly definitions: ReadonlyMap<PageElement, string>
}

/**
 * Finds footnotes by structure: a short link to a later block of the content, which is raised or has the name of a
 * note.
 */
export const findFootnotes = (selection: Selection): Footnotes => {
  const links: Array<{ readonly link: PageElement; readonly order: number }> = []
  walkKept(selection, (element, order) => {
    if (element.tag === "a" && isReference(element)) links.push({ link: element, order })
  })
  if (links.length === 0) return none
  const targets = new Map<string, { readonly element: PageElement; readonly order: number }>()
  walkKept(selection, (element, order) => {
    const id = element.attr("id") ?? (element.tag === "a" ? element.attr("name") : undefined)
    if (id !== undefined && !targets.has(id)) targets.set(id, { element, order })
  })
  return pair(links, targets)
}

const none: Footnotes = { references: new Map(), definitions: new Map() }

/** Visits the kept elements with their number in document order. */
const walkKept = (
  { isDropped, roots }: Selection,
  visit: (element: PageElement, order: number) => void
): void => {
  let order = 0
  for (const root of roots) {
    for (let node: PageNode | null = root; node !== null;) {
      if (node.nodeType === 1) {
        if (node !== root && isDropped(node)) {
          node = afterSubtree(node, root)
          continue
        }
        visit(node, ++order)
      }
      node = nextNode(node, root)
    }
  }
}

const pair = (
  links: ReadonlyArray<{ readonly link: PageElement; readonly order: number }>,
  targets: ReadonlyMap<string, { readonly element: PageElement; readonly order: number }>
): Footnotes => {
  const references = new Map<PageElement, string>()
  const definitions = new Map<PageElement, string>()
  const labels = new Set<string>()
  let last = 0
  /** Labels are never freed, so a used number need not be tried again. */
  const unused = (wanted: string): string => {
    if (wanted !== "" && !labels.has(wanted)) return wanted
    last = Math.max(last, labels.size) + 1
    while (labels.has(String(last))) last++
    return String(last)
  }
  for (const { link, order } of links) {
    const target = targets.get(fragment(link))
    if (target === undefined || target.order <= order) continue
    const block = definitionBlock(target.element)
    if (block === undefined) continue
    const known = definitions.get(block)
    const label = known ?? unused(foldedText(link).replace(/[^a-z0-9]/gi, ""))
    labels.add(label)
    if (known === undefined) definitions.set(block, label)
    references.set(link, label)
  }
  return { references, definitions }
}

const fragment = (link: PageElement): string => {
  const href = link.attr("href") ?? ""
  if (!href.startsWith("#")) return ""
  try {
    return decodeURIComponent(href.slice(1))
  } catch {
    return href.slice(1)
  }
}

const labelText = /^[[(]?(?:note )?(?:\d{1,4}|[a-z]|[ivx]{1,5}|[*†‡§¶]{1,3})[\])]?$/i
const noteNames = /footnote|endnote|noteref|fn|cite|_?ftn|reference|sdendnote|sdfootnote/i

const isReference = (link: PageElement): boolean => {
  if (fragment(link) === "" || !labelText.test(foldedText(link))) return false
  const { firstChild, parentNode } = link
  return parentNode?.tag === "sup" || parentNode?.parentNode?.tag === "sup" ||
    firstChild?.nodeType === 1 && firstChild.tag === "sup" ||
    noteNames.test(`${link.attr("class") ?? ""} ${link.attr("role") ?? ""} ${link.attr("rel") ?? ""} ${fragment(link)}`)
}

const maxLength = 4000

const definitionBlock = (target: PageElement): PageElement | undefined => {
  let at: PageElement | null = target
  for (let up = 0; at !== null && !footnoteTags.has(at.tag); up++) at = up < 3 ? at.parentNode : null
  return at !== null && !isLongerThan(at, maxLength) ? at : undefined
}

/** A link in a footnote, back to its mark. */
export const isBackLink = (link: PageElement): boolean =>
  (link.attr("href") ?? "").startsWith("#") &&
  /^(?:[\^↩↑⤴⏎\d\sa-z*†‡§,.[\]()]{0,6}|jump up|back|return)$/iu.test(foldedText(link).replace(/\uFE0E|\uFE0F/g, ""))
