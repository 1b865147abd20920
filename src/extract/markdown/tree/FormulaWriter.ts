import type { PageElement, PageNode } from "../../dom/node.ts"
import { type FormulaReader, formulasOf } from "../../media/formulas/FormulaReader.ts"
import { rendered } from "../../media/formulas/math.ts"
import type { ParsedPage } from "../../Page.ts"
import type { ContentBuilder } from "./ContentBuilder.ts"

/** Writes the formulas of the content, from elements and from text. */
export class FormulaWriter {
  private readonly builder: ContentBuilder
  private readonly reader: FormulaReader

  constructor(builder: ContentBuilder, page: ParsedPage) {
    this.builder = builder
    this.reader = formulasOf(page)
  }

  get mathml() {
    return this.reader.mathml
  }

  /** Returns whether the element is a formula, or the rendering of one that is written elsewhere. */
  element(element: PageElement): boolean {
    const math = this.reader.element(element)
    if (math === undefined) return false
    if (math !== rendered) this.builder.math(math.latex, math.display)
    return true
  }

  /** Returns whether the table only arranges equations. They are written then. */
  table(table: PageElement): boolean {
    const equations = this.reader.equations(table)
    for (const latex of equations ?? []) this.builder.math(latex, true)
    return equations !== undefined
  }

  /** Writes a text and the formulas in it. */
  text(node: PageNode, data: string): void {
    const parts = this.reader.split(node, data)
    if (parts === undefined) return this.builder.text(data)
    for (const part of parts) {
      if (typeof part === "string") this.builder.text(part)
      else this.builder.math(part.latex, part.display)
    }
  }
}
