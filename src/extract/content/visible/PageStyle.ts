import type { PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { addDeclarations, type Declarations, merge } from "./declarations.ts"
import { type RawRule, readRules } from "./read-rules.ts"
import { RuleIndex } from "./RuleIndex.ts"

interface Inline {
  readonly declarations: Declarations
  readonly canHide: boolean
}

/** Values that hide. Most blocks have none of them, and are not parsed. */
const hidingValue =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*[:(]\s*0?\.?0|font-size\s*:\s*(?:0|1(?:px|pt|%)|\.\d)|clip|indent|-\d{3}|scale|transparent|0\s*\)|(?:height|width)\s*:\s*[01](?![\d.])/i
const colorValue = /(?<![-\w])color\s*:/i

/**
 * The cascade of the page's own rules and style attributes, as far as they hide or show: selectors of tags, ids, classes
 * and ancestors. Rules with other selectors, of other media and in other files are not read.
 */
export class PageStyle {
  private readonly rules: ReadonlyArray<RawRule>
  private readonly hiding: RuleIndex
  /** By the property that hides: the rules that have it. Made for the first element that it may hide. */
  private readonly cascades = new Map<string, RuleIndex>()
  private showing: RuleIndex | undefined
  private readonly inline = new Map<string, Inline>()
  private readonly canHide: (declarations: Declarations) => boolean

  constructor(html: ParsedHtml, canHide: (declarations: Declarations) => boolean) {
    this.canHide = canHide
    this.rules = readRules(html)
    this.hiding = new RuleIndex(
      this.rules.filter(({ block, isConditional }) =>
        !isConditional && mayHide(block) && canHide(declarationsOf(block))
      )
    )
  }

  /** The style attribute or the rule that may hide the element. Others may show it again. */
  hidingOf(element: PageElement): { readonly declarations: Declarations; readonly isInline: boolean } | undefined {
    const style = element.attr("style")
    const inline = style === undefined ? undefined : this.inlineOf(style)
    if (inline?.canHide === true) return { declarations: inline.declarations, isInline: true }
    const [rule] = this.hiding.isEmpty ? [] : this.hiding.matching(element)
    return rule === undefined ? undefined : { declarations: rule.declarations, isInline: false }
  }

  /** Whether the element is visible within one that is not. */
  isShown(element: PageElement): boolean {
    const style = element.attr("style")
    const inline = style === undefined ? "" : this.inlineOf(style).declarations.get("visibility") ?? ""
    if (inline !== "") return inline.startsWith("visible")
    this.showing ??= new RuleIndex(this.rules.filter(({ block }) => /visibility\s*:\s*visible/i.test(block)))
    return !this.showing.isEmpty && this.showing.matching(element).length > 0
  }

  /** The declarations of an element: of the rules that have this property, or of all. */
  of(element: PageElement, property = ""): Declarations {
    const style: Declarations = new Map()
    if (this.rules.length > 0) {
      // The sort is stable, and the rules are in the order of the page.
      const matching = this.cascadeOf(property).matching(element).toSorted((a, b) => a.specificity - b.specificity)
      for (const { declarations, isConditional } of matching) if (!isConditional) merge(declarations, style)
      for (const { declarations, isConditional } of matching) if (isConditional) showAgain(declarations, style)
    }
    const inline = element.attr("style")
    if (inline !== undefined) merge(this.inlineOf(inline).declarations, style)
    return style
  }

  private cascadeOf(property: string): RuleIndex {
    const known = this.cascades.get(property)
    if (known !== undefined) return known
    const made = new RuleIndex(this.rules.filter(({ block }) => block.includes(property)))
    this.cascades.set(property, made)
    return made
  }

  private inlineOf(style: string): Inline {
    const known = this.inline.get(style)
    if (known !== undefined) return known
    const declarations = declarationsOf(style)
    const inline = { declarations, canHide: mayHide(style) && this.canHide(declarations) }
    this.inline.set(style, inline)
    return inline
  }
}

const mayHide = (block: string): boolean =>
  hidingValue.test(block) || colorValue.test(block) && /#[ef0]|white|black|rgb|background/i.test(block)

const declarationsOf = (block: string): Declarations => {
  const declarations: Declarations = new Map()
  addDeclarations(block, declarations)
  return declarations
}

/** Another screen shows what this one hides. */
const showAgain = (other: Declarations, style: Declarations): void => {
  for (const property of ["display", "visibility", "opacity"]) {
    const value = other.get(property)
    if (value !== undefined && !/^(?:none|hidden|collapse|0)/.test(value)) style.delete(property)
  }
}
