import type { Nodes } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { mathFromMarkdown } from "mdast-util-math"
import { gfm } from "micromark-extension-gfm"
import { math } from "micromark-extension-math"

/**
 * The tree that a CommonMark + GFM parser reads from markdown; with `$` math where the content is known to have
 * formulas.
 */
export const parseMarkdown = (markdown: string, hasMath = false) =>
  fromMarkdown(markdown, {
    extensions: hasMath ? [gfm(), math()] : [gfm()],
    mdastExtensions: hasMath ? [gfmFromMarkdown(), mathFromMarkdown()] : [gfmFromMarkdown()]
  })

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
