import type { PageElement, PageNode } from "../../dom/node.ts"
import { fold } from "../../dom/walk.ts"
import type { ParsedPage } from "../../Page.ts"
import { silentTags } from "../../rules/tags.ts"
import { equationsOf } from "./equation-table.ts"
import { type MathFormula, mathOf, rendered } from "./math.ts"
import { mathmlReader } from "./mathml.ts"
import { mayHoldFormula, splitFormulas, type TexSyntax, texSyntax } from "./tex-in-text.ts"

/** The formulas of a page. Made once for each page and shared by the stages. */
export const formulasOf = (
  { html: { document }, searchable }: Pick<ParsedPage, "html" | "searchable">
): FormulaReader => {
  const known = readers.get(document)
  if (known !== undefined) return known
  const reader = new FormulaReader(searchable)
  readers.set(document, reader)
  return reader
}

/** Reads the formulas of one page, in elements and in text. */
export class FormulaReader {
  readonly mathml = mathmlReader()
  private readonly source: string
  private tex: TexSyntax | undefined
  private readonly tables = new Map<PageElement, ReadonlyArray<string> | undefined>()

  constructor(source: string) {
    this.source = source
  }

  /** The equations of a table that only arranges them. Undefined for a table of data. */
  equations(table: PageElement): ReadonlyArray<string> | undefined {
    if (!this.tables.has(table)) this.tables.set(table, equationsOf(table, (cell) => this.only(cell)))
    return this.tables.get(table)
  }

  element(element: PageElement): MathFormula | typeof rendered | undefined {
    return mathOf(element, this.mathml)
  }

  /** The formulas of a text and the text around them. Undefined for a text without any. */
  split(node: PageNode, data: string): Iterable<string | MathFormula> | undefined {
    if (!mayHoldFormula(data)) return undefined
    // The search of the whole source takes .2 ms, and most pages have no such text.
    const syntax = this.tex ??= texSyntax(this.source)
    return syntax.mayHold(data) ? splitFormulas(data, node, syntax) : undefined
  }

  /** The text of an element, with LaTeX in the place of its formulas. */
  text(element: PageElement): string {
    const parts: Array<string> = []
    this.collect(element, parts)
    return fold(parts.join(""))
  }

  private collect(element: PageElement, parts: Array<string>): void {
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) {
        for (const part of this.split(node, node.data) ?? [node.data]) {
          parts.push(typeof part === "string" ? part : part.latex)
        }
      } else if (node.nodeType === 1) {
        const formula = this.element(node)
        if (formula === undefined) {
          if (!silentTags.has(node.tag)) this.collect(node, parts)
        } else if (formula !== rendered) parts.push(formula.latex)
      }
    }
  }

  /** The LaTeX of an element with nothing but formulas, empty for a blank element. Undefined if it has other text. */
  private only(element: PageElement): string | undefined {
    let latex = ""
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      const part = node.nodeType === 3 ? this.onlyInText(node, node.data) : node.nodeType === 1 ? this.onlyIn(node) : ""
      if (part === undefined) return undefined
      latex = latex === "" || part === "" ? latex + part : `${latex} ${part}`
    }
    return latex
  }

  private onlyIn(element: PageElement): string | undefined {
    const formula = this.element(element)
    if (formula === rendered || element.tag === "br") return ""
    if (formula !== undefined) return formula.latex.replace(/^\\displaystyle\s*/, "")
    return boxTags.has(element.tag) ? this.only(element) : undefined
  }

  private onlyInText(node: PageNode, data: string): string | undefined {
    let latex = ""
    for (const part of this.split(node, data) ?? [data]) {
      if (typeof part !== "string") latex += part.latex
      else if (!/^[\s,.;]*$/.test(part)) return undefined
    }
    return latex
  }
}

const readers = new WeakMap<PageElement, FormulaReader>()

/** Elements around a formula. */
const boxTags: ReadonlySet<string> = new Set("b center div em font i nobr p small span strong".split(" "))
