import type { ContentNode } from "./ContentNode.ts"

/** Plain text of a content tree: blocks apart by blank lines, items and rows on lines of their own. */
export const contentText = (root: ContentNode): string => {
  const blocks: Array<string> = []
  collect(root, blocks)
  return blocks.filter((block) => block.trim() !== "").join("\n\n")
}

const collect = (node: ContentNode, blocks: Array<string>): void => {
  for (const child of node.childNodes) collectBlock(child, blocks)
}

const collectBlock = (node: ContentNode, blocks: Array<string>): void => {
  switch (node.nodeName) {
    case "UL":
    case "OL":
      return void blocks.push(listLines(node).join("\n"))
    case "TABLE":
      return void blocks.push(
        node.childNodes.map((row) => row.childNodes.map((cell) => inlineText(cell).trim()).join("\t")).join("\n")
      )
    case "DIV":
    case "BLOCKQUOTE":
    case "LI":
      return collect(node, blocks)
    default:
      return void blocks.push(inlineText(node).trim())
  }
}

const listLines = (list: ContentNode): ReadonlyArray<string> =>
  list.childNodes.flatMap((item) => {
    const lines: Array<string> = []
    let line = ""
    const endLine = () => {
      if (line.trim() !== "") lines.push(line.trim())
      line = ""
    }
    for (const child of item.childNodes) {
      if (isInline(child)) {
        line += inlineText(child)
        continue
      }
      endLine()
      if (child.nodeName === "UL" || child.nodeName === "OL") lines.push(...listLines(child))
      else collectBlock(child, lines)
    }
    endLine()
    return lines
  })

const inlineNames: ReadonlySet<string> = new Set([
  "#text",
  "A",
  "STRONG",
  "EM",
  "CODE",
  "DEL",
  "SUB",
  "SUP",
  "MARK",
  "IMG",
  "BR",
  "MATH"
])

const isInline = (node: ContentNode): boolean => inlineNames.has(node.nodeName)

export const inlineText = (node: ContentNode): string => {
  if (node.nodeType === 3) return node.data
  if (node.nodeName === "BR") return "\n"
  return node.childNodes.map(inlineText).join("")
}
