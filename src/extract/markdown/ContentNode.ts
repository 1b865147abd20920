/**
 * The content in a normal form: containers hold blocks, leaf blocks hold inline nodes, white space is folded and stands between
 * inline nodes, never at the edge of one. Markdown and text both come from this one tree. It is the part of the DOM that turndown
 * and its rules read, so that nothing is written as HTML and parsed again.
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
  /** The text of a text node; "" for an element. */
  data: string
  /** Its place among its siblings. */
  position = 0
  /** The last characters of a text node. They are kept apart: to read the end of `data` while it grows would copy all of it. */
  end: string

  /** An element with text begins with a text node of it. */
  constructor(nodeName: string, attributes: Attributes = none, text = "") {
    const isText = nodeName === "#text"
    this.nodeType = isText ? 3 : 1
    this.nodeName = nodeName
    this.childNodes = isText ? noChildren : []
    this.attributes = attributes
    this.data = isText ? text : ""
    this.end = this.data.slice(-keptEnd)
    if (!isText && text !== "") this.append(new ContentNode("#text", none, text))
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

  get nodeValue(): string | null {
    return this.nodeType === 3 ? this.data : null
  }

  get firstChild(): ContentNode | null {
    return this.childNodes[0] ?? null
  }

  get nextSibling(): ContentNode | null {
    return this.parentNode?.childNodes[this.position + 1] ?? null
  }

  get previousSibling(): ContentNode | null {
    return this.parentNode?.childNodes[this.position - 1] ?? null
  }

  /** All text below, without what only markdown shows. */
  get textContent(): string {
    let text = this.data
    for (const child of this.childNodes) text += child.textContent
    return text
  }

  /** The elements below with this name, in document order. */
  getElementsByTagName(name: string): ReadonlyArray<ContentNode> {
    return this.childNodes.flatMap((child) => {
      const below = child.getElementsByTagName(name)
      return child.nodeName === name ? [child, ...below] : below
    })
  }

  removeChild(child: ContentNode): ContentNode {
    const at = this.childNodes.indexOf(child)
    if (at < 0) return child
    this.childNodes.splice(at, 1)
    for (let next = at; next < this.childNodes.length; next++) this.childNodes[next]!.position = next
    child.parentNode = null
    return child
  }

  /** A copy outside of any tree, with copies of all that is below where `deep`. */
  cloneNode(deep = false): ContentNode {
    const copy = this.copy()
    if (deep) { for (const child of this.childNodes) copy.append(child.cloneNode(true)) }
    return copy
  }

  protected copy(): ContentNode {
    return new ContentNode(this.nodeName, this.attributes, this.data)
  }
}

export type Attributes = Readonly<Record<string, string>>

const none: Attributes = {}

/** No word before a joint is read further back. */
const keptEnd = 60

/** Text nodes are many and share one. */
const noChildren: Array<ContentNode> = []

/** The whole content: what the meaning of dollar signs and tildes in its text depends on. */
export class ContentRoot extends ContentNode {
  hasMath = false
  hasStrike = false
  /** The labels of the footnotes it holds; a mark without one is plain text. */
  readonly footnotes = new Set<string>()

  constructor() {
    super("DIV")
  }

  /** A content of this one block, which is copied. */
  alone(block: ContentNode): ContentRoot {
    const copy = this.copy()
    copy.append(block.cloneNode(true))
    return copy
  }

  protected override copy(): ContentRoot {
    const copy = new ContentRoot()
    copy.hasMath = this.hasMath
    copy.hasStrike = this.hasStrike
    for (const label of this.footnotes) copy.footnotes.add(label)
    return copy
  }
}
