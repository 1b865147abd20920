import type { HiddenReason } from "../../../core/domain/document/HiddenText.ts"
import type { PageElement, PageNode } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { elements, isBlank, textContent } from "../../dom/walk.ts"
import { mayBeSpelled, spelledOut } from "../../dom/without-invisible.ts"
import { silentTags } from "../../rules/tags.ts"
import { Blending } from "./Blending.ts"
import { type Declarations, valueOf } from "./css/declarations.ts"
import { type Aspect, PageStyle } from "./PageStyle.ts"
import { controlledIds, isReachable } from "./reachable.ts"
import { isAnimated, isPlain, isSlideInPlace } from "./traits.ts"
import { blended, type Way, wayOf } from "./ways.ts"

export interface Found {
  readonly element: PageElement
  readonly way: Way
  readonly text: string
}

/** A larger share of a page is not hidden by its author: scripts show it. */
export const maxRevealedShare = 0.25
/** A longer part that has a name is shown by scripts. */
const maxRevealed = 400
/** Max characters of nested hidden parts that are read. The parts of a page that nests more are not judged further. */
const maxRead = 8_000_000

/** Elements that a browser did not show. */
export type Unseen = ReadonlyMap<PageElement, HiddenReason>

/**
 * Finds the outermost parts of a page that readers can neither see nor bring to sight: by its own rules, or, if a browser
 * has judged it, among those that the browser did not show.
 */
export class HiddenWalk {
  readonly found: Array<Found> = []
  private readonly style: PageStyle
  private readonly blending: Blending
  private readonly html: ParsedHtml
  private readonly unseen: Unseen | undefined
  private ids: ReadonlySet<string> | undefined
  private pageLength: number | undefined
  private read = 0

  constructor(html: ParsedHtml, unseen?: Unseen) {
    this.html = html
    this.unseen = unseen
    this.blending = new Blending(html, (element) => this.style.of(element, "color"))
    this.style = new PageStyle(html, this.blending.hasSheets, (style) => this.blending.mayBlend(style))
    this.visit(html.body)
  }

