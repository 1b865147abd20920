import type { PageElement, PageNode } from "../../dom/node.ts"
import { mathOf, rendered } from "../formulas/math.ts"
import { mathmlReader } from "../formulas/mathml.ts"
import { splitFormulas, type TexSyntax, texSyntax } from "../formulas/tex-in-text.ts"
import type { ContentBuilder } from "./ContentBuilder.ts"

/** Writes the formulas of the content, from elements and from text. */
export class FormulaWriter {
  readonly mathml = mathmlReader()
  private readonly builder: ContentBuilder
  private readonly tex: TexSyntax

  constructor(builder: ContentBuilder, source: string) {
    this.builder = builder
    this.tex = texSyntax(source)
  }

  /** Returns whether the element is a formula, or the rendering of one that is written elsewhere. */
  element(element: PageElement): boolean {
    const math = mathOf(element, this.mathml)
    if (math === undefined) return false
    if (math !== rendered) this.builder.math(math.latex, math.display)
    return true
  }

  /** Writes a text and the formulas in it. */
  text(node: PageNode, data: string): void {
    if (!this.tex.mayHold(data)) return this.builder.text(data)
    for (const part of splitFormulas(data, node, this.tex)) {
      if (typeof part === "string") this.builder.text(part)
      else this.builder.math(part.latex, part.display)
    }
  }
}
