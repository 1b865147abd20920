import { AsciiMath } from "asciimath-parser"
import { once } from "../../../core/kernel/once.ts"
import type { PageNode } from "../../dom/node.ts"
import { literalTags } from "../../rules/tags.ts"
import type { MathFormula } from "./math.ts"

/** Formula syntax that the scripts of a page read in its text. */
export interface TexSyntax {
  /** Whether a text may contain a formula. */
  readonly mayHold: (text: string) => boolean
  /** True if a script renders TeX. Else only the tags of forums are read. */
  readonly hasTex: boolean
  /** True if the page declares one dollar sign as delimiter. */
  readonly hasDollars: boolean
  readonly hasAsciiMath: boolean
}

export const texSyntax = (source: string): TexSyntax => {
  const mayHaveScript = scriptHint.test(source)
  const hasTex = mayHaveScript && texScript.test(source)
  const hasAsciiMath = mayHaveScript && asciiMathScript.test(source)
  const signs = hasAsciiMath ? anySign : hasTex ? texSign : tagSign
  return {
    mayHold: (text) => signs.test(text),
    hasTex,
    hasDollars: hasTex && declaredDollars.test(source),
    hasAsciiMath
  }
}

/** Whether a text may contain a formula, whichever scripts the page has. */
export const mayHoldFormula = (text: string): boolean => anySign.test(text)

/** A part of each script below. Its alternatives begin with rare letters, so one fast pass suffices for most pages. */
const scriptHint = /mathjax|katex|auto-render|ascii-?math|(?<=["'_-])am_/i
const texScript = /mathjax|katex(?:\.min)?\.js|auto-render/i
const asciiMathScript =
  /ascii-?mathml(?:\.min)?\.js|asciimath2jax|input\/asciimath|[_-]AM_(?:CHTML|HTMLorMML|SVG)|["']AM_/i
/** Declaration of MathJax (`inlineMath: [["$", "$"]]`) or KaTeX (`left: "$"`). */
const declaredDollars = /\[\s*(["'])\$\1\s*,\s*\1\$\1\s*\]|["']?left["']?\s*:\s*(["'])\$\2/

const tagSign = /\[(?:i?math|i?tex|latex)\]/i
const texSign = /\\[([]|\$|\\begin\{|\[(?:i?math|i?tex|latex)\]/i
const anySign = /\\[([]|[$`]|\\begin\{|\[(?:i?math|i?tex|latex)\]/i

/**
 * Formulas in running text. Their length is bounded, so openers without closers cost little. As in pandoc, one dollar
 * sign opens before a character and closes after one, and no digit follows it, so prices are none.
 */
const formulas = new RegExp(
  [
    /\\\((?<inline>[^]{1,600}?)\\\)/,
    /\\\[(?<block>[^]{1,1200}?)\\\]/,
    /\$\$(?<dollars>[^]{1,1200}?)\$\$/,
    /(?<whole>\\begin\{(?<name>equation|displaymath|align|aligned|alignat|flalign|gather|multline|eqnarray)\*?\}(?<body>[^]{1,1200}?)\\end\{\k<name>\*?\})/,
    /\[(?<tag>i?math|i?tex|latex)\](?<tagged>[^]{1,600}?)\[\/\k<tag>\]/,
    /(?<![\\$])\$(?![\s$])(?<dollar>[^$]{1,300}?)(?<![\s\\])\$(?![\d$])/,
    /`(?<ascii>[^`\n]{1,200})`/
  ].map(({ source }) => source).join("|"),
  "gi"
)

/** Splits a text into formulas and the text around them. Scripts do not read code. */
export function* splitFormulas(data: string, node: PageNode, syntax: TexSyntax): Generator<string | MathFormula> {
  let at = 0
  if (!isIgnored(node)) {
    for (const match of data.matchAll(formulas)) {
      const formula = formulaOf(match.groups ?? {}, syntax)
      if (formula === undefined) continue
      yield data.slice(at, match.index)
      yield formula
      at = match.index + match[0].length
    }
  }
  yield data.slice(at)
}

const formulaOf = (found: Groups, { hasAsciiMath, hasDollars, hasTex }: TexSyntax): MathFormula | undefined => {
  const { ascii, block, body, dollar, dollars, inline, name, tagged, whole } = found
  if (tagged !== undefined) return { latex: tagged, display: false }
  if (ascii !== undefined) {
    return hasAsciiMath
      ? { latex: asciiMath().toTex(ascii.trim(), { display: false }), display: false }
      : undefined
  }
  if (!hasTex) return undefined
  if (dollar !== undefined) return isTex(dollar, hasDollars) ? { latex: dollar, display: false } : undefined
  if (inline !== undefined) return { latex: inline, display: false }
  const isPlain = name === "equation" || name === "displaymath"
  const latex = block ?? dollars ?? (isPlain ? body : whole)
  return latex === undefined ? undefined : { latex, display: true }
}

type Groups = Readonly<Record<string, string | undefined>>

/** Whether a text is TeX. If the page declares the dollar sign, short terms are formulas too. */
const isTex = (text: string, isDeclared: boolean): boolean =>
  /\\[a-z]+|\w[_^][\w{\\]/i.test(text) || isDeclared && (/^[a-z]'?$/i.test(text) || isTerm.test(text))

/** Letters, numbers and operators, without a word of the language. */
const isTerm = /^(?!.*[a-z]{4})(?=.*[a-z\d])[\w\s.,;:'|()[\]{}+\-*/=<>≤≥≠±×·^~!&\\]{1,80}$/i

/** Making its grammar takes longer than most modules take to load. */
const asciiMath = once(() => new AsciiMath({ display: false }))

const isIgnored = (node: PageNode): boolean => {
  for (let at = node.parentNode; at !== null; at = at.parentNode) {
    if (literalTags.has(at.tag) || ignoredClass.test(at.attr("class") ?? "")) return true
  }
  return false
}

const ignoredClass = /(?:^|\s)(?:tex2jax_ignore|mathjax_ignore|no-?mathjax)(?:\s|$)/
