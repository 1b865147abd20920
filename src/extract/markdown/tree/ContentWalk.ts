import type { Image } from "../../../domain/document/Document.ts"
import type { PageElement, PageNode, PageText } from "../../dom/node.ts"
import { children, firstByTag, foldedText, textContent } from "../../dom/walk.ts"
import { withFlowImages } from "../../media/flow-images.ts"
import { imageOf, noscriptImages } from "../../media/image-source.ts"
import { isDataTable, tableGrid } from "../../media/table-grid.ts"
import type { ParsedPage, Selection } from "../../Page.ts"
import { codeBlock, isCodeTable } from "../code/code-block.ts"
import { mathOf, rendered } from "../formulas/math.ts"
import { mathmlReader } from "../formulas/mathml.ts"
import { raisedText } from "../formulas/raised-text.ts"
import { splitFormulas, type TexReading, texReading } from "../formulas/tex-in-text.ts"
import { Pictures } from "../Pictures.ts"
import { calloutTitleClass, isInlineKind, type TagKind, tagKind } from "./content-tags.ts"
import type { ContentBuilder } from "./ContentBuilder.ts"
import { markdownOnly } from "./ContentNode.ts"
import {
  emojiOf,
  follows,
  isCallout,
  isFurniture,
  isHeadOfAccordion,
  isLineBreak,
  isPlainText,
  isRaisedNumber,
  opensSection,
  startOf,
  taskOf
} from "./element-facts.ts"
import { findFootnotes, type Footnotes, isBackLink } from "./footnotes.ts"
import { isLabelOfKept, isLineOfQuote } from "./labels-of-kept.ts"
import { linkTarget } from "./link-target.ts"
import { isMarkOfKept } from "./marks-of-kept.ts"
import { type SilentPart, silentParts } from "./silent-parts.ts"
import { tableRows } from "./table-rows.ts"
import { writeReading, writeSilentParts } from "./write-silent-parts.ts"

/** Reads the selected elements into a builder. */
export class ContentWalk {
  private readonly builder: ContentBuilder
  private readonly page: ParsedPage
  private selection: Selection
  private readonly footnotes: Footnotes
  private readonly tex: TexReading
  private readonly mathml = mathmlReader()
  private readonly pictures = new Pictures()
  private inFootnote = false
  private inCallout = false

  constructor(page: ParsedPage, selection: Selection, builder: ContentBuilder) {
    this.builder = builder
    this.page = page
    this.selection = withFlowImages(selection)
    this.footnotes = findFootnotes(selection)
    this.tex = texReading(page.source)
  }

  /** Reads a selected root. Its own tag counts, such as a table or a list. */
  root(element: PageElement): void {
    this.builder.closeLeaf()
    if (this.selection.isDropped(element)) return
    this.element(element)
    this.builder.closeLeaf()
  }

  private children(element: PageElement): void {
    for (let node: PageNode | null = element.firstChild; node !== null; node = node.nextSibling) this.node(node)
  }

  private block(element: PageElement): void {
    this.builder.closeLeaf()
    this.children(element)
    this.builder.closeLeaf()
  }

  private node(node: PageNode): void {
    if (node.nodeType === 8) return
    if (this.selection.isDropped(node)) this.dropped(node)
    else if (node.nodeType === 3) this.text(node, node.data)
    else this.element(node)
  }

  private dropped(node: PageElement | PageText): void {
    if (node.nodeType === 3) return this.droppedText(node, node.data)
    if (node.tag === "rt") return writeReading(this.builder, node)
    const parts = silentParts(node, this.page, this.mathml)
    if (parts.length > 0) return this.silent(node, parts)
    if (isLabelOfKept(node, this.selection)) return this.forReaders(node)
    const kind = tagKind(node.tag)
    if (isInlineKind(kind)) return this.droppedText(node, textContent(node))
    if (kind === "anchor" && isLineOfQuote(node)) return this.forReaders(node)
    if (kind === undefined && !node.tag.includes("-")) return this.builder.closeLeaf()
    this.builder.joint("gap")
  }

