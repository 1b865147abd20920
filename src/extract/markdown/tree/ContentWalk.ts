import type { PageElement, PageNode, PageText } from "../../dom/node.ts"
import { isDataTable, isTable, tableGrid } from "../../dom/table-grid.ts"
import { children, firstByTag, foldedText, textContent } from "../../dom/walk.ts"
import { withFlowImages } from "../../media/flow-images.ts"
import type { ParsedPage, Selection } from "../../Page.ts"
import { isBareCode, isCodeOfLines } from "../code/bare-code.ts"
import { codeBlock, isCodeTable } from "../code/code-block.ts"
import { CodeTabSets } from "../code/CodeTabSets.ts"
import { calloutTitleClass, citationClass, isInlineKind, markOf, postClass, tagKind } from "./content-tags.ts"
import type { TagKind } from "./content-tags.ts"
import type { ContentBuilder } from "./ContentBuilder.ts"
import { markdownOnly } from "./ContentNode.ts"
import { isMark, traceOfDropped } from "./dropped-nodes.ts"
import {
  follows,
  isBeforeMark,
  isCallout,
  isHeadOfAccordion,
  kickerOf,
  listFacts,
  opensSection,
  scriptTextOf,
  taskOf
} from "./element-facts.ts"
import { findFootnotes, type Footnotes, isBackLink } from "./footnotes.ts"
import { FormulaWriter } from "./FormulaWriter.ts"
import { anchorText, linkTarget, linkTitle } from "./link-target.ts"
import { PictureWriter } from "./PictureWriter.ts"
import { silentParts } from "./silent-parts.ts"
import { tableRows } from "./table-rows.ts"
import { isUnseen } from "./unseen-text.ts"
import { writeRuby, writeSilentParts } from "./write-silent-parts.ts"

/** Reads the selected elements into a builder. */
export class ContentWalk {
  private readonly builder: ContentBuilder
  private readonly page: ParsedPage
  private selection: Selection
  private readonly footnotes: Footnotes
  private readonly tabs = new CodeTabSets()
  private readonly formulas: FormulaWriter
  private readonly pictures: PictureWriter
  private inFootnote = false
  private inCallout = false

  constructor(page: ParsedPage, selection: Selection, builder: ContentBuilder) {
    this.builder = builder
    this.page = page
    this.selection = withFlowImages(selection)
    this.footnotes = findFootnotes(selection)
    this.formulas = new FormulaWriter(builder, page)
    this.pictures = new PictureWriter(builder, page.baseUrl)
  }

  /** Reads a selected root. Its own tag counts, such as a table or a list. */
  root(element: PageElement): void {
    if (!this.selection.isDropped(element)) this.boxed(() => this.element(element))
  }

  private children(element: PageElement, but?: PageNode): void {
    for (let node = element.firstChild; node !== null; node = node.nextSibling) if (node !== but) this.node(node)
  }

  /** A function of its own: a closure in `byKind` would cost two objects for every element. */
  private inside(element: PageElement, but?: PageNode): () => void {
    return () => this.children(element, but)
  }

  private node(node: PageNode): void {
    if (node.nodeType === 8) return
    if (this.selection.isDropped(node)) this.dropped(node)
    else if (node.nodeType === 3) this.text(node, node.data)
    else this.element(node)
  }

  private dropped(node: PageElement | PageText): void {
    if (node.nodeType === 1 && this.silent(node)) return
    switch (traceOfDropped(node, this.selection)) {
      case "text":
        return this.text(node, textContent(node))
      case "markdown-only":
        return this.forMarkdown(node)
      case "line-break":
        return this.builder.lineBreak()
      case "block-end":
        return this.builder.closeLeaf()
      case "gap":
        return this.builder.boundary("gap")
    }
  }

  /** Reads a dropped node and all below it, only for the markdown. */
  private forMarkdown(node: PageElement | PageText): void {
    this.whole(() => this.builder.marked(markdownOnly, {}, () => this.node(node)))
  }

