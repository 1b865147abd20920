import type { HiddenReason } from "../../../core/domain/document/HiddenText.ts"
import type { PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { Backgrounds, ownBackground } from "./Backgrounds.ts"
import { addDeclarations, byPriority, type Declarations, merge, valueOf } from "./css/declarations.ts"
import { marks, marksOfBlock, mayHide } from "./css/marks.ts"
import { Matching, type Rule } from "./css/Matching.ts"
import { PageNames } from "./css/PageNames.ts"
import { type PageRules, type RawRule, readRules } from "./css/read-rules.ts"
import { RuleIndex } from "./css/RuleIndex.ts"
import { Variables } from "./css/Variables.ts"
import { hintIn, type Way } from "./ways.ts"

/** Aspects that animations change. */
const animated = marks.opacity | marks.visibility | marks.position | marks.size

/** Properties that decide together. */
export type Aspect = keyof typeof aspects
const aspects = { ...marks, attribute: marks.display, characters: 0 } satisfies Readonly<Record<HiddenReason, number>>

interface Inline {
  readonly hint: Hint | undefined
  /** Parsed when an element with this attribute may be hidden. */
  declarations?: Declarations
}

/** A block of declarations that may hide an element. Others may show it again. */
export interface Hint {
  /** Undefined if only the colors decide. */
  readonly way: Way | undefined
  /** Selectors of the rule; "" for a style attribute. */
  readonly selectors: string
  readonly block: Declarations
}

/** The cascade of the page's own rules and style attributes, as far as they hide or show. Rules in files are not read. */
export class PageStyle {
  private readonly names: PageNames
  private readonly page: PageRules
  private readonly matching: Matching
  private readonly hiding: RuleIndex
  /** Made for the first element that may be hidden in this way. */
  private readonly indexes = new Map<number, RuleIndex>()
  private readonly inline = new Map<string, Inline>()
  private readonly hints = new Map<RawRule, Hint | null>()
  private readonly final = new Map<number, boolean>()
  private readonly styles = new Map<Aspect, Map<PageElement, Declarations>>()
  private readonly mayBlend: (declarations: Declarations) => boolean
  private readonly hasSheets: boolean
  private backgrounds: Backgrounds | undefined
  private readonly variables: Variables

  /** `mayBlend` judges colors: whether text with these declarations may be invisible. */
  constructor(html: ParsedHtml, hasSheets: boolean, mayBlend: (declarations: Declarations) => boolean) {
    this.names = new PageNames(html)
    this.page = readRules(html, this.names)
    this.matching = new Matching(html, this.names)
    this.hasSheets = hasSheets
    this.mayBlend = mayBlend
    this.variables = new Variables(this.page, (element) => this.declared(element, "variables"))
    this.hiding = new RuleIndex(
      this.page.rules,
      (rule) => !rule.isConditional && mayHide(rule.marks, hasSheets),
      this.matching,
      (rule) => {
        const hint = rule.needsState ? null : this.hintOfRule(rule)
        return hint !== null && (hint.way !== undefined || this.isPainted(hint.block))
      }
    )
  }

  /** Most rules that may hide match no element, and are not parsed. */
  private hintOfRule(rule: Rule): Hint | null {
    const known = this.hints.get(rule.raw)
    if (known !== undefined) return known
    const hint = this.hintOf(rule.declarations, rule.raw.prelude) ?? null
    this.hints.set(rule.raw, hint)
    return hint
  }

  /** Whether nothing takes precedence over the style attributes of elements in an aspect. */
  isFinal(aspect: Aspect): boolean {
    const mark = aspects[aspect]
    const known = this.final.get(mark)
    if (known !== undefined) return known
    const isFinal = (mark & animated) === 0 || this.page.keyframes.size === 0
      ? this.page.rules.every((rule) => (rule.marks & mark) === 0 || (rule.marks & marks.important) === 0)
      : false
    this.final.set(mark, isFinal)
    return isFinal
  }

  private hintOf(block: Declarations, selectors: string): Hint | undefined {
    for (const variant of this.variables.variants(block, this.hasSheets)) {
      const way = hintIn(variant)
      if (way !== undefined || this.mayBlend(variant)) return { way, selectors, block: variant }
    }
    return undefined
  }

  /** Whether the element has a name of a rule that may hide it, or such a style attribute. */
  hasHints(element: PageElement): boolean {
    const { attrs } = element
    for (let index = 0; index < attrs.length; index++) {
      const { name, value } = attrs[index]!
      if (name === "style" && this.inlineOf(value).hint !== undefined) return true
    }
    return this.hiding.hasCandidates(element)
  }

  /** The style attribute and rules that may hide the element, each reason once. */
  hintsOf(element: PageElement): ReadonlyArray<Hint> {
    const style = element.attr("style")
    const inline = style === undefined ? undefined : this.inlineOf(style).hint
    let found = inline === undefined ? none : [inline]
    this.hiding.forMatching(element, false, (rule) => {
      const hint = this.hintOfRule(rule)
      if (hint !== null) found = [...found, hint]
    }, (rule) => {
      const reason = this.hintOfRule(rule)?.way?.reason
      return !found.some(({ way }) => way?.reason === reason)
    })
    return found
  }

  /** Whether the color of a block is that of a background of the page. */
  private isPainted(block: Declarations): boolean {
    return ownBackground(block) !== undefined ||
      (this.backgrounds ??= this.backgroundsOfPage()).mayBeBehind(block)
  }

  private backgroundsOfPage(): Backgrounds {
    const found = new Backgrounds()
    for (const [order, rule] of this.page.rules.entries()) {
      if ((rule.marks & marks.background) === 0) continue
      const [own] = this.matching.rulesOf(rule, order)
      if (own !== undefined) this.addBackground(own.declarations, found)
    }
    for (const style of this.names.styles) {
      if (/background/i.test(style)) this.addBackground(this.inlineDeclarations(style), found)
    }
    return found
  }

  private addBackground(block: Declarations, into: Backgrounds): void {
    for (const variant of this.variables.variants(block, this.hasSheets)) into.add(variant)
  }

  /** The declarations of an aspect that an element has in the end, without inherited ones. */
  of(element: PageElement, aspect: Aspect): Declarations {
    return this.variables.resolved(element, this.declared(element, aspect))
  }

  /** The same on other screens, and in states that readers can bring about, as far as they show the element. */
  shown(element: PageElement, aspect: Aspect): Declarations {
    return this.variables.resolved(element, this.cascade(element, aspect, true))
  }

  private declared(element: PageElement, aspect: Aspect): Declarations {
    const styles = this.styles.get(aspect) ?? new Map<PageElement, Declarations>()
    this.styles.set(aspect, styles)
    const known = styles.get(element)
    if (known !== undefined) return known
    const made = this.cascade(element, aspect, false)
    styles.set(element, made)
    return made
  }

  private cascade(element: PageElement, aspect: Aspect, isShown: boolean): Declarations {
    const rules: Array<Rule> = []
    this.indexOf(aspects[aspect]).forMatching(element, isShown, (rule) => {
      const { hasState, matches } = rule.selectorTest
      const isPlain = !rule.raw.isConditional && (!isShown || !hasState || matches(element))
      if (isPlain || isShown && hintIn(rule.declarations) === undefined) rules.push(rule)
    })
    const inline = element.attr("style")
    const own = inline === undefined ? undefined : this.inlineDeclarations(inline)
    if (rules.length === 0) return own ?? empty
    const style: Declarations = new Map()
    for (const isImportant of [false, true]) {
      if (rules.length > 1) rules.sort(this.order(isImportant))
      for (const rule of rules) merge(rule.ofPriority(isImportant), style)
      if (own !== undefined) merge(byPriority(own, isImportant), style)
    }
    return style
  }

  private indexOf(mark: number): RuleIndex {
    const known = this.indexes.get(mark)
    if (known !== undefined) return known
    const made = new RuleIndex(this.page.rules, (rule) => (rule.marks & mark) !== 0, this.matching)
    this.indexes.set(mark, made)
    return made
  }

  /** CSS Cascade 5 section 6.1: layers, in the opposite order for important declarations, then specificity and place. */
  private order(isImportant: boolean): (one: Rule, other: Rule) => number {
    const { layers } = this.page
    const rank = ({ raw }: Rule) => {
      const layer = raw.layer === "" ? layers.length : layers.indexOf(raw.layer)
      return isImportant ? -layer : layer
    }
    return (one, other) =>
      (layers.length === 0 ? 0 : rank(one) - rank(other)) ||
      one.selectorTest.specificity - other.selectorTest.specificity ||
      one.order - other.order
  }

  /** Whether a rule or the style attribute makes the element visible within one that is not. */
  isVisible(element: PageElement): boolean {
    let mayBe = visibleValue.test(element.attr("style") ?? "")
    if (!mayBe) this.indexOf(marks.visible).forMatching(element, false, () => mayBe = true)
    return mayBe && valueOf(this.of(element, "visibility"), "visibility").startsWith("visible")
  }

  /** Whether a rule hides the element on some screens, and no other one does. */
  hidesSometimes(element: PageElement, aspect: Aspect): boolean {
    let mayBe = false
    this.indexOf(aspects[aspect]).forMatching(element, false, ({ declarations, raw }) => {
      mayBe ||= raw.isConditional && hintIn(declarations)?.reason === aspect
    })
    return mayBe && hintIn(this.of(element, aspect)) === undefined
  }

  /** Whether an animation of the element changes a property that hides it. */
  isAnimated(style: Declarations, property: string): boolean {
    if (this.page.keyframes.size === 0) return false
    const names = `${valueOf(style, "animation")} ${valueOf(style, "animation-name")}`.split(/[\s,]+/)
    return names.some((name) => this.page.keyframes.get(name)?.includes(property) === true)
  }

  private inlineOf(style: string): Inline {
    const known = this.inline.get(style)
    if (known !== undefined) return known
    const declarations = mayHide(marksOfBlock(style), this.hasSheets) ? declarationsOf(style) : undefined
    const inline: Inline = declarations === undefined
      ? { hint: undefined }
      : { declarations, hint: this.hintOf(declarations, "") }
    this.inline.set(style, inline)
    return inline
  }

  private inlineDeclarations(style: string): Declarations {
    const inline = this.inlineOf(style)
    return inline.declarations ??= declarationsOf(style)
  }
}

const none: ReadonlyArray<Hint> = []
const empty: Declarations = new Map()
const visibleValue = /visibility\s*:\s*(?:visible|var)/i

const declarationsOf = (block: string): Declarations => {
  const declarations: Declarations = new Map()
  addDeclarations(block, declarations)
  return declarations
}
