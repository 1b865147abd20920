import { isBlank } from "../dom/walk.ts"

/** A range of markdown: a block, or a part of one. */
export interface Range {
  readonly start: number
  /** Exclusive, without the line break at the end. */
  readonly end: number
}

export interface MarkdownBlock extends Range {
  readonly kind: "heading" | "text" | "code" | "table" | "list"
  /** Level of a heading, otherwise 0. */
  readonly level: number
}

/** The outermost blocks of a markdown text, in order. Between them is only white space. */
export const markdownBlocks = (markdown: string): ReadonlyArray<MarkdownBlock> => {
  const lines = linesOf(markdown, { start: 0, end: markdown.length })
  const blocks: Array<MarkdownBlock> = []
  for (let at = 0; at < lines.length;) {
    const line = textOf(markdown, lines[at])
    if (isBlank(line)) {
      at++
      continue
    }
    const { end, kind } = blockAt(markdown, lines, at, line)
    const level = kind === "heading" ? line.indexOf(" ") : 0
    blocks.push({ kind, level, start: lines[at]?.start ?? 0, end: lines[end - 1]?.end ?? 0 })
    at = end
  }
  return blocks
}

interface BlockEnd {
  readonly kind: MarkdownBlock["kind"]
  /** Index of the line after the block. */
  readonly end: number
}

const blockAt = (markdown: string, lines: ReadonlyArray<Range>, at: number, line: string): BlockEnd => {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  if (fence !== undefined) {
    const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \t]*$`)
    return { kind: "code", end: after(markdown, lines, at, (next) => closing.test(next)) ?? lines.length }
  }
  if (line.trim() === "$$") {
    const end = after(markdown, lines, at, (next) => next.trimEnd().endsWith("$$"))
    if (end !== undefined) return { kind: "code", end }
  }
  if (isHeading(line)) return { kind: "heading", end: at + 1 }
  if (line.startsWith("|")) {
    return {
      kind: "table",
      end: whileLines(markdown, lines, at, (next) => next.startsWith("|"))
    }
  }
  if (listMarker.test(line)) return { kind: "list", end: endOfList(markdown, lines, at) }
  return { kind: "text", end: whileLines(markdown, lines, at, (next) => !isBlank(next) && !interrupts(next)) }
}

/** Index after the first line that fits, undefined without one. */
const after = (
  markdown: string,
  lines: ReadonlyArray<Range>,
  from: number,
  fits: (line: string) => boolean
): number | undefined => {
  for (let at = from + 1; at < lines.length; at++) {
    if (fits(textOf(markdown, lines[at]))) return at + 1
  }
  return undefined
}

const whileLines = (
  markdown: string,
  lines: ReadonlyArray<Range>,
  from: number,
  fits: (line: string) => boolean
): number => {
  let at = from + 1
  while (at < lines.length && fits(textOf(markdown, lines[at]))) at++
  return at
}

/** A list continues after blank lines with an item or with indented text. */
const endOfList = (markdown: string, lines: ReadonlyArray<Range>, from: number): number => {
  let end = from + 1
  let isAfterBlank = false
  for (let at = end; at < lines.length; at++) {
    const line = textOf(markdown, lines[at])
    if (isBlank(line)) {
      isAfterBlank = true
      continue
    }
    const isPart = listMarker.test(line) || /^(?: {2}|\t)/.test(line)
    if (!isPart && (isAfterBlank || interrupts(line))) break
    isAfterBlank = false
    end = at + 1
  }
  return end
}

/** The lines of a range, without their line breaks. */
export const linesOf = (markdown: string, { end, start }: Range): ReadonlyArray<Range> => {
  const lines: Array<Range> = []
  for (let at = start; at < end;) {
    const found = markdown.indexOf("\n", at)
    const lineEnd = found < 0 || found > end ? end : found
    lines.push({ start: at, end: lineEnd })
    at = lineEnd + 1
  }
  return lines
}

export const textOf = (markdown: string, range: Range | undefined): string =>
  range === undefined ? "" : markdown.slice(range.start, range.end)

/** The marker of a list item after its indentation. */
export const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/

const isHeading = (line: string): boolean => /^#{1,6} /.test(line)

const interrupts = (line: string): boolean => isHeading(line) || line.startsWith("|") || /^ {0,3}(?:```|~~~)/.test(line)
