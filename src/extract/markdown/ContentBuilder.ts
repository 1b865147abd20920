import type { PageElement } from "../dom/node.ts"
import type { TableGrid } from "../media/table-grid.ts"
import type { CodeBlock } from "./code-block.ts"
import { ContentNode } from "./ContentNode.ts"
import type { MathFormula } from "./math.ts"

interface Mark {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/**
 * Builds a content tree from a stream of blocks, marks and text. A block inside of a mark (a link around a whole card) closes
 * the mark and opens it again in the next leaf, so that marks never hold blocks.
 */
export class ContentBuilder {
  private readonly root = new ContentNode("DIV")
  private readonly containers: Array<ContentNode> = [this.root]
  private readonly marks: Array<Mark> = []
  private leafName = "P"
  private leaf: ContentNode | undefined
  /** The open inline nodes inside the leaf, one for each of the first marks. */
  private chain: Array<{ readonly mark: Mark; readonly node: ContentNode }> = []
  private pendingSpace = false
  /** In headings and table cells a block boundary is a space. */
  private flat = 0

  get isInItem(): boolean {
    return this.innermost().nodeName === "LI"
  }

  text(source: string): void {
    const folded = source.replace(/[ \t\r\n\f\u00AD\u200B\uFEFF]+/g, (run) => (/[ \t\r\n\f]/.test(run) ? " " : ""))
    if (folded === "") return
    if (folded.trim() === "" && folded.startsWith(" ")) {
      this.pendingSpace = this.leaf !== undefined
      return
    }
    if (folded.startsWith(" ") && this.leaf !== undefined) this.pendingSpace = true
    const space = this.pendingSpace
    this.pendingSpace = false
    const words = folded.trim()
    if (space) this.place(" ")
    this.place(words)
    this.pendingSpace = folded.endsWith(" ")
  }

  marked(name: string, attributes: Mark["attributes"], inside: () => void): void {
    if (this.marks.some((mark) => mark.name === name)) return inside()
    const mark = { name, attributes }
    this.marks.push(mark)
    inside()
    this.marks.splice(this.marks.indexOf(mark), 1)
    const at = this.chain.findIndex((open) => open.mark === mark)
    if (at >= 0) this.chain.length = at
  }

  closeLeaf(): void {
    if (this.flat > 0) {
      this.pendingSpace = this.leaf !== undefined
      return
    }
    this.leaf = undefined
    this.chain = []
    this.pendingSpace = false
  }

  leafContext(name: string, inside: () => void): void {
    this.closeLeaf()
    const before = this.leafName
    this.leafName = name
    inside()
    this.closeLeaf()
    this.leafName = before
  }

  heading(name: string, inside: () => void): void {
    if (this.flat > 0) return this.leafContext(this.leafName, inside)
    this.leafContext(name, () => this.flatten(inside))
    this.leaf = undefined
    this.chain = []
    this.pendingSpace = false
  }

  container(name: string, attributes: Mark["attributes"], inside: () => void): void {
    if (this.flat > 0 || this.containers.length > maxContainers) {
      this.closeLeaf()
      inside()
      return this.closeLeaf()
    }
    this.closeLeaf()
    const parent = name === "LI" && !isList(this.innermost()) ? this.impliedList() : this.innermost()
    const node = new ContentNode(name, attributes)
    this.containers.push(node)
    // A mark around a list would have to be reopened in each item; lists in links are navigation-like, the mark still holds.
    inside()
    this.closeLeaf()
    this.containers.pop()
    if (node.childNodes.length > 0) parent.append(name === "LI" ? tight(node) : node)
  }

  lineBreak(): void {
    if (this.leaf === undefined || this.flat > 0) {
      this.pendingSpace = this.leaf !== undefined
      return
    }
    this.pendingSpace = false
    this.chain = []
    const last = this.leaf.childNodes.at(-1)
    if (last?.nodeName === "BR") {
      // Two in a row are the paragraph break of pages without paragraphs.
      this.leaf.childNodes.pop()
      return this.closeLeaf()
    }
    this.leaf.append(new ContentNode("BR"))
  }

  rule(): void {
    if (this.flat > 0) return
    this.closeLeaf()
    this.innermost().append(new ContentNode("HR"))
  }

  code({ language, text }: CodeBlock): void {
    if (text.trim() === "") return
    if (this.flat > 0) return this.marked("CODE", {}, () => this.text(text))
    this.closeLeaf()
    const pre = new ContentNode("PRE", { language })
    pre.append(new ContentNode("#text", {}, text))
    this.innermost().append(pre)
  }

