import type { PageElement, PageNode } from "../dom/node.ts"
import { children, fold, textContent } from "../dom/walk.ts"

/** Presentation MathML to LaTeX: the elements that pages use; what is not known is read as a row. */
export const mathmlToLatex = (node: PageNode): string => {
  if (node.nodeType === 3) return fold(node.data)
  if (node.nodeType !== 1) return ""
  const [first, second, third] = [...children(node)].map((child) => mathmlToLatex(child))
  switch (node.tag) {
    case "mi":
    case "mn":
    case "mo":
      return fold(textContent(node))
    case "mtext":
    case "ms":
      return `\\text{${fold(textContent(node))}}`
    case "mfrac":
      return `\\frac{${first ?? ""}}{${second ?? ""}}`
    case "msqrt":
      return `\\sqrt{${row(node)}}`
    case "mroot":
      return `\\sqrt[${second ?? ""}]{${first ?? ""}}`
    case "msup":
    case "mover":
      return `${first ?? ""}^{${second ?? ""}}`
    case "msub":
    case "munder":
      return `${first ?? ""}_{${second ?? ""}}`
    case "msubsup":
    case "munderover":
      return `${first ?? ""}_{${second ?? ""}}^{${third ?? ""}}`
    case "mtr":
      return `${[...children(node)].map((cell) => mathmlToLatex(cell)).join(" & ")} \\\\ `
    case "mtable":
      return `\\begin{matrix}${row(node)}\\end{matrix}`
    case "annotation":
    case "annotation-xml":
      return ""
    default:
      return row(node)
  }
}

const row = (element: PageElement): string => {
  const parts: Array<string> = []
  for (let node = element.firstChild; node !== null; node = node.nextSibling) parts.push(mathmlToLatex(node))
  return parts.filter((part) => part !== "").join(" ")
}