  private droppedText(node: PageElement | PageText, text: string): void {
    if (isLineBreak(node)) return this.builder.lineBreak()
    if (isMarkOfKept(node, text, this.selection)) this.text(node, text)
    else if (isLineOfQuote(node)) this.forReaders(node)
    else this.builder.joint("gap")
  }

  /** Reads a dropped node and all below it, for the markdown alone. */
  private forReaders(node: PageElement | PageText): void {
    const { selection } = this
    this.selection = { ...selection, isDropped: () => false }
    this.builder.marked(markdownOnly, {}, () => this.node(node))
    this.selection = selection
  }

  private silent(node: PageElement, parts: ReadonlyArray<SilentPart>): void {
    writeSilentParts(this.builder, node, parts, (caption) => this.forReaders(caption))
  }

  private text(node: PageNode, data: string): void {
    this.pictures.passText(data)
    if (!this.tex.mayHold(data)) return this.builder.text(data)
    for (const part of splitFormulas(data, node, this.tex)) {
      if (typeof part === "string") this.builder.text(part)
      else this.builder.math(part.latex, part.display)
    }
  }

  private element(node: PageElement): void {
    const outer = this.builder.source
    this.builder.source = node
    this.read(node)
    this.builder.source = outer
  }

  private read(node: PageElement): void {
    const math = mathOf(node, this.mathml)
    if (math === rendered) return
    if (math !== undefined) return this.builder.math(math.latex, math.display)
    const names = node.attr("class")
    if (names !== undefined && isFurniture(node, names)) return
    const label = this.footnotes.definitions.get(node)
    if (label !== undefined && !this.inFootnote) return this.footnote(node, label)
    const kind = tagKind(node.tag)
    const isJoint = isInlineKind(kind) && kind !== "raised" || kind === "anchor"
    if (isJoint) this.builder.joint(kind === "code" && follows(node) ? "gap" : "edge")
    this.byKind(node, kind, names ?? "")
    if (isJoint) this.builder.joint("edge")
  }

  private byKind(node: PageElement, kind: TagKind | undefined, names: string): void {
    const inside = () => this.children(node)
    switch (kind) {
      case "anchor":
        return this.link(node)
      case "block-code":
        return this.builder.code(...codeBlock(node))
      case "break":
        return this.builder.lineBreak()
      case "button":
        return this.button(node)
      case "caption":
        return this.boxed(() => this.builder.marked("EM", {}, inside))
      case "code":
        return this.builder.marked("CODE", {}, inside)
      case "container":
        return this.builder.container("BLOCKQUOTE", {}, inside)
      case "emphasis":
        return this.builder.marked("EM", {}, inside)
      case "heading":
        return this.heading(node, inside)
      case "image":
        return this.image(node)
      case "inline":
        return inside()
      case "input":
        return
      case "item":
        return this.builder.container("LI", taskOf(node), inside)
      case "keyboard":
        if (follows(node)) this.builder.space()
        return this.builder.marked("CODE", {}, inside)
      case "list":
        return this.list(node)
      case "noscript":
        return this.noscript(node)
      case "quotation":
        this.builder.text("“")
        inside()
        return this.builder.text("”")
      case "raised":
        return this.raised(node)
      case "rule":
        return this.builder.rule()
      case "skipped":
        return node.tag === "rt"
          ? writeReading(this.builder, node)
          : this.silent(node, silentParts(node, this.page, this.mathml))
      case "strike":
        return this.builder.marked("DEL", {}, inside)
      case "strong":
        return this.builder.marked("STRONG", {}, inside)
      case "strong-block":
        return this.boxed(() => this.builder.marked("STRONG", {}, inside))
      case "table":
        return this.table(node)
      case undefined:
        return this.other(node, names)
    }
  }

  private heading(node: PageElement, inside: () => void): void {
    const { addedHeadings, titleHeading } = this.selection
    const isForReaders = node === titleHeading || addedHeadings?.has(node) === true
    this.builder.heading(node.tag.toUpperCase(), inside, isForReaders)
  }

