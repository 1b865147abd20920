import type { HiddenText } from "../../../core/domain/document/HiddenText.ts"
import { ownText } from "../../../core/kernel/own-text.ts"
import { detach, HiddenPart, type PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { byTag, children } from "../../dom/walk.ts"
import { withoutSpelled } from "../../dom/without-invisible.ts"
import { type Found, HiddenWalk, inCharacters, maxRevealedShare, type Unseen } from "./HiddenWalk.ts"
import { hiddenTextOf } from "./report-hidden.ts"
import { isPlain } from "./traits.ts"

/** At least as many parts that are alike are shown by scripts. */
const minAlike = 3

/**
 * Takes the parts of the body out of the tree that a reader can neither see nor bring to sight. With `isKept`, they are
 * shown instead.
 */
export const hideParts = (html: ParsedHtml, isKept: boolean, unseen?: Unseen): HiddenText | undefined => {
  const found = hiddenIn(html, unseen)
  if (found.length === 0) return undefined
  const hidden = hiddenTextOf(
    found.map(({ element, text, way }) => ({ reason: way.reason, place: () => pathOf(element), text }))
  )
  for (const { element, way } of found) {
    if (way === inCharacters) clean(element)
    else if (isKept) show(element)
    else replace(element, new HiddenPart(element))
  }
  return hidden
}

/** A CSS selector of the element. Frames are shown where they were inserted. */
const pathOf = (element: PageElement): string => {
  const steps: Array<string> = []
  for (let at = element; at.parentNode !== null && at.tag !== "body"; at = at.parentNode) {
    const position = [...children(at.parentNode)].indexOf(at) + 1
    steps.push(`${at.tag}:nth-child(${position})`)
  }
  return ownText(["body", ...steps.toReversed()].join(" > "))
}

const hiddenIn = (html: ParsedHtml, unseen: Unseen | undefined): ReadonlyArray<Found> => {
  const { found, length } = new HiddenWalk(html, unseen)
  if (found.length < minAlike) return found
  // Map.groupBy is newer than Node 20, with which `gleaner/extract` runs.
  const alike = new Map<string, { count: number; characters: number }>()
  const groupOf = ({ element }: Found) => {
    const kind = `${element.tag} ${element.attr("class") ?? element.attr("style") ?? ""}`
    const group = alike.get(kind) ?? { count: 0, characters: 0 }
    alike.set(kind, group)
    return group
  }
  for (const part of found) {
    const group = groupOf(part)
    group.count++
    group.characters += part.text.length
  }
  // A page that fades its parts in does so with many of them.
  const isFading = found.filter(({ way }) => way.reason === "opacity").length >= minAlike
  return found.filter((part) => {
    if (part.way === inCharacters) return true
    const { characters, count } = groupOf(part)
    if (isPlain(part.element) || count < minAlike) return !(isFading && part.way.reason === "opacity")
    return !part.way.isRevealable && (characters < minShown || characters < length() * maxRevealedShare)
  })
}

/** Parts that are alike and a large part of a page are shown by scripts, in whatever way they are hidden. */
const minShown = 4000

/** Such characters are text of nobody: code, captions and data would have them too. */
const clean = (element: PageElement): void => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3) node.data = withoutSpelled(node.data)
  }
}

/** Without its attributes for sight, later stages read the element as any other one. */
const show = (element: PageElement): void => {
  element.attrs = element.attrs.filter(({ name }) => name !== "style" && name !== "hidden")
}

const replace = (element: PageElement, part: HiddenPart): void => {
  // Scripts have data of the page and no text of it, wherever they are.
  for (const script of byTag(element, "script")) {
    detach(script)
    element.parentNode?.insertBefore(script, element)
  }
  const { nextSibling, parentNode, previousSibling } = element
  if (parentNode === null) return
  part.parentNode = parentNode
  part.previousSibling = previousSibling
  part.nextSibling = nextSibling
  if (previousSibling === null) parentNode.firstChild = part
  else previousSibling.nextSibling = part
  if (nextSibling === null) parentNode.lastChild = part
  else nextSibling.previousSibling = part
  element.parentNode = null
  element.previousSibling = null
  element.nextSibling = null
}
