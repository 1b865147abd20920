import type { Block, Cell, Document, Inline, List, Note, Table } from "@firecrawl/anydoc"
import { escapeHtml } from "../../dom/escape-html.ts"
import { maxCells, maxColumns, maxRows } from "../../dom/table-grid.ts"
import { fold } from "../../dom/walk.ts"

export interface OfficeHtml {
  readonly html: string
  /** "" without headings. */
  readonly firstHeading: string
  readonly isCut: boolean
}

/** Converts the peer's model to HTML. Pictures are left out, except for those with a URL. */
export const anydocHtml = (document: Document): OfficeHtml => {
  const writer = new Writer(document.notes)
  writer.blocks(document.blocks)
  writer.writeNotes()
  const heading = document.blocks.find(({ kind }) => `${kind}` === "heading")
  return {
    html: writer.parts.join(""),
    firstHeading: heading === undefined ? "" : fold(blockText(heading)),
    isCut: writer.isCut
  }
}

/** Max characters of HTML. The tree of a page takes several times as much memory. */
const maxCharacters = 10_000_000

class Writer {
  readonly parts: Array<string> = []
  isCut = false
  private left = maxCharacters
  private readonly notes: ReadonlyMap<string, Note>
  private readonly cited = new Set<string>()

  constructor(notes: ReadonlyArray<Note>) {
    this.notes = new Map(notes.map((note) => [note.id, note]))
  }

  blocks(blocks: ReadonlyArray<Block>): void {
    for (const block of blocks) {
      if (this.left <= 0) {
        this.isCut = true
        return
      }
      this.block(block)
    }
  }

  /** The notes in the order of the text. */
  writeNotes(): void {
    if (this.cited.size === 0) return
    this.write("<ol>")
    for (const id of this.cited) this.within("li", () => this.blocks(this.notes.get(id)?.blocks ?? []))
    this.write("</ol>")
  }

  private block({ blocks = [], content = [], kind, level = 1, list, table, text = "" }: Block): void {
    switch (`${kind}`) {
      case "heading":
        return this.within(`h${Math.min(6, Math.max(1, level))}`, () => this.inlines(content))
      case "paragraph":
        return this.within("p", () => this.inlines(content))
      case "blockQuote":
        return this.within("blockquote", () => this.blocks(blocks))
      case "codeBlock":
        return this.within("pre", () => this.within("code", () => this.write(escapeHtml(text))))
      case "rule":
        return this.write("<hr>")
      case "list":
        return list === undefined ? undefined : this.list(list)
      case "table":
        return table === undefined ? undefined : this.table(table)
    }
  }

  private list({ items, marker, start }: List): void {
    const isBulleted = `${marker}` === "bullet"
    this.write(isBulleted ? "<ul>" : `<ol start="${start}">`)
    for (const item of items) this.within("li", () => this.blocks(item.blocks))
    this.write(isBulleted ? "</ul>" : "</ol>")
  }

  private table({ grid, headerRows, kind }: Table): void {
    if (`${kind}` === "layout") return this.blocks(grid.flat().flatMap(({ cell }) => cell?.blocks ?? []))
    const rows = grid.map((row) => row.flatMap(({ cell }) => cell ?? [])).map((cells, index) => ({ cells, index }))
      .filter(({ cells }) => cells.some((cell) => !isEmpty(cell)))
    const widest = grid.reduce((most, row) => Math.max(most, row.length), 0)
    const columns = Math.min(maxColumns, widest)
    const limit = Math.min(maxRows, Math.floor(maxCells / Math.max(1, columns)))
    this.isCut ||= rows.length > limit || widest > maxColumns
    const headers = headerRows > 0 || !hasHeader(rows.map(({ cells }) => cells))
      ? headerRows
      : (rows[0]?.index ?? 0) + 1
    this.write("<table>")
    for (const { cells, index } of rows.slice(0, limit)) {
      this.within("tr", () => {
        for (const cell of cells.slice(0, columns)) this.cell(cell, index < headers ? "th" : "td")
      })
    }
    this.write("</table>")
  }

  private cell({ blocks, colSpan, rowSpan }: Cell, tag: "td" | "th"): void {
    const spans = `${colSpan > 1 ? ` colspan="${colSpan}"` : ""}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ""}`
    this.write(`<${tag}${spans}>`)
    const [first, ...others] = blocks
    if (others.length === 0 && `${first?.kind}` === "paragraph") this.inlines(first?.content ?? [])
    else this.blocks(blocks)
    this.write(`</${tag}>`)
  }

  private inlines(inlines: ReadonlyArray<Inline>): void {
    for (const { alt = "", content = [], kind, noteId = "", source, style, target, text = "" } of inlines) {
      switch (`${kind}`) {
        case "text": {
          const tags = style === undefined ? [] : styleTags.filter(([name]) => style[name]).map(([, tag]) => tag)
          this.write(
            tags.map((tag) => `<${tag}>`).join("") + escapeHtml(text) +
              tags.toReversed().map((tag) => `</${tag}>`).join("")
          )
          break
        }
        case "link":
          if (`${target?.kind}` === "external") this.write(`<a href="${escapeHtml(target?.value ?? "")}">`)
          this.inlines(content)
          if (`${target?.kind}` === "external") this.write("</a>")
          break
        case "image":
          if (source?.url !== undefined) this.write(`<img src="${escapeHtml(source.url)}" alt="${escapeHtml(alt)}">`)
          break
        case "noteRef":
          this.cited.add(noteId)
          this.write(`<sup>[${[...this.cited].indexOf(noteId) + 1}]</sup>`)
          break
        case "lineBreak":
          this.write("<br>")
      }
    }
  }

  private within(tag: string, inner: () => void): void {
    this.write(`<${tag}>`)
    inner()
    this.write(`</${tag}>`)
  }

  private write(html: string): void {
    this.left -= html.length
    this.parts.push(html)
  }
}

const styleTags = [["bold", "strong"], ["italic", "em"], ["strike", "s"], ["code", "code"]] as const

/** Whether the first row names the columns: each cell has words, and there are rows below. */
const hasHeader = (rows: ReadonlyArray<ReadonlyArray<Cell>>): boolean => {
  const [first = []] = rows
  return rows.length > 1 && first.length > 1 && first.every((cell) => /\p{L}/u.test(cellText(cell)))
}

const isEmpty = (cell: Cell): boolean => cellText(cell).trim() === ""

const cellText = ({ blocks }: Cell): string => blocks.map(blockText).join(" ")

const blockText = ({ content = [], kind, text = "" }: Block): string =>
  `${kind}` === "paragraph" || `${kind}` === "heading" ? content.map(inlineText).join("") : text || `${kind}`

const inlineText = ({ alt = "", content = [], text = "" }: Inline): string =>
  text + alt + content.map(inlineText).join("")
