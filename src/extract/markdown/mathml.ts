import type { PageElement, PageNode } from "../dom/node.ts"
import { children, fold, textContent } from "../dom/walk.ts"

/** Converts presentation MathML to LaTeX. Unknown elements are read as rows. Each node is read once. */
export const mathmlToLatex = (node: PageNode): string => {
  if (node.nodeType === 3) return fold(node.data)
  if (node.nodeType !== 1) return ""
  switch (node.tag) {
    case "mi":
      return identifier(fold(textContent(node)))
    case "mn":
    case "mo":
      return fold(textContent(node))
    case "mtext":
    case "ms":
      return `\\text{${fold(textContent(node))}}`
    case "annotation":
    case "annotation-xml":
    case "mphantom":
      return ""
    case "msqrt":
      return `\\sqrt{${row(node)}}`
    case "mtr":
      return `${parts(node).join(" & ")} \\\\`
    case "mtable":
      return `\\begin{matrix}${row(node)}\\end{matrix}`
    case "mfrac":
    case "mroot":
    case "msup":
    case "mover":
    case "msub":
    case "munder":
    case "msubsup":
    case "munderover":
      return scripted(node.tag, parts(node))
    case "mfenced":
      return `${node.attr("open") ?? "("}${parts(node).join(", ")}${node.attr("close") ?? ")"}`
    default:
      return row(node)
  }
}

const scripted = (tag: string, [base = "", first = "", second = ""]: ReadonlyArray<string>): string => {
  switch (tag) {
    case "mfrac":
      return `\\frac{${base}}{${first}}`
    case "mroot":
      return `\\sqrt[${first}]{${base}}`
    case "mover":
      return accents.has(first) ? `${accents.get(first)}{${base}}` : `${base}^{${first}}`
    case "msup":
      return `${base}^{${first}}`
    case "msub":
    case "munder":
      return `${base}_{${first}}`
    default:
      return `${base}_{${first}}^{${second}}`
  }
}

const accents: ReadonlyMap<string, string> = new Map([
  ["¯", "\\overline"],
  ["‾", "\\overline"],
  ["^", "\\hat"],
  ["→", "\\vec"],
  ["~", "\\tilde"],
  ["˙", "\\dot"]
])

const functions: ReadonlySet<string> = new Set("sin cos tan log ln exp lim max min sup inf det arg gcd".split(" "))

const identifier = (name: string): string => functions.has(name) ? `\\${name}` : name

const parts = (element: PageElement): ReadonlyArray<string> =>
  [...children(element)].map((child) => mathmlToLatex(child))

const row = (element: PageElement): string => {
  const written: Array<string> = []
  for (let node = element.firstChild; node !== null; node = node.nextSibling) written.push(mathmlToLatex(node))
  return written.filter((part) => part !== "").join(" ")
}
