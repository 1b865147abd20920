import type { PageElement } from "../../dom/node.ts"
import { fold, isSpaceAt } from "../../dom/walk.ts"
import { withoutInvisible } from "../../dom/without-invisible.ts"
import { type Attributes, ContentNode, ContentRoot, fillTable } from "./ContentNode.ts"
import { isAmongItems } from "./element-facts.ts"
import { apart, endsWith, endsWithLink, headingName, type InlineMark, isList, isSame } from "./inline-mark.ts"
import { endOf, type InlineBoundary, needsSpace } from "./inline-spacing.ts"
import { liftLists } from "./lift-lists.ts"

/**
 * Builds a content tree from a stream of blocks, marks and text. A block inside a mark (a link around a whole card)
 * closes the mark and opens it again in the next leaf, so marks never contain blocks.
 */
export class ContentBuilder {
  private readonly root = new ContentRoot()
  private readonly containers: Array<ContentNode> = [this.root]
  private marks: Array<InlineMark> = []
  private leaf: ContentNode | undefined
  /** The open inline nodes of the leaf, one for each of the first marks. */
  private chain: Array<{ readonly mark: InlineMark; readonly node: ContentNode }> = []
  private pendingSpace = false
  private pendingBoundary: InlineBoundary | undefined
  /** In headings and table cells, a block boundary is a space. */
  private flat = 0
  /** Headings and header cells are bold already. */
  private strong = 0
  /** The element in work. */
  source: PageElement | undefined
  /** Source element of each block, if requested. */
  readonly origins: Map<ContentNode, PageElement> | undefined

  constructor(origins?: Map<ContentNode, PageElement>) {
    this.origins = origins
  }

  text(source: string): void {
    const visible = withoutInvisible(source)
    const words = fold(visible)
    if (isSpaceAt(visible, 0)) this.space()
    if (words === "") return
    this.applyBoundary(words)
    const parent = this.open()
    const last = parent.childNodes.at(-1)
    if (last?.nodeType === 3) last.write(words)
    else parent.append(new ContentNode("#text", undefined, words))
    if (isSpaceAt(visible, visible.length - 1)) this.pendingSpace = true
  }

  /** Puts a space before the next text in this leaf. */
  space(): void {
    if (this.leaf !== undefined && this.leaf.childNodes.at(-1)?.nodeName !== "BR") this.pendingSpace = true
  }

  /** Notes the edge of an inline element, or a gap. The words on either side may have been separated only by style. */
  boundary(boundary: InlineBoundary): void {
    if (this.leaf !== undefined && this.pendingBoundary !== "gap") this.pendingBoundary = boundary
  }

  private applyBoundary(words: string): void {
    const boundary = this.pendingBoundary
    this.pendingBoundary = undefined
    if (boundary === undefined || this.pendingSpace || this.leaf === undefined) return
    if (boundary === "edge" && this.marks.some(({ name }) => name === "CODE")) return
    if (needsSpace(boundary, endOf(this.leaf), words)) this.pendingSpace = true
  }

  marked(name: string, attributes: Attributes, inside: () => void): void {
    if (name === "STRONG" && this.strong > 0 || this.marks.some((mark) => mark.name === name)) return inside()
    const mark = { name, attributes }
    // A link goes around code, not into it.
    const code = name === "A" ? this.marks.findIndex((outer) => outer.name === "CODE") : -1
    if (code < 0) this.marks.push(mark)
    else this.marks.splice(code, 0, mark)
    inside()
    if (this.marks.at(-1) === mark) this.marks.pop()
    else this.marks.splice(this.marks.indexOf(mark), 1)
    const at = this.chain.findIndex((open) => open.mark === mark)
    if (at >= 0) this.chain.length = at
  }

  /** Whether the link right before has the same address and words. */
  repeatsLink(href: string, text: string): boolean {
    return this.leaf !== undefined && endsWithLink(this.leaf, href, text)
  }

  /** Ends the open block. */
  closeLeaf(): void {
    if (this.flat > 0) this.space()
    else this.endLeaf()
  }

