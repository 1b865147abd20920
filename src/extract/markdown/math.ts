import type { PageElement } from "../dom/node.ts"
import { byTag } from "../dom/walk.ts"
import { textContent } from "../dom/walk.ts"
import { mathmlToLatex } from "./mathml.ts"

export interface MathFormula {
  readonly latex: string
  readonly display: boolean
}

/** The formula that an element is: MathML, KaTeX, MathJax's scripts and containers; undefined where it is none. */
export const mathOf = (element: PageElement): MathFormula | undefined => {
  const type = element.attr("type") ?? ""
  if (element.tag === "script") {
    if (!type.startsWith("math/tex")) return undefined
    return formula(rawText(element), type.includes("display"))
  }
  if (element.tag === "math") return formula(latexOf(element), element.attr("display") === "block")
  const names = element.attr("class") ?? ""
  if (/(?:^|\s)katex(?:-display)?(?:\s|$)/.test(names) || element.tag === "mjx-container") {
    const math = byTag(element, "math")[0]
    return math === undefined
      ? undefined
      : formula(latexOf(math), /katex-display/.test(names) || element.attr("display") === "true")
  }
  return undefined
}

const formula = (latex: string, display: boolean): MathFormula | undefined => {
  const trimmed = latex.trim()
  return trimmed === "" ? undefined : { latex: trimmed, display }
}

const latexOf = (math: PageElement): string => {
  const annotation = byTag(math, "annotation").find((node) => node.attr("encoding") === "application/x-tex")
  if (annotation !== undefined) return textContent(annotation)
  return math.attr("alttext") ?? mathmlToLatex(math)
}

const rawText = (script: PageElement): string => script.firstChild?.nodeType === 3 ? script.firstChild.data : ""
