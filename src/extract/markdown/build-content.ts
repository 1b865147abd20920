import type { PageElement, PageNode } from "../dom/node.ts"
import { imageOf } from "../media/image-source.ts"
import { isDataTable, tableGrid } from "../media/table-grid.ts"
import type { ParsedPage, Selection } from "../Page.ts"
import { codeBlock } from "./code-block.ts"
import { ContentBuilder } from "./ContentBuilder.ts"
import type { ContentNode } from "./ContentNode.ts"
import { linkTarget } from "./link-target.ts"
import { mathOf } from "./math.ts"

/** The selected part of the page as a content tree: one walk, nothing of the page is changed. */
export const buildContent = (page: ParsedPage, selection: Selection): ContentNode => {
  const walk = new ContentWalk(page, selection)
  for (const root of selection.roots) walk.block(root)
  return walk.builder.finish()
}

const marks: Readonly<Record<string, string>> = {
  b: "STRONG",
  strong: "STRONG",
  em: "EM",
  i: "EM",
  cite: "EM",
  dfn: "EM",
  del: "DEL",
  s: "DEL",
  strike: "DEL",
  code: "CODE",
  kbd: "CODE",
  samp: "CODE",
  tt: "CODE",
  var: "EM",
  sub: "SUB",
  sup: "SUP",
  mark: "MARK"
}

const skipped: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "head",
  "iframe",
  "object",
  "canvas",
  "select",
  "option",
  "textarea",
  "datalist",
  "audio",
  "video",
  "map",
  "link",
  "meta",
  "button",
  "form-control",
  "noscript"
])

const inlineTags: ReadonlySet<string> = new Set([
  "a",
  "abbr",
  "acronym",
  "bdi",
  "bdo",
  "big",
  "data",
  "font",
  "ins",
  "label",
  "nobr",
  "output",
  "q",
  "rp",
  "rt",
  "ruby",
  "small",
  "span",
  "time",
  "u",
  "wbr",
  "picture",
  "source",
  "tt",
  "center-inline"
])

class ContentWalk {
  readonly builder = new ContentBuilder()
  private readonly page: ParsedPage
  private readonly selection: Selection

  constructor(page: ParsedPage, selection: Selection) {
    this.page = page
    this.selection = selection
  }

  children(element: PageElement): void {
    for (let node: PageNode | null = element.firstChild; node !== null; node = node.nextSibling) this.node(node)
  }

  block(element: PageElement): void {
    this.builder.closeLeaf()
    this.children(element)
    this.builder.closeLeaf()
  }

  private node(node: PageNode): void {
    if (node.nodeType === 3) {
      if (!this.selection.isDropped(node)) this.builder.text(node.data)
      return
    }
    if (node.nodeType !== 1 || this.selection.isDropped(node)) return
    if (skipped.has(node.tag)) return this.skippedElement(node)
    this.element(node)
  }

  private skippedElement(node: PageElement): void {
    const math = mathOf(node)
    if (math !== undefined) this.builder.math(math)
  }

  private element(node: PageElement): void {
    const math = mathOf(node)
    if (math !== undefined) return this.builder.math(math)
    const mark = marks[node.tag]
    if (mark !== undefined) return this.builder.marked(mark, {}, () => this.children(node))
    switch (node.tag) {
      case "a":
        return this.link(node)
      case "img":
        return this.image(node)
      case "svg":
        return
      case "br":
        return this.builder.lineBreak()
      case "hr":
        return this.builder.rule()
      case "pre":
        return this.builder.code(codeBlock(node))
      case "table":
        return this.table(node)
      case "ul":
      case "ol":
      case "menu":
        return this.list(node)
      case "li":
        return this.builder.container("LI", {}, () => this.children(node))
      case "blockquote":
        return this.builder.container("BLOCKQUOTE", {}, () => this.children(node))
      case "dt":
        return this.builder.leafContext("P", () => this.builder.marked("STRONG", {}, () => this.children(node)))
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        return this.builder.heading(node.tag.toUpperCase(), () => this.children(node))
      case "summary":
        return this.builder.leafContext("P", () => this.builder.marked("STRONG", {}, () => this.children(node)))
      case "figcaption":
        return this.builder.leafContext("P", () => this.builder.marked("EM", {}, () => this.children(node)))
      case "q":
        this.builder.text("“")
        this.children(node)
        return this.builder.text("”")
      case "input":
        return this.checkbox(node)
    }
    if (inlineTags.has(node.tag)) return this.children(node)
    this.block(node)
  }

  private link(node: PageElement): void {
    const href = linkTarget(node.attr("href"), this.page.baseUrl)
    if (href === undefined) return this.children(node)
    const title = node.attr("title")?.trim()
    this.builder.marked("A", title ? { href, title } : { href }, () => this.children(node))
  }

  private image(node: PageElement): void {
    const image = imageOf(node, this.page.baseUrl)
    if (image === undefined) return
    this.builder.image({ src: image.url, alt: image.alt, ...(image.title === "" ? {} : { title: image.title }) })
  }

  private list(node: PageElement): void {
    const start = node.attr("start")
    const attributes = node.tag === "ol" && start !== undefined && /^\d{1,9}$/.test(start) ? { start } : undefined
    this.builder.container(node.tag === "ol" ? "OL" : "UL", attributes ?? {}, () => this.children(node))
  }

  private checkbox(node: PageElement): void {
    if (node.attr("type")?.toLowerCase() === "checkbox" && this.builder.isInItem) {
      this.builder.text(node.has("checked") ? "[x] " : "[ ] ")
    }
  }

  private table(node: PageElement): void {
    if (!isDataTable(node)) return this.block(node)
    const grid = tableGrid(node)
    this.builder.table(grid, (cell) => {
      this.children(cell)
    }, (cell) => this.selection.isDropped(cell))
  }
}