  private whole(inside: () => void): void {
    const { selection } = this
    this.selection = { ...selection, isDropped: () => false }
    inside()
    this.selection = selection
  }

  /** Reads what an element shows beside its own text, and returns whether there is any. */
  private silent(node: PageElement): boolean {
    if (node.tag === "rt") return writeRuby(this.builder, node)
    const parts = silentParts(node, this.page, this.formulas.mathml)
    writeSilentParts(this.builder, node, parts, (caption) => this.forMarkdown(caption))
    return parts.length > 0
  }

  private text(node: PageNode, data: string): void {
    this.pictures.passText(data)
    this.formulas.text(node, data)
  }

  private element(node: PageElement): void {
    const outer = this.builder.source
    this.builder.source = node
    this.read(node)
    this.builder.source = outer
  }

  private read(node: PageElement): void {
    if (this.formulas.element(node)) return
    const names = node.attr("class")
    if (isUnseen(node, names, this.selection.roots)) return isBeforeMark(node) ? undefined : this.builder.space()
    const label = this.footnotes.definitions.get(node)
    if (label !== undefined && !this.inFootnote) return this.footnote(node, label)
    const kind = tagKind(node.tag)
    const hasBoundary = isInlineKind(kind) && kind !== "raised" || kind === "anchor"
    if (hasBoundary) this.builder.boundary(kind === "code" && follows(node) ? "gap" : "edge")
    this.byKind(node, kind, names ?? "")
    if (hasBoundary) this.builder.boundary("edge")
  }

  private byKind(node: PageElement, kind: TagKind | undefined, names: string): void {
    if (kind === "code" && isCodeOfLines(node)) return this.builder.code(...codeBlock(node))
    // The source of a note is not emphasis.
    const mark = kind === "emphasis" && citationClass.test(names) ? undefined : markOf(kind)
    if (mark !== undefined) return this.builder.marked(mark, {}, this.inside(node))
    switch (kind) {
      case "anchor":
        return this.link(node)
      case "block-code":
        this.tabLabel(node)
        return this.builder.code(...codeBlock(node))
      case "break":
        return this.builder.lineBreak()
      case "button":
        return this.button(node)
      case "caption":
        return this.markedBlock("EM", node)
      case "container":
        if (postClass.test(names)) return this.boxed(this.inside(node))
        return this.builder.container("BLOCKQUOTE", {}, this.inside(node))
      case "heading":
        return this.heading(node)
      case "image":
        return this.pictures.image(node)
      case "emphasis":
      case "inline":
        return this.children(node)
      case "item":
        return this.builder.container("LI", taskOf(node), this.inside(node))
      case "keyboard":
        if (follows(node)) this.builder.space()
        return this.builder.marked("CODE", {}, this.inside(node))
      case "list":
        return this.list(node)
      case "noscript":
        return this.noscript(node)
      case "quotation":
        this.builder.text("“")
        this.children(node)
        return this.builder.text("”")
      case "raised":
        return this.textOr(node, scriptTextOf(node))
      case "rule":
        return this.builder.rule()
      case "skipped":
        this.silent(node)
        return
      case "strong-block":
        return this.markedBlock("STRONG", node)
      case "table":
        return this.table(node)
      case undefined:
        return this.other(node, names)
    }
  }

  private heading(node: PageElement): void {
    if (this.inCallout && calloutTitleClass.test(node.attr("class") ?? "")) return this.markedBlock("STRONG", node)
    const { addedHeadings, titleHeading } = this.selection
    const isMarkdownOnly = node === titleHeading || addedHeadings?.has(node) === true
    const kicker = isMarkdownOnly ? undefined : kickerOf(node)
    if (kicker !== undefined) this.boxed(() => this.node(kicker))
    this.builder.heading(node.tag.toUpperCase(), this.inside(node, kicker), isMarkdownOnly)
  }

