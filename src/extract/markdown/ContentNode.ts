import { escapeText } from "./escape-markdown.ts"

/**
 * The content in a normal form: containers hold blocks, leaf blocks hold inline nodes, white space is folded and stands between
 * inline nodes, never at the edge of one. Markdown and text both come from this one tree. It speaks as much DOM as turndown
 * reads, so that turndown neither parses nor copies anything.
 *
 * Names: DIV (root), BLOCKQUOTE, UL, OL, LI, ASIDE (a footnote), TABLE, TR, TD; leaves P, H1..H6, PRE, HR, TD;
 * inline A, STRONG, EM, DEL, CODE, MATH, FOOTNOTE, IMG, BR and #text.
 */
export class ContentNode {
  readonly nodeType: 1 | 3
  /** Upper case, as turndown expects. */
  readonly nodeName: string
  readonly attributes: Attributes
  readonly childNodes: Array<ContentNode>
  parentNode: ContentNode | null = null
  /** Of a text node, and of PRE, MATH and FOOTNOTE, which hold text that is not to be read as markdown. */
  data: string
  /** Its place among its siblings. */
  position = 0
  /** The last characters of a text node. They are kept apart: to read the end of `data` while it grows would copy all of it. */
  end: string

  constructor(nodeName: string, attributes: Attributes = none, data = "") {
    this.nodeType = nodeName === "#text" ? 3 : 1
    this.nodeName = nodeName
    this.childNodes = this.nodeType === 3 ? noChildren : []
    this.attributes = attributes
    this.data = data
    this.end = data.slice(-keptEnd)
  }

  /** Adds to a text node. */
  write(text: string): void {
    this.data += text
    this.end = (text.length < keptEnd ? this.end + text : text).slice(-keptEnd)
  }

  append(child: ContentNode): void {
    child.parentNode = this
    child.position = this.childNodes.length
    this.childNodes.push(child)
  }

  get root(): ContentRoot | undefined {
    let at: ContentNode | null = this.parentNode
    while (at !== null && !(at instanceof ContentRoot)) at = at.parentNode
    return at ?? undefined
  }

  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null
  }

  /** What turndown prints for a text node. The escape needs to know what stands around the text; turndown's sees a string only. */
  get nodeValue(): string {
    return escapeText(this)
  }

  get nextSibling(): ContentNode | null {
    return this.parentNode?.childNodes[this.position + 1] ?? null
  }

  get previousSibling(): ContentNode | null {
    return this.parentNode?.childNodes[this.position - 1] ?? null
  }

  /** All text below, without what only markdown shows. */
  get text(): string {
    return this.childNodes.length === 0 ? this.data : this.childNodes.map((child) => child.text).join("")
  }

  // What follows answers turndown's search for blank nodes and stray white space, of which this tree has none. It writes its
  // findings on each node; they are not kept.

  get firstChild(): null {
    return null
  }

  get textContent(): string {
    return "."
  }

  get isBlock(): boolean {
    return true
  }

  set isBlock(_: boolean) {}

  get isCode(): boolean {
    return false
  }

  set isCode(_: boolean) {}

  get isBlank(): boolean {
    return false
  }

  set isBlank(_: boolean) {}

  get flankingWhitespace(): { readonly leading: string; readonly trailing: string } {
    return noWhitespace
  }

  set flankingWhitespace(_: unknown) {}

  getElementsByTagName(): ReadonlyArray<ContentNode> {
    return []
  }

  /** turndown works on a copy of what it is given; this tree is made for it alone. */
  cloneNode(): ContentNode {
    return this
  }
}

export type Attributes = Readonly<Record<string, string>>

const none: Attributes = {}

/** No word before a joint is read further back. */
const keptEnd = 60

/** Text nodes are many and share one. */
const noChildren: Array<ContentNode> = []

const noWhitespace = { leading: "", trailing: "" }

/** The whole content: what the meaning of dollar signs and tildes in its text depends on. */
export class ContentRoot extends ContentNode {
  hasMath = false
  hasStrike = false
  /** The labels of the footnotes it holds; a mark without one is plain text. */
  readonly footnotes = new Set<string>()

  constructor() {
    super("DIV")
  }
}
