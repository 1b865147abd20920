import { type ContentNode, markdownOnly } from "./tree/ContentNode.ts"

/** The plain text of a content tree. Blank lines separate blocks, line breaks items and rows, tabs cells. */
export const contentText = (root: ContentNode): string => blocksOf(root).join("\n\n")

const blocksOf = (node: ContentNode): Array<string> => {
  const blocks: Array<string> = []
  for (const child of node.childNodes) {
    const block = blockText(child)
    if (block !== "") blocks.push(block)
  }
  return blocks
}

const blockText = (node: ContentNode): string => {
  if (node.getAttribute("title") === "yes") return ""
  switch (node.nodeName) {
    case "UL":
    case "OL":
      return itemLines(node).join("\n")
    case "TABLE":
      return node.childNodes.map((row) => row.childNodes.map(lineText).join("\t").trim()).join("\n")
    case "BLOCKQUOTE":
    case "LI":
      return blocksOf(node).join("\n\n")
    case "ASIDE":
      return `[${node.getAttribute("label") ?? ""}] ${blocksOf(node).join("\n\n")}`
    case "PRE":
      return node.textContent
    default:
      return lineText(node)
  }
}

const itemLines = (list: ContentNode): ReadonlyArray<string> =>
  list.childNodes.flatMap((item) => item.childNodes.map(blockText).filter((line) => line !== ""))

const lineText = (node: ContentNode): string => inlineText(node).replace(/ {2,}/g, " ").trim()

/** An image separates the words around it. */
const inlineText = (node: ContentNode): string => {
  if (node.nodeType === 3) return node.data
  if (node.nodeName === markdownOnly) return ""
  if (node.nodeName === "BR") return "\n"
  if (node.nodeName === "IMG") return " "
  if (node.nodeName === "FOOTNOTE") return `[${node.textContent}]`
  const { childNodes } = node
  if (childNodes.length === 0) return node.data
  const [only] = childNodes
  if (only !== undefined && childNodes.length === 1) return inlineText(only)
  return childNodes.map(inlineText).join("")
}