  private other(node: PageElement, names: string): void {
    if (node.tag.includes("-")) {
      // A custom element is inline unless it has blocks. Its words do not join the words around it.
      this.builder.space()
      this.children(node)
      return this.builder.space()
    }
    if (node.has("role") && isTable(node)) return this.table(node)
    if (this.tabs.isLabels(node, names)) return
    if (isBareCode(node, names)) return this.builder.code(...codeBlock(node))
    this.tabLabel(node)
    if (names === "") return this.boxed(this.inside(node))
    if (this.inCallout && calloutTitleClass.test(names)) return this.markedBlock("STRONG", node)
    if (this.inCallout || !isCallout(node, names)) return this.boxed(this.inside(node))
    this.inCallout = true
    this.builder.container("BLOCKQUOTE", {}, this.inside(node))
    this.inCallout = false
  }

  private tabLabel(panel: PageElement): void {
    const label = this.tabs.labelOf(panel)
    if (label !== undefined) this.label(label)
  }

  private label(node: PageElement): void {
    const bold = () => this.markedBlock("STRONG", node)
    if (this.selection.isDropped(node)) this.whole(() => this.builder.marked(markdownOnly, {}, bold))
    else bold()
  }

  private boxed(inside: () => void): void {
    this.builder.closeLeaf()
    inside()
    this.builder.closeLeaf()
  }

  /** A block whose whole text has a mark. */
  private markedBlock(mark: string, node: PageElement): void {
    this.boxed(() => this.builder.marked(mark, {}, this.inside(node)))
  }

  private footnote(node: PageElement, label: string): void {
    this.inFootnote = true
    this.builder.container("ASIDE", { label }, () => this.children(node))
    this.inFootnote = false
  }

  private link(node: PageElement): void {
    if (this.inFootnote && isBackLink(node)) return
    const label = this.footnotes.references.get(node)
    if (label !== undefined) return this.builder.inline("FOOTNOTE", { label }, label)
    const href = linkTarget(node, this.page.baseUrl)
    if (href === undefined) return this.textOr(node, anchorText(node))
    const text = foldedText(node)
    if (this.builder.repeatsLink(href, text)) return
    if (follows(node)) this.builder.space()
    this.builder.marked("A", { href, ...linkTitle(node, text) }, this.inside(node))
  }

  private button(node: PageElement): void {
    if (isHeadOfAccordion(node)) return this.children(node)
    if (opensSection(node)) this.markedBlock("STRONG", node)
  }

  /** The images of a lazy loader, or the content itself if it is more than a note about scripts. */
  private noscript(node: PageElement): void {
    const table = firstByTag(node, "table")
    if (foldedText(node).length > minNoscriptText) this.children(node)
    else if (table !== undefined && isDataTable(table)) this.forMarkdown(table)
    else this.pictures.noscript(node)
  }

  private textOr(node: PageElement, text: string | undefined): void {
    return text === undefined ? this.children(node) : this.builder.text(text)
  }

  private list(node: PageElement): void {
    if (this.tabs.isLabels(node, node.attr("class") ?? "")) return
    for (const child of children(node)) if (this.footnotes.definitions.has(child)) return this.boxed(this.inside(node))
    this.builder.container(node.tag === "ol" ? "OL" : "UL", listFacts(node), () => this.children(node))
  }

  private table(node: PageElement): void {
    if (isCodeTable(node)) return this.builder.code(...codeBlock(node))
    if (this.formulas.table(node)) return
    if (!isDataTable(node)) return this.boxed(this.inside(node))
    const grid = tableGrid(node)
    if (grid.caption !== undefined) this.label(grid.caption)
    this.builder.table(grid.headerRows > 0, tableRows(grid, this.builder, (cell) => this.cell(cell)))
  }

  /** Content is chosen by words. The signs of other cells belong to the table. */
  private cell(cell: PageElement): (() => void) | undefined {
    if (!this.selection.isDropped(cell)) return this.inside(cell)
    return isMark(cell) ? () => this.whole(this.inside(cell)) : undefined
  }
}

const minNoscriptText = 240
