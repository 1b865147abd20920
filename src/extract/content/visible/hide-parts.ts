import type { HiddenText } from "../../../core/domain/document/HiddenText.ts"
import { ownText } from "../../../core/kernel/own-text.ts"
import { detach, HiddenPart, type PageElement, type PageNode } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { byTag, children, elements, fold, isBlank, textContent } from "../../dom/walk.ts"
import { spelledOut } from "../../dom/without-invisible.ts"
import { silentTags } from "../../rules/tags.ts"
import { backgroundColor, type Color, colorOf, isSameColor } from "./colors.ts"
import { type Declarations, valueOf } from "./declarations.ts"
import { PageStyle } from "./PageStyle.ts"
import { controlledIds, isReachable } from "./reachable.ts"
import { type Way, wayOf } from "./ways.ts"

const maxSamples = 5
const maxSample = 120
/** A larger share of a page is not hidden by its author: scripts show it. */
const maxRevealedShare = 0.25
/** A longer part that has a name is shown by scripts. At least as many parts that are alike are shown too. */
const maxRevealed = 400
const minAlike = 3

/**
 * Takes the parts of the body out of the tree that a reader can neither see nor bring to sight. With `isKept`, they are
 * shown instead.
 */
export const hideParts = (html: ParsedHtml, isKept: boolean): HiddenText | undefined => {
  const found = hiddenIn(html)
  if (found.length === 0) return undefined
  const samples = found.slice(0, maxSamples).map(({ element, text, way }) => ({
    reason: way.reason,
    selector: pathOf(element),
    text: ownText(fold(text.slice(0, maxSample * 4)).slice(0, maxSample))
  }))
  for (const { element, way } of found) {
    if (isKept) show(element)
    else if (way !== inCharacters) replace(element, new HiddenPart(element))
  }
  return { parts: found.length, characters: found.reduce((sum, { text }) => sum + fold(text).length, 0), samples }
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

const hiddenIn = (html: ParsedHtml): ReadonlyArray<Found> => {
  const { found } = new HiddenWalk(html)
  const kindOf = (element: PageElement) => `${element.tag} ${element.attr("class") ?? ""}`
  const alike = new Map<string, number>()
  for (const { element } of found) alike.set(kindOf(element), (alike.get(kindOf(element)) ?? 0) + 1)
  // A page that fades its parts in does so with many of them.
  const isFading = found.filter(({ way }) => way.reason === "opacity").length >= minAlike
  return found.filter(({ element, way }) =>
    !(isFading && way.reason === "opacity") &&
    (!way.isRevealable || isPlain(element) || (alike.get(kindOf(element)) ?? 0) < minAlike)
  )
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

interface Found {
  readonly element: PageElement
  readonly way: Way
  readonly text: string
}

/** Max characters of nested hidden parts that are read. The parts of a page that nests more are not judged further. */
const maxRead = 8_000_000

class HiddenWalk {
  readonly found: Array<Found> = []
  private readonly style: PageStyle
  private readonly html: ParsedHtml
  private readonly hasSheets: boolean
  private ids: ReadonlySet<string> | undefined
  private pageLength: number | undefined
  private read = 0

  constructor(html: ParsedHtml) {
    this.html = html
    this.hasSheets = html.tagged("link").some((link) => /stylesheet/i.test(link.attr("rel") ?? ""))
    this.style = new PageStyle(html, (style) => wayOf(style) !== undefined || this.mayBlend(style))
    this.visit(html.body)
  }

  private visit(parent: PageElement): void {
    for (let node: PageNode | null = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) this.text(parent, node.data)
      if (node.nodeType !== 1 || silentTags.has(node.tag)) continue
      const way = this.wayOf(node)
      if (way === undefined) this.visit(node)
      else this.found.push({ element: node, way, text: textContent(node) })
    }
  }

  private text(parent: PageElement, data: string): void {
    if (!mayBeSpelled.test(data)) return
    const { count, words } = spelledOut(data)
    if (count > 0) {
      this.found.push({ element: parent, way: inCharacters, text: words === "" ? "?".repeat(count) : words })
    }
  }

  private wayOf(element: PageElement): Way | undefined {
    if (element.has("hidden")) {
      if (!this.isHidden(element, byAttribute)) return undefined
      // A rule of the page may show such an element again (HTML section 6.1).
      const display = valueOf(this.style.of(element, "display"), "display")
      return display === "" || display === "none" ? byAttribute : undefined
    }
    const hiding = this.style.hidingOf(element)
    if (hiding === undefined) return undefined
    const way = wayOf(hiding.declarations) ?? blended
    if (!this.isHidden(element, way)) return undefined
    // Other rules are read only for the few elements that pass, and only where one may win.
    if (hiding.isInline && way !== blended || !overruled.has(way.reason)) return way
    const style = this.style.of(element, way === blended ? "" : properties[way.reason])
    return wayOf(style) ?? (this.blends(element, style) ? blended : undefined)
  }

  /** Whether a text with these declarations may have the color of what is behind it. */
  private mayBlend(style: Declarations): boolean {
    const color = colorOf(valueOf(style, "color"))
    if (color === undefined) return false
    const own = ownBackground(style)
    if (own !== undefined) return own !== "unknown" && isSameColor(color, own)
    // A style sheet in a file may color what is behind.
    return !this.hasSheets && (isSameColor(color, white) || isSameColor(color, black))
  }

  private blends(element: PageElement, style: Declarations): boolean {
    const color = colorOf(valueOf(style, "color"))
    if (color === undefined || !this.mayBlend(style)) return false
    let behind = ownBackground(style)
    for (let at = element.parentNode; behind === undefined && at !== null; at = at.parentNode) {
      behind = backgroundColor((at.attr("bgcolor") ?? "").toLowerCase()) ?? ownBackground(this.style.of(at))
    }
    const known = behind ?? white
    return known !== "unknown" && isSameColor(color, known) && !hasPicture(element)
  }

  /** Whether nobody sees an element that is hidden in this way. */
  private isHidden(element: PageElement, way: Way): boolean {
    const text = textContent(element)
    if (isBlank(text)) return false
    this.read += text.length
    return this.read > maxRead || this.cannotBeSeen(element, way, text)
  }

  private cannotBeSeen(element: PageElement, way: Way, text: string): boolean {
    if (way.isInherited === true && hasOwnStyle(element)) return false
    // Menus wait outside of the screen.
    if (way.reason === "position" && text.length > maxRevealed && !isPlain(element)) return false
    if (way.isRevealable) {
      if (way.reason === "opacity" && isAnimated(element)) return false
      if (way.reason === "visibility" && this.showsBelow(element)) return false
      if (!isPlain(element) && text.length > maxRevealed) return false
      if (text.length > maxRevealed && text.length > this.length() * maxRevealedShare) return false
      if (isReachable(element, this.ids ??= controlledIds(this.html.body))) return false
    }
    return true
  }

  private length(): number {
    return this.pageLength ??= textContent(this.html.body).length
  }

  private showsBelow(element: PageElement): boolean {
    for (const below of elements(element)) if (this.style.isShown(below)) return true
    return false
  }
}

const white: Color = [255, 255, 255, 1]
const black: Color = [0, 0, 0, 1]
const blended: Way = { reason: "color", isRevealable: false, isInherited: true }

const ownBackground = (style: Declarations): Color | "unknown" | undefined =>
  backgroundColor(valueOf(style, "background-color")) ?? backgroundColor(valueOf(style, "background"))

const inCharacters: Way = { reason: "characters", isRevealable: false }
const mayBeSpelled = /\uDB40|[\uFE00-\uFE0F]{2}/

const byAttribute: Way = { reason: "attribute", isRevealable: true }
/** Ways that rules of other classes undo. Nothing undoes a part for screen readers only. */
const overruled: ReadonlySet<string> = new Set(["color", "display", "font_size", "opacity", "visibility"])
const properties: Readonly<Record<string, string>> = { display: "display", opacity: "opacity", font_size: "font-size" }

/** Whether an element below may set its own size and color. */
const hasOwnStyle = (element: PageElement): boolean => {
  for (const below of elements(element)) {
    if (below.attrs.some(({ name }) => name === "style" || name === "class" || name === "id" || name === "color")) {
      return true
    }
  }
  return false
}

const hasPicture = (element: PageElement): boolean => {
  for (const below of elements(element)) if (below.tag === "img" || below.tag === "picture") return true
  return false
}

/** Whether the element has neither a name nor data, by which a script could find it. */
const isPlain = ({ attrs }: PageElement): boolean =>
  attrs.every(({ name }) => /^(?:style|hidden|title|lang|dir|aria-hidden|align|width|height)$/.test(name))

/** Scripts fade such elements in when they come to sight. */
const isAnimated = (element: PageElement): boolean =>
  element.attrs.some(({ name, value }) =>
    /^data-(?:aos|anim|delay|framer|gsap|in-?view|motion|reveal|sal|scroll|w-id|wow)/.test(name) ||
    name === "class" && /anim|fade|aos|wow|reveal|motion|scroll|appear|lazy|load|js-/i.test(value) ||
    name === "style" && /transform|transition|will-change|animation/i.test(value)
  )