  /** With `isTitle`, the heading is not in the text. */
  heading(name: string, inside: () => void, isTitle = false): void {
    this.closeLeaf()
    if (this.flat > 0) return inside()
    const heading = this.made(new ContentNode(name, isTitle ? { title: "yes" } : {}))
    this.into(heading, inside, true)
    const before = this.innermost().childNodes.at(-1)
    // Some pages repeat the title at the top of the text.
    const isSaid = before !== undefined && headingName.test(before.nodeName) &&
      before.textContent === heading.textContent
    if (heading.childNodes.length > 0 && !isSaid) this.appendBlock(heading)
  }

  container(name: string, attributes: Attributes, inside: () => void): void {
    this.closeLeaf()
    if (this.flat > 0 || this.containers.length > maxContainers) {
      if (this.flat > 0 && name === "LI" && isAmongItems(this.source)) this.text("• ")
      inside()
      return this.closeLeaf()
    }
    const parent = name === "LI" ? this.enclosingList() : this.enclosingItem()
    const before = parent.childNodes.at(-1)
    const joined = attributes["joins"] === "yes" && before?.nodeName === name ? before : undefined
    const node = joined ?? this.made(new ContentNode(name, apart(before, name, attributes)))
    this.containers.push(node)
    inside()
    this.closeLeaf()
    this.containers.pop()
    if (node.childNodes.length === 0 || joined !== undefined) return
    if (isList(this.innermost()) && parent.parentNode === null && parent !== this.innermost()) {
      this.innermost().append(parent)
    }
    if (name === "LI" && attributes["task"] === undefined && isList(parent) && liftLists(node, parent)) return
    if (name === "ASIDE") this.root.footnotes.add(attributes["label"] ?? "")
    parent.append(node)
  }

  lineBreak(): void {
    if (this.leaf === undefined || this.flat > 0) return this.space()
    this.pendingSpace = false
    this.chain = []
    // Pages without paragraphs use two line breaks instead.
    if (this.leaf.childNodes.at(-1)?.nodeName === "BR") return this.closeLeaf()
    this.leaf.append(new ContentNode("BR"))
  }

  rule(): void {
    this.closeLeaf()
    const before = this.innermost().childNodes.at(-1)
    if (this.flat === 0 && before !== undefined && before.nodeName !== "HR" && !isList(this.innermost())) {
      this.innermost().append(this.made(new ContentNode("HR")))
    }
  }

  code(language: string, text: string): void {
    if (text.trim() === "") return
    if (this.flat > 0) {
      // Lines of code within one line could not be read apart.
      for (const line of text.split("\n")) this.marked("CODE", {}, () => this.text(` ${line}`))
      return this.space()
    }
    this.closeLeaf()
    this.appendBlock(this.made(new ContentNode("PRE", { language }, text)))
  }

  math(latex: string, display: boolean): void {
    const text = fold(withoutInvisible(latex))
    this.root.hasMath = true
    if (!display || this.flat > 0) return this.inline("MATH", {}, text)
    this.closeLeaf()
    const leaf = this.made(new ContentNode("P"))
    leaf.append(new ContentNode("MATH", { display: "block" }, text))
    this.appendBlock(leaf)
  }

  inline(name: string, attributes: Attributes, text = ""): void {
    // Two formulas side by side would share a dollar sign, and two pictures are separate on the page.
    if (name !== "FOOTNOTE" && this.leaf !== undefined && endsWith(this.leaf, name)) this.pendingSpace = true
    // Pictures, formulas and footnotes cannot be inside code.
    this.open(this.marks.filter((mark) => mark.name !== "CODE")).append(new ContentNode(name, attributes, text))
  }

  /** Adds a table. A function fills each cell, and undefined leaves it empty. Empty rows and columns are left out. */
  table(hasHeader: boolean, rows: ReadonlyArray<ReadonlyArray<(() => void) | undefined>>): void {
    this.closeLeaf()
    const filled = rows.map((cells, index) => {
      const row = new ContentNode("TR")
      for (const fill of cells) {
        const cell = new ContentNode("TD")
        if (fill !== undefined) this.into(cell, fill, hasHeader && index === 0)
        row.append(cell)
      }
      return row
    })
    const table = this.made(new ContentNode("TABLE"))
    fillTable(table, filled)
    if (table.childNodes.length > 0) this.appendBlock(table)
  }

