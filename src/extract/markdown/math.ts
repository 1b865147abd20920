import type { PageElement, PageNode } from "../dom/node.ts"
import { endRun } from "../dom/text-end.ts"
import { firstByTag, foldedText, textContent } from "../dom/walk.ts"
import { withoutInvisible } from "./fold-text.ts"
import { mathmlToLatex } from "./mathml.ts"

export interface MathFormula {
  readonly latex: string
  readonly display: boolean
}

/** The rendering of a formula whose source is beside it. It is not read. */
export const rendered = "rendered"

/**
 * The formula in an element: MathML, KaTeX, MathJax scripts and containers, images of formulas. Undefined for other
 * elements.
 */
export const mathOf = (element: PageElement): MathFormula | typeof rendered | undefined => {
  switch (element.tag) {
    case "script": {
      const type = element.attr("type") ?? ""
      return type.startsWith("math/tex") ? formula(rawText(element), type.includes("display")) : undefined
    }
    case "math":
      return formula(latexOf(element), element.attr("display") === "block")
    case "mjx-container":
      return within(element, element.attr("display") === "true")
    case "img":
      return imageFormula(element)
    case "span":
    case "div":
      return classed(element)
    default:
      return undefined
  }
}

const classed = (element: PageElement): MathFormula | typeof rendered | undefined => {
  const names = element.attr("class")
  if (names === undefined || !mathClass.test(names)) return undefined
  if (/(?:^|\s)MathJax/.test(names)) return sourceFollows(element) ? rendered : within(element, /Display/.test(names))
  return within(element, /katex-display|mwe-math-mathml-display/.test(names))
}

const mathClass = /(?:^|\s)(?:katex(?:-display)?|mwe-math-element|MathJax(?:_Display|_SVG|_CHTML)?)(?:\s|$)/

/** MathJax 2 puts the rendering before the script with the source. */
const sourceFollows = (element: PageElement): boolean => {
  for (let node: PageNode | null = element.nextSibling, seen = 0; node !== null && seen < 3; node = node.nextSibling) {
    if (node.nodeType !== 1) continue
    if (node.tag === "script" && (node.attr("type") ?? "").startsWith("math/tex")) return true
    seen++
  }
  return false
}

const within = (element: PageElement, isDisplay: boolean): MathFormula | undefined => {
  const math = firstByTag(element, "math")
  if (math !== undefined) return formula(latexOf(math), isDisplay || math.attr("display") === "block")
  const source = element.attr("data-latex") ?? firstByTag(element, "mjx-math")?.attr("data-latex") ??
    firstByTag(element, "annotation")
  if (source === undefined) return undefined
  return formula(typeof source === "string" ? source : textContent(source), isDisplay)
}

const imageFormula = (image: PageElement): MathFormula | undefined => {
  if (!/(?:^|\s)(?:latex|tex|mwe-math-fallback-image-\w+|math-image)(?:\s|$)/.test(image.attr("class") ?? "")) {
    return undefined
  }
  return formula(image.attr("alt") ?? "", /display/.test(image.attr("class") ?? ""))
}

const formula = (source: string, display: boolean): MathFormula | undefined => {
  const code = withoutStyle(withoutInvisible(source).trim())
    .replace(/^(?:<!\[CDATA\[|%\s*<!\[CDATA\[)|(?:%\s*)?\]\]>$/g, "")
  const latex = code.slice(0, endRun(code, "$")).replace(/^\$+/, "").trim()
  return latex === "" ? undefined : { latex, display }
}

/** Wikipedia puts each formula into `{\displaystyle ...}`. */
const withoutStyle = (code: string): string =>
  code.startsWith(displayStyle) && code.endsWith("}") ? code.slice(displayStyle.length, -1).trimStart() : code

const displayStyle = "{\\displaystyle"

const latexOf = (math: PageElement): string => {
  const annotation = firstByTag(math, "annotation")
  if (annotation?.attr("encoding") === "application/x-tex") return textContent(annotation)
  const alternative = math.attr("alttext")
  if (alternative !== undefined) return alternative
  const latex = mathmlToLatex(math)
  return latex === "" ? foldedText(math) : latex
}

const rawText = (script: PageElement): string => script.firstChild?.nodeType === 3 ? script.firstChild.data : ""

/** A script with a formula has no words, so the choice of content does not see it. */
export const isFormulaSource = (element: PageElement): boolean =>
  element.tag === "script" && (element.attr("type") ?? "").startsWith("math/tex")

/**
 * Formulas in running text that a script would render in the browser: `\(…\)`, `\[…\]` and `$$…$$`. Their length is
 * bounded, so openers without closers cost little.
 */
export const texInText = /\\\(([^]{1,600}?)\\\)|\\\[([^]{1,600}?)\\\]|\$\$([^]{1,600}?)\$\$/g

export const hasTexScript = (source: string): boolean => /mathjax|katex(?:\.min)?\.js|auto-render/i.test(source)
