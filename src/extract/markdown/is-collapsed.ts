import type { ContentNode } from "./ContentNode.ts"

/**
 * Whether turndown would find no white space to collapse, which is so for nearly every page. It follows turndown's walk
 * over the tree, which enters and leaves each element, and only looks.
 */
export const isCollapsed = (root: ContentNode): boolean => {
  /** The text before, in the same block. */
  let before: string | undefined
  let keepsLeading = false

  const passes = ({ nodeName }: ContentNode): boolean => {
    if (nodeName === "IMG") {
      before = undefined
      keepsLeading = true
    } else if (inline.has(nodeName)) keepsLeading &&= before === undefined
    else {
      if (before?.endsWith(" ") === true) return false
      before = undefined
      keepsLeading = false
    }
    return true
  }

  const keepsText = ({ data }: ContentNode): boolean => {
    const isCut = !keepsLeading && data.startsWith(" ") && before?.endsWith(" ") !== false
    if (data === "" || isCut || spaced.test(data)) return false
    before = data
    return true
  }

  const visit = (node: ContentNode): boolean => {
    if (node.nodeType === 3) return keepsText(node)
    if (!passes(node)) return false
    if (node.childNodes.length === 0 || node.nodeName === "PRE") return true
    return node.childNodes.every(visit) && passes(node)
  }

  return root.childNodes.every(visit) && before?.endsWith(" ") !== true
}

const inline: ReadonlySet<string> = new Set(["A", "STRONG", "EM", "DEL", "CODE", "MATH", "FOOTNOTE"])

const spaced = /[\r\n\t]| {2}/
