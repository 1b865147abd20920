import type { PageElement, PageNode } from "../../dom/node.ts"
import { endRun } from "../../dom/text-end.ts"
import { firstByTag, textContent } from "../../dom/walk.ts"
import { withoutInvisible } from "../../dom/without-invisible.ts"
import type { MathmlReader } from "./mathml.ts"
import { pictureFormula } from "./picture-formula.ts"

export interface MathFormula {
  readonly latex: string
  readonly display: boolean
}

/** Marks the rendering of a formula whose source is beside it. The rendering is skipped. */
export const rendered = "rendered"

/**
 * Formula in an element: MathML, KaTeX, MathJax scripts and containers, images of formulas. Undefined for other
 * elements.
 */
export const mathOf = (element: PageElement, mathml: MathmlReader): MathFormula | typeof rendered | undefined => {
  switch (element.tag) {
    case "script": {
      const type = element.attr("type") ?? ""
      return type.startsWith("math/tex") ? formula(rawText(element), type.includes("display")) : undefined
    }
    case "math":
      return formula(latexOf(element, mathml), element.attr("display") === "block")
    case "mjx-container":
      return within(element, element.attr("display") === "true", mathml)
    case "img": {
      const picture = pictureFormula(element)
      return picture === undefined ? undefined : formula(picture.latex, picture.display)
    }
    case "span":
    case "div":
      return classed(element, mathml)
    default:
      return undefined
  }
}

const classed = (element: PageElement, mathml: MathmlReader): MathFormula | typeof rendered | undefined => {
  const names = element.attr("class")
  if (names === undefined || !mathClass.test(names)) return undefined
  if (/(?:^|\s)MathJax/.test(names)) {
    return sourceFollows(element)
      ? rendered
      : within(element, /Display/.test(names), mathml)
  }
  return within(element, /katex-display|mwe-math-mathml-display/.test(names), mathml)
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

const within = (element: PageElement, isDisplay: boolean, mathml: MathmlReader): MathFormula | undefined => {
  const math = firstByTag(element, "math")
  if (math !== undefined) return formula(latexOf(math, mathml), isDisplay || math.attr("display") === "block")
  const source = element.attr("data-latex") ?? firstByTag(element, "mjx-math")?.attr("data-latex") ??
    firstByTag(element, "annotation")
  if (source === undefined) return undefined
  return formula(typeof source === "string" ? source : textContent(source), isDisplay)
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

const latexOf = (math: PageElement, mathml: MathmlReader): string => {
  const annotation = firstByTag(math, "annotation")
  if (annotation?.attr("encoding") === "application/x-tex") return textContent(annotation)
  const alternative = math.attr("alttext")
  if (alternative !== undefined) return alternative
  return mathml(math)
}

const rawText = (script: PageElement): string => script.firstChild?.nodeType === 3 ? script.firstChild.data : ""
