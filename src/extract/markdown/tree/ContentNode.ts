/**
 * The content in a normal form. Containers hold blocks, and leaf blocks hold inline nodes. White space is folded, and
 * never at the edge of an inline node. Markdown and text are both made from this tree. It has the part of the DOM that
 * turndown and its rules need, so no HTML is written and parsed again. Names: DIV (root), BLOCKQUOTE, UL, OL, LI,
 * ASIDE (a footnote), TABLE, TR, TD; leaves P, H1..H6, PRE, HR, TD; inline A, STRONG, EM, DEL, CODE, MATH, FOOTNOTE,
 * IMG, BR, ONLY (only for the markdown) and #text.
 */
export class ContentNode {
  readonly nodeType: 1 | 3
  /** Upper case, as turndown expects. */
  readonly nodeName: string
  readonly attributes: Attributes
  childNodes: Array<ContentNode>
  parentNode: ContentNode | null = null
  /** The text of a text node; "" for an element. */
  data: string
  /** The index among its siblings. */
  position = 0
  /**
   * The last characters of a text node. Stored apart, because reading the end of `data` while it grows would copy all
   * of it.
   */
  end: string
  /** Fields in which turndown stores its results. Fields that are added later would cost an object each. */
  isBlock: boolean | undefined = undefined
  isCode: boolean | undefined = undefined
  isBlank: boolean | undefined = undefined
  flankingWhitespace: object | undefined = undefined

  /** An element with a text gets a text node for it. */
  constructor(nodeName: string, attributes: Attributes = none, text = "") {
    const isText = nodeName === "#text"
    this.nodeType = isText ? 3 : 1
    this.nodeName = nodeName
    this.childNodes = noChildren
    this.attributes = attributes
    this.data = isText ? text : ""
    this.end = this.data.slice(-keptEnd)
    if (!isText && text !== "") this.append(new ContentNode("#text", none, text))
  }

  /** Appends to a text node. */
  write(text: string): void {
    this.data += text
    this.end = (text.length < keptEnd ? this.end + text : text).slice(-keptEnd)
  }

  append(child: ContentNode): void {
    child.parentNode = this
    child.position = this.childNodes.length
    // Most nodes have one child. A push to an empty array makes room for 17.
    if (child.position === 0) this.childNodes = [child]
    else this.childNodes.push(child)
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

  /** Gives the node these children and no others. */
  setChildren(children: ReadonlyArray<ContentNode>): void {
    this.childNodes = noChildren
    for (const child of children) this.append(child)
  }

  /** A copy without a parent. With `deep`, everything below is copied too. */
  cloneNode(deep = false): ContentNode {
    const copy = this.copy()
    if (deep) { for (const child of this.childNodes) copy.append(child.cloneNode(true)) }
    return copy
  }

  protected copy(): ContentNode {
    return new ContentNode(this.nodeName, this.attributes, this.data)
  }
}

/** Name of a mark around words that only the markdown has: captions, ruby, links to players. */
export const markdownOnly = "ONLY"

export type Attributes = Readonly<Record<string, string>>

const none: Attributes = {}

/** Number of characters before a boundary that are read. */
const keptEnd = 60

/** One list shared by all nodes without children. */
const noChildren: Array<ContentNode> = []

/** The root. It records whether dollar signs and tildes have a meaning in its text. */
export class ContentRoot extends ContentNode {
  hasMath = false
  hasStrike = false
  /** The labels of its footnotes. A mark with another label is plain text. */
  readonly footnotes = new Set<string>()

  constructor() {
    super("DIV")
  }

  /** Content with a copy of this one block. */
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

/** Gives a table its rows, without empty ones and without columns that are empty in all of them. */
export const fillTable = (table: ContentNode, rows: ReadonlyArray<ContentNode>): void => {
  const used = new Set<number>()
  for (const row of rows) {
    const filled = row.childNodes.filter(({ childNodes }) => childNodes.length > 0)
    for (const { position } of filled) used.add(position)
    if (filled.length > 0) table.append(row)
  }
  for (const row of table.childNodes) {
    if (row.childNodes.length > used.size) row.setChildren(row.childNodes.filter((_, column) => used.has(column)))
  }
}