  finish(): ContentRoot {
    this.flat = 0
    this.closeLeaf()
    return this.root
  }

  private made(block: ContentNode): ContentNode {
    if (this.source !== undefined) this.origins?.set(block, this.source)
    return block
  }

  /** Puts everything that `inside` adds into `leaf`, without blocks. */
  private into(leaf: ContentNode, inside: () => void, isStrong: boolean): void {
    this.pendingBoundary = undefined
    const before = { leaf: this.leaf, chain: this.chain, pendingSpace: this.pendingSpace }
    this.leaf = leaf
    this.chain = []
    this.pendingSpace = false
    this.flat++
    if (isStrong) this.strong++
    inside()
    if (isStrong) this.strong--
    this.flat--
    this.leaf = before.leaf
    this.chain = before.chain
    this.pendingSpace = before.pendingSpace
  }

  private endLeaf(): void {
    if (this.leaf?.childNodes.at(-1)?.nodeName === "BR") this.leaf.childNodes.pop()
    this.leaf = undefined
    this.chain = []
    this.pendingSpace = false
    this.pendingBoundary = undefined
  }

  private innermost(): ContentNode {
    return this.containers.at(-1) ?? this.root
  }

  /** A list directly in a list belongs to the item before it. */
  private enclosingItem(): ContentNode {
    const container = this.innermost()
    if (!isList(container)) return container
    return container.childNodes.at(-1) ?? new ContentNode("LI")
  }

  private appendBlock(block: ContentNode): void {
    const container = this.innermost()
    if (!isList(container)) return container.append(block)
    // A block directly in a list becomes an item.
    const item = new ContentNode("LI")
    container.append(item)
    item.append(block)
  }

  private enclosingList(): ContentNode {
    const container = this.innermost()
    if (isList(container)) return container
    const last = container.childNodes.at(-1)
    if (last !== undefined && isList(last)) return last
    const list = this.made(new ContentNode("UL"))
    container.append(list)
    return list
  }

  /** Returns the innermost inline node for the current marks. Opens missing ones, and adds the pending space. */
  private open(all = this.marks): ContentNode {
    if (this.leaf === undefined) {
      this.leaf = this.made(new ContentNode("P"))
      this.appendBlock(this.leaf)
    }
    const shared = this.chain.findIndex(({ mark }, index) => mark !== all[index])
    if (shared >= 0) this.chain.length = shared
    let parent = this.chain.at(-1)?.node ?? this.leaf
    let marks = all.slice(this.chain.length)
    // A mark that has just ended continues.
    while (marks[0] !== undefined) {
      const last = parent.childNodes.at(-1)
      if (last === undefined || !isSame(last, marks[0]) || last.nodeName === "CODE" && this.pendingSpace) break
      this.chain.push({ mark: marks[0], node: last })
      marks = marks.slice(1)
      parent = last
    }
    if (marks.some(({ name }) => name === "CODE") && endsWith(parent, "CODE")) this.pendingSpace = true
    this.placeSpace(parent)
    for (const mark of marks) {
      if (mark.name === "DEL") this.root.hasStrike = true
      const node = new ContentNode(mark.name, mark.attributes)
      parent.append(node)
      this.chain.push({ mark, node })
      parent = node
    }
    return parent
  }

  private placeSpace(parent: ContentNode): void {
    const isDue = this.pendingSpace
    this.pendingSpace = false
    const last = parent.childNodes.at(-1)
    if (!isDue || last === undefined && parent === this.leaf) return
    if (last?.nodeType === 3) last.write(" ")
    else parent.append(new ContentNode("#text", undefined, " "))
  }
}

/** Quotes and lists that nest deeper are flattened. */
const maxContainers = 12
