import type { PageElement, PageNode } from "../../dom/node.ts"
import { children } from "../../dom/walk.ts"
import { codeLineTags, skippedInCode } from "../../rules/tags.ts"
import { codeLanguage } from "./code-language.ts"
import { elementAfter } from "./code-tabs.ts"
import { guessLanguage } from "./guess-language.ts"
import { isNumberCell, withoutLineNumbers } from "./line-numbers.ts"

export type CodeBlock = readonly [language: string, text: string]

/** Reads a `pre`, or the table of a highlighter, as code with its language, without line numbers and copy buttons. */
export const codeBlock = (element: PageElement): CodeBlock => {
  const text = codeText(element)
    .replace(/[\u00A0\u2007]/g, " ")
    .replace(/\r\n?/g, "\n")
    .replace(invisible, "")
    // Shorten the gap. Code has no such gaps, and turndown's trim is quadratic in them.
    .replace(/\s{200,}/g, (gap) => gap.slice(0, 200))
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd()
  const code = withoutLineNumbers(text)
  return [codeLanguage(element) || guessLanguage(code), code]
}

// oxlint-disable-next-line no-control-regex -- these are the characters that are dropped
const invisible = /[\u0000-\u0008\u000B-\u001F\u007F\u200B\uFEFF]/g

/** A highlighter's table of line numbers and lines. */
export const isCodeTable = (table: PageElement): boolean => {
  if (
    /(?:^|\s)(?:highlight(?:table)?|rouge-table|hljs-ln|js-file-line-container|lntable|codehilitetable|crayon-table)(?:\s|$)/
      .test(table.attr("class") ?? "")
  ) return true
  const [section] = [...children(table)]
  const row = section === undefined || section.tag === "tr" ? section : [...children(section)][0]
  if (row === undefined || row.tag !== "tr") return false
  const cells = [...children(row)]
  const [first, second] = cells
  return cells.length === 2 && first !== undefined && second !== undefined &&
    (isGutter(first) || isNumberCell(first, second))
}

const codeText = (element: PageElement): string => {
  const parts: Array<string> = []
  collect(element, parts)
  return parts.join("")
}

/** A link beside the code of a block runs or copies it. */
const isControl = ({ parentNode, tag }: PageElement): boolean =>
  tag === "a" && parentNode?.tag === "pre" && [...children(parentNode)].some((child) => child.tag === "code")

/** Appends the text below `element`. */
const collect = (element: PageElement, parts: Array<string>): void => {
  for (let node: PageNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3) parts.push(node.data)
    else if (node.nodeType !== 1 || skippedInCode.has(node.tag) || isGutter(node) || isControl(node)) continue
    else if (node.tag === "br") parts.push("\n")
    else {
      const before = parts.length
      collect(node, parts)
      const isEmpty = parts.length === before
      if (isEmpty ? lineClass.test(node.attr("class") ?? "") && isFollowed(node) : isLine(node) && !endsLine(parts)) {
        parts.push("\n")
      }
    }
  }
}

const endsLine = (parts: ReadonlyArray<string>): boolean => parts.at(-1)?.endsWith("\n") === true

/** Highlighters put each line into a block, or into a span that is styled as one. */
const isLine = (element: PageElement): boolean => {
  if (codeLineTags.has(element.tag)) return true
  if (element.tag !== "span" && element.tag !== "code" || !isFollowed(element)) return false
  return element.tag === "code" || element.has("data-line") || lineClass.test(element.attr("class") ?? "")
}

const lineClass = /(?:^|\s)(?:line|token-line|code-line|view-line|cm-line|react-file-line)(?:\s|$)/

/** Another line follows at once, without text or a break between them. */
const isFollowed = (element: PageElement): boolean =>
  element.nextSibling?.nodeType === 1 && element.nextSibling.tag === element.tag

const gutterClass =
  /(?:^|[\s_-])(?:line-?numbers?(?:-rows|-wrapper)?|gutter-wrapper|linenos?|lineno|linenodiv|gutter|hljs-ln-numbers|blob-num|rouge-gutter|copy(?:-?(?:button|btn|code))?|code-header|clipboard|react-syntax-highlighter-line-number|crayon-nums?)(?:\s|$)|(?:^|\s)ln(?:t|um)?(?:\s|$)/i

const isGutter = (element: PageElement): boolean => {
  const names = element.attr("class")
  const beside = element.tag === "td" ? elementAfter(element) : undefined
  if (beside !== undefined && isNumberCell(element, beside)) return true
  if (names !== undefined && gutterClass.test(names)) return !isWholeLine(element, names)
  return element.has("data-line-number") && (element.tag === "td" || element.tag === "span") &&
    !/code|content/.test(names ?? "")
}

/**
 * Some highlighters (prism) put `line-numbers` on the code itself, and chroma puts `lnt` on a table cell with numbers
 * only.
 */
const isWholeLine = (element: PageElement, names: string): boolean =>
  (element.tag === "code" || element.tag === "pre") && /(?:^|\s)(?:language-|lang-|hljs)/.test(names)
