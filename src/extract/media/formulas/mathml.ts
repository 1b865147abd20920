import { Effect } from "effect"
import type { MathMLToLaTeX } from "mathml-to-latex"
import { escapeHtml } from "../../dom/escape-html.ts"
import type { PageElement } from "../../dom/node.ts"
import { children, elements, fold, foldedText, textContent } from "../../dom/walk.ts"

let library: { readonly MathMLToLaTeX: typeof MathMLToLaTeX } | undefined

/** Loads the converter, which few pages need. Before it is loaded, a formula is read as its characters. */
export const loadMathml: Effect.Effect<void> = Effect.promise(async () => {
  library ??= await import("mathml-to-latex")
})

/** Converts presentation MathML to LaTeX, each formula once. */
export type MathmlReader = (math: PageElement) => string

/** Max elements of a formula. Larger formulas, and those after the limit of a page, are read as their characters. */
const maxInFormula = 1500
const maxInPage = 20_000

export const mathmlReader = (): MathmlReader => {
  const known = new Map<PageElement, string>()
  let left = maxInPage
  const read: MathmlReader = (math) => {
    let size = 0
    for (const _ of elements(math)) if (++size > maxInFormula) break
    left -= size
    if (library === undefined || size > maxInFormula || left < 0) return foldedText(math)
    try {
      return tidied(library.MathMLToLaTeX.convert(`<math>${inside(math)}</math>`))
    } catch {
      // The converter refuses some formulas, such as a fraction with three parts.
      return foldedText(math)
    }
  }
  return (math) => {
    const latex = known.get(math) ?? read(math)
    known.set(math, latex)
    return latex
  }
}

/** Serializes the markup for the converter, which copies commands in operators as they are. */
const markup = (element: PageElement): string => {
  switch (element.tag) {
    case "annotation":
    case "annotation-xml":
    case "mphantom":
    case "mspace":
      return ""
    case "mi":
    case "mn":
    case "mo":
    case "ms":
    case "mtext":
      return leaf(element)
    case "mover":
    case "munder":
    case "munderover":
      return stacked(element)
    default: {
      const missing = "<mrow/>".repeat(Math.max(0, (arity.get(element.tag) ?? 0) - [...children(element)].length))
      return tagged(element.tag, element, inside(element) + missing)
    }
  }
}

const inside = (element: PageElement): string => [...children(element)].map(markup).join("")

const arity: ReadonlyMap<string, number> = new Map([["mfrac", 2], ["mroot", 2], ["msup", 2], ["msub", 2], [
  "msubsup",
  3
]])

const tagged = (tag: string, { attrs }: PageElement, content: string): string => {
  const written = attrs.filter(({ name }) => readAttributes.has(name))
    .map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`).join("")
  return `<${tag}${written}>${content}</${tag}>`
}

const readAttributes: ReadonlySet<string> = new Set(
  "bevelled close columnalign linethickness mathvariant notation open separators".split(" ")
)

const leaf = (element: PageElement): string => {
  const text = fold(textContent(element).replace(/[\u2061-\u2064]/g, ""))
  if (text === "") return ""
  if ((element.tag === "mi" || element.tag === "mo") && functions.has(text)) return `<mo>\\${text}</mo>`
  const symbol = element.tag === "mtext" ? undefined : symbols.get(text)
  return symbol === undefined ? tagged(element.tag, element, escapeHtml(text)) : `<mo>${symbol}</mo>`
}

const functions: ReadonlySet<string> = new Set(
  "arccos arcsin arctan arg cos cosh cot csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh"
    .split(" ")
)

/** Symbols that the converter writes otherwise. */
const symbols: ReadonlyMap<string, string> = new Map([
  ["ε", "\\varepsilon"],
  ["⋯", "\\cdots"],
  ["∥", "\\|"],
  ["‖", "\\|"],
  ["⊥", "\\perp"],
  ["′", "\\prime"]
])

/** The limits of sums are scripts. A sign above is an accent, which the converter writes as `\overset{\dot}{x}`. */
const stacked = (element: PageElement): string => {
  const [base, first, second] = [...children(element)]
  if (base === undefined || first === undefined) return base === undefined ? "" : markup(base)
  const parts = [markup(base), markup(first), second === undefined ? "" : markup(second)]
  const isLimit = /^(?:[∑∏∐⋂⋃⋁⋀∫∮]|lim.*|max|min|sup|inf|det|gcd|Pr)$/.test(foldedText(base).replace(/\u2061/g, ""))
  if (isLimit || element.tag === "munderover") {
    const tag = element.tag === "munderover" ? "msubsup" : element.tag === "munder" ? "msub" : "msup"
    return `<${tag}>${parts.join("")}</${tag}>`
  }
  const accent = accents.get(`${element.tag} ${foldedText(first)}`)
  return `<${element.tag}>${parts[0]}${accent === undefined ? parts[1] : `<mo>\\${accent}</mo>`}</${element.tag}>`
}

const accents: ReadonlyMap<string, string> = new Map([
  ["mover ˙", "dot"],
  ["mover ¨", "ddot"],
  ["mover ~", "tilde"],
  ["mover ˜", "tilde"],
  ["mover ˇ", "check"],
  ["mover ˘", "breve"],
  ["mover ^", "hat"],
  ["mover ˆ", "hat"],
  ["mover →", "vec"],
  ["mover ⃗", "vec"],
  ["mover ¯", "overline"],
  ["mover ˉ", "bar"],
  ["mover ‾", "overline"],
  ["mover ⏞", "overbrace"],
  ["munder _", "underline"],
  ["munder ‾", "underline"],
  ["munder ⏟", "underbrace"]
])

const accented = new RegExp(`\\\\(?:over|under)set\\{\\\\(${[...new Set(accents.values())].join("|")})\\}\\{`, "g")

/** Brackets without a partner are written as pairs with an empty half. */
const tidied = (latex: string): string =>
  latex.replace(accented, "\\$1{")
    .replace(/\\left(\\?[^\s\w\\])\\right\./g, "$1")
    .replace(/\\left\.\\right(\\?[^\s\w\\])/g, "$1")
    .replace(/ {2,}/g, " ").trim()
