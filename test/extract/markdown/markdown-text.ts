import type { Nodes } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { mathFromMarkdown } from "mdast-util-math"
import { gfm } from "micromark-extension-gfm"
import { math } from "micromark-extension-math"
import { toMarkdown } from "../../../src/extract/markdown/to-markdown.ts"
import { type ContentNode, markdownOnly } from "../../../src/extract/markdown/tree/ContentNode.ts"

/**
 * The tree that a CommonMark + GFM parser reads from markdown; with `$` math where the content is known to have
 * formulas.
 */
export const parseMarkdown = (markdown: string, hasMath = false) =>
  fromMarkdown(markdown, {
    extensions: hasMath ? [gfm(), math()] : [gfm()],
    mdastExtensions: hasMath ? [gfmFromMarkdown(), mathFromMarkdown()] : [gfmFromMarkdown()]
  })

/** The markdown of the content without what only the markdown has, such as captions. */
export const spokenMarkdown = (tree: ContentNode): string => {
  const drop = (node: ContentNode): void => {
    for (const child of node.childNodes.filter(({ nodeName }) => nodeName === markdownOnly)) node.removeChild(child)
    for (const child of node.childNodes) drop(child)
  }
  const copy = tree.cloneNode(true)
  drop(copy)
  return toMarkdown(copy)
}

/** The words a reader sees once the markdown is rendered. */
export const renderedWords = (markdown: string, hasMath = false): ReadonlyArray<string> =>
  words(textOf(parseMarkdown(markdown, hasMath)))

export const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

const textOf = (node: Nodes): string => {
  switch (node.type) {
    case "text":
    case "inlineCode":
    case "inlineMath":
      return node.value
    case "code":
    case "math":
      return `\n${node.value}\n`
    case "html":
      return `<RAW HTML>${node.value}`
    case "break":
      return "\n"
    case "image":
      return " "
    case "footnoteReference":
      return `[${node.label ?? ""}]`
    case "footnoteDefinition":
      return `[${node.label ?? ""}] ${node.children.map(textOf).join("\n")}\n`
    case "paragraph":
    case "heading":
    case "tableCell":
      return `${node.children.map(textOf).join("")}\n`
    default:
      return "children" in node ? node.children.map(textOf).join("") : ""
  }
}