  private other(node: PageElement, names: string): void {
    if (node.tag.includes("-")) {
      // A custom element is inline unless it has blocks. Its words do not join the words around it.
      this.builder.space()
      this.children(node)
      return this.builder.space()
    }
    if (names === "") return this.block(node)
    if (this.inCallout && calloutTitleClass.test(names)) {
      return this.bold(node)
    }
    if (!this.inCallout && isCallout(node, names)) {
      this.inCallout = true
      this.builder.container("BLOCKQUOTE", {}, () => this.children(node))
      this.inCallout = false
      return
    }
    this.block(node)
  }

  private boxed(inside: () => void): void {
    this.builder.closeLeaf()
    inside()
    this.builder.closeLeaf()
  }

  private bold(node: PageElement): void {
    this.boxed(() => this.builder.marked("STRONG", {}, () => this.children(node)))
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
    const href = linkTarget(node.attr("href"), this.page.baseUrl)
    if (href === undefined) return this.plainAnchor(node)
    const title = node.attr("title")?.trim() ?? ""
    if (follows(node)) this.builder.space()
    this.builder.marked(
      "A",
      title === "" || title === foldedText(node) ? { href } : { href, title },
      () => this.children(node)
    )
  }

  /** A link within the page: only its text, or nothing if it is a sign beside a heading. */
  private plainAnchor(node: PageElement): void {
    const text = foldedText(node)
    if (/^(?:[#¶§🔗⚓\s]|link|permalink|anchor|top|\^)*$/iu.test(text) && node.has("href")) {
      return firstByTag(node, "img") === undefined ? undefined : this.children(node)
    }
    if (isRaisedNumber(node, text)) return this.builder.text(text.startsWith("[") ? text : `[${text}]`)
    this.children(node)
  }

  private button(node: PageElement): void {
    if (isHeadOfAccordion(node)) return this.children(node)
    if (opensSection(node)) this.bold(node)
  }

  private image(node: PageElement): void {
    const emoji = emojiOf(node)
    if (emoji !== undefined) return this.builder.text(emoji)
    const image = imageOf(node, this.page.baseUrl)
    if (image !== undefined) this.picture(image)
  }

  private picture(image: Image): void {
    if (!this.pictures.isNew(image)) return
    const { alt, title, url } = image
    this.builder.inline("IMG", { src: url, alt, title: title === alt ? "" : title })
  }

  /** The images of a lazy loader, or the content itself if it is more than a note about scripts. */
  private noscript(node: PageElement): void {
    if (foldedText(node).length > minNoscriptText) return this.children(node)
    for (const image of noscriptImages(node, this.page.baseUrl)) this.picture(image)
  }

  private raised(node: PageElement): void {
    const raised = isPlainText(node) ? raisedText(foldedText(node), node.tag === "sub" ? "sub" : "sup") : undefined
    if (raised === undefined) this.children(node)
    else this.builder.text(raised)
  }

  private list(node: PageElement): void {
    for (const child of children(node)) if (this.footnotes.definitions.has(child)) return this.block(node)
    if (node.tag !== "ol") return this.builder.container("UL", {}, () => this.children(node))
    this.builder.container("OL", startOf(node), () => this.children(node))
  }

  private table(node: PageElement): void {
    if (isCodeTable(node)) return this.builder.code(...codeBlock(node))
    if (!isDataTable(node)) return this.block(node)
    const grid = tableGrid(node)
    const { caption } = grid
    if (caption !== undefined) this.caption(caption)
    const rows = tableRows(grid, this.builder, this.selection.isDropped, (cell) => this.children(cell))
    this.builder.table(grid.headerRows > 0, rows)
  }

  private caption(caption: PageElement): void {
    if (this.selection.isDropped(caption)) this.boxed(() => this.forReaders(caption))
    else this.bold(caption)
  }
}

const minNoscriptText = 240