  math({ display, latex }: MathFormula): void {
    if (display && this.flat === 0) this.closeLeaf()
    const node = new ContentNode("MATH", display && this.flat === 0 ? { display: "block" } : {})
    node.append(new ContentNode("#text", {}, latex))
    if (this.pendingSpace) this.place(" ")
    this.pendingSpace = false
    this.open().append(node)
    if (display && this.flat === 0) this.closeLeaf()
  }

  image(attributes: Mark["attributes"]): void {
    if (this.pendingSpace) this.place(" ")
    this.pendingSpace = false
    this.open().append(new ContentNode("IMG", attributes))
  }

  table(grid: TableGrid, cell: (element: PageElement) => void, isDropped: (element: PageElement) => boolean): void {
    this.closeLeaf()
    if (grid.caption !== undefined) {
      const { caption } = grid
      this.leafContext("P", () => this.marked("STRONG", {}, () => cell(caption)))
    }
    const table = new ContentNode("TABLE", { header: grid.hasHeader ? "yes" : "no" })
    for (const row of grid.rows) {
      const tr = new ContentNode("TR")
      for (const element of row) {
        const td = new ContentNode("TD")
        if (element !== undefined && !isDropped(element)) this.inside(td, () => cell(element))
        tr.append(td)
      }
      if (tr.textContent.trim() !== "" || tr.getElementsByTagName("IMG").length > 0) table.append(tr)
    }
    if (table.childNodes.length > 0) this.innermost().append(table)
  }

  finish(): ContentNode {
    this.closeLeaf()
    return this.root
  }

  /** Everything `inside` adds goes into `leaf`, without blocks. */
  private inside(leaf: ContentNode, inside: () => void): void {
    const before = { leaf: this.leaf, chain: this.chain, pendingSpace: this.pendingSpace }
    this.leaf = leaf
    this.chain = []
    this.pendingSpace = false
    this.flatten(inside)
    this.leaf = before.leaf
    this.chain = before.chain
    this.pendingSpace = before.pendingSpace
  }

  private flatten(inside: () => void): void {
    this.flat++
    inside()
    this.flat--
  }

  private innermost(): ContentNode {
    return this.containers.at(-1) ?? this.root
  }

  private impliedList(): ContentNode {
    const last = this.innermost().childNodes.at(-1)
    if (last !== undefined && isList(last)) return last
    const list = new ContentNode("UL")
    this.innermost().append(list)
    return list
  }

  private place(text: string): void {
    const parent = this.open()
    const last = parent.childNodes.at(-1)
    if (last?.nodeType === 3) last.data += text
    else if (text !== " " || this.leafHasText()) parent.append(new ContentNode("#text", {}, text))
  }

  private leafHasText(): boolean {
    return (this.leaf?.childNodes.length ?? 0) > 0
  }

  /** The innermost inline node for the marks in force, made where it is not open yet. */
  private open(): ContentNode {
    if (this.leaf === undefined) {
      this.leaf = new ContentNode(this.leafName)
      const container = this.innermost()
      ;(isList(container) ? this.looseItem(container) : container).append(this.leaf)
      this.chain = []
    }
    const shared = this.chain.findIndex(({ mark }, index) => mark !== this.marks[index])
    if (shared >= 0) this.chain.length = shared
    let parent = this.chain.at(-1)?.node ?? this.leaf
    for (const mark of this.marks.slice(this.chain.length)) {
      const node = new ContentNode(mark.name, mark.attributes)
      parent.append(node)
      this.chain.push({ mark, node })
      parent = node
    }
    return parent
  }

  /** Text straight inside a list, between its items. */
  private looseItem(list: ContentNode): ContentNode {
    const item = new ContentNode("LI")
    list.append(item)
    return item
  }
}

/** Quotes and lists nested deeper than this are flattened: nobody indents so far. */
const maxContainers = 24

const isList = (node: ContentNode): boolean => node.nodeName === "UL" || node.nodeName === "OL"

/** An item of one paragraph, with lists below it or not, needs no blank lines. */
const tight = (item: ContentNode): ContentNode => {
  const paragraphs = item.childNodes.filter((child) => child.nodeName === "P")
  const others = item.childNodes.filter((child) => child.nodeName !== "P")
  const [only] = paragraphs
  if (paragraphs.length === 1 && only !== undefined && item.childNodes[0] === only && others.every(isList)) {
    item.unwrap(only)
  }
  return item
}