  private visit(parent: PageElement): void {
    for (let node: PageNode | null = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) this.text(parent, node.data)
      if (node.nodeType !== 1 || silentTags.has(node.tag)) continue
      const way = this.unseen !== undefined
        ? this.judged(node, this.unseen.get(node))
        : isUnusual(node) || this.style.hasHints(node)
        ? this.wayOf(node)
        : undefined
      if (way === undefined) this.visit(node)
      else this.found.push({ element: node, way, text: textContent(node) })
    }
  }

  private judged(element: PageElement, reason: HiddenReason | undefined): Way | undefined {
    if (reason === undefined) return undefined
    const way = { reason, isRevealable: !isForGood.test(reason) }
    if (!this.isHidden(element, way)) return undefined
    // The browser has one size, and no pointer is on the page.
    if (this.style.hidesSometimes(element, reason)) return undefined
    const style = this.style.of(element, reason)
    return wayOf(style) !== undefined && this.isShownLater(element, way, style) ? undefined : way
  }

  private text(parent: PageElement, data: string): void {
    if (data.length < 2 || !mayBeSpelled.test(data)) return
    const { count, words } = spelledOut(data)
    if (count > 0) {
      this.found.push({ element: parent, way: inCharacters, text: words === "" ? "?".repeat(count) : words })
    }
  }

  private wayOf(element: PageElement): Way | undefined {
    if (isUnshown(element)) {
      if (!this.isHidden(element, byAttribute)) return undefined
      // A rule of the page may show such an element (HTML section 15.3.1).
      const display = valueOf(this.style.of(element, "display"), "display")
      if (display === "" || display === "none") return byAttribute
    }
    const hints = this.style.hintsOf(element)
    if (hints.length === 0) {
      return this.blending.hasOwnColor(element) && this.isHidden(element, blended)
        ? this.inTheEnd(element, blended)
        : undefined
    }
    // Other rules are read only for the few elements that pass.
    for (const { block, selectors, way = blended } of hints) {
      // The colors of few elements blend, and what is below them takes longer to judge.
      if (way === blended) {
        const found = this.inTheEnd(element, way)
        if (found !== undefined && this.isHidden(element, way, selectors)) return found
        continue
      }
      if (!this.isHidden(element, way, selectors)) continue
      const isFinal = selectors === "" && way !== blended && this.style.isFinal(way.reason) &&
        wayOf(block) !== undefined
      const found = isFinal ? way : this.inTheEnd(element, way)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The way that other rules and style attributes leave. */
  private inTheEnd(element: PageElement, hint: Way): Way | undefined {
    const style = this.style.of(element, hint.reason)
    const way = wayOf(style) ?? (hint.reason === "color" && this.blending.blends(element, style) ? blended : undefined)
    if (way === undefined || way.isRevealable !== hint.isRevealable && !this.isHidden(element, way)) return undefined
    return this.isShownLater(element, way, style) ? undefined : way
  }

  /** Whether nobody sees an element that is hidden in this way. */
  private isHidden(element: PageElement, way: Way, selectors = ""): boolean {
    const text = textContent(element)
    if (isBlank(text)) return false
    this.read += text.length
    return this.read > maxRead || this.cannotBeSeen(element, way, text, selectors)
  }

  private cannotBeSeen(element: PageElement, way: Way, text: string, selectors: string): boolean {
    const isBounded = way.isRevealable || way === blended || way.reason === "size" && !isPlain(element)
    if (isBounded && text.length > maxRevealed && text.length > this.length() * maxRevealedShare) return false
    if (way.reason === "position" && isSlideInPlace(element)) return false
    // Menus wait outside of the screen.
    if (way.reason === "position" && text.length > maxRevealed && !isPlain(element)) return false
    if (way.isRevealable) {
      if (way.reason === "opacity" && isAnimated(element)) return false
      if (!isPlain(element) && text.length > maxRevealed) return false
      if (isReachable(element, this.isControlled, selectors)) return false
      if (way.reason === "visibility" && this.unseen === undefined && this.showsBelow(element)) return false
    }
    return way.inherited === undefined || !this.setsBelow(element, way.reason, way.inherited)
  }

  /** Whether the element is seen on other screens, or once the pointer, the focus, or an animation has been on it. */
  private isShownLater(element: PageElement, way: Way, style: Declarations): boolean {
    if (way === byAttribute || way === blended) return false
    if (this.style.isAnimated(style, way.reason === "position" ? "transform" : way.reason)) return true
    return way.isRevealable && wayOf(this.style.shown(element, way.reason)) === undefined
  }

  private readonly isControlled = (id: string): boolean => (this.ids ??= controlledIds(this.html.body)).has(id)

  /** Characters of the page. */
  readonly length = (): number => this.pageLength ??= textContent(this.html.body).length

  /** Whether an element below is visible in one that is not. */
  private showsBelow(element: PageElement): boolean {
    for (const below of elements(element)) {
      if (this.style.isVisible(below)) return true
    }
    return false
  }

  /** Whether an element below sets one of the properties itself. A style sheet in a file may do so for any class. */
  private setsBelow(element: PageElement, aspect: Aspect, properties: ReadonlyArray<string>): boolean {
    for (const below of elements(element)) {
      if (below.attrs.length === 0 && this.blending.hasSheets) continue
      if (below.tag === "font" && below.has("color") && properties.includes("color")) return true
      if (this.blending.hasSheets && (below.has("class") || below.has("id"))) return true
      const style = this.style.of(below, aspect)
      if (
        properties.some((property) =>
          !/^(?:|inherit|unset|currentcolor|transparent|none)$/.test(valueOf(style, property))
        )
      ) return true
    }
    return false
  }
}

/** Reasons for which no script or control shows an element again. */
const isForGood = /^(?:clip|color|font_size)$/

export const inCharacters: Way = { reason: "characters", isRevealable: false }

/** Whether browsers may hide the element, or color its text, by itself. */
const isUnusual = (element: PageElement): boolean => {
  const { attrs, tag } = element
  if (tag === "dialog" || tag === "font") return true
  for (let index = 0; index < attrs.length; index++) {
    const { name } = attrs[index]!
    if (name === "hidden" || name === "popover") return true
  }
  return false
}

const byAttribute: Way = { reason: "attribute", isRevealable: true }

/** Whether browsers do not show the element by themselves: hidden ones, closed dialogs and closed popovers. */
const isUnshown = (element: PageElement): boolean => {
  if (element.tag === "dialog") return !element.has("open")
  for (const { name } of element.attrs) if (name === "hidden" || name === "popover") return true
  return false
}
