/**
 * The content in a normal form: containers hold blocks, leaf blocks hold inline nodes, white space is folded. Markdown and text
 * both come from this one tree. It speaks as much DOM as turndown reads, so that turndown neither parses nor copies anything.
 */
export class ContentNode {
  readonly nodeType: 1 | 3
  /** Upper case, as turndown expects. */
  readonly nodeName: string
  readonly attributes: Readonly<Record<string, string>>
  readonly childNodes: Array<ContentNode> = []
  parentNode: ContentNode | null = null
  /** Of a text node. */
  data: string
  private index = 0
  private cachedText: string | undefined

  constructor(nodeName: string, attributes: Readonly<Record<string, string>> = {}, data = "") {
    this.nodeType = nodeName === "#text" ? 3 : 1
    this.nodeName = nodeName
    this.attributes = attributes
    this.data = data
  }

  append(child: ContentNode): void {
    child.parentNode = this
    child.index = this.childNodes.length
    this.childNodes.push(child)
  }

  /** This node's children in place of `child`. */
  unwrap(child: ContentNode): void {
    this.childNodes.splice(this.childNodes.indexOf(child), 1, ...child.childNodes)
    for (const [index, node] of this.childNodes.entries()) {
      node.parentNode = this
      node.index = index
    }
  }

  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null
  }

  get nodeValue(): string {
    return this.data
  }

  get firstChild(): ContentNode | null {
    return this.childNodes[0] ?? null
  }

  get nextSibling(): ContentNode | null {
    return this.parentNode?.childNodes[this.index + 1] ?? null
  }

  get previousSibling(): ContentNode | null {
    return this.parentNode?.childNodes[this.index - 1] ?? null
  }

  get children(): ReadonlyArray<ContentNode> {
    return this.childNodes.filter((child) => child.nodeType === 1)
  }

  get lastElementChild(): ContentNode | null {
    return this.childNodes.findLast((child) => child.nodeType === 1) ?? null
  }

  /** Computed once, when the tree is finished: turndown asks at every level. */
  get textContent(): string {
    if (this.nodeType === 3) return this.data
    this.cachedText ??= this.childNodes.map((child) => child.textContent).join("")
    return this.cachedText
  }

  getElementsByTagName(name: string): ReadonlyArray<ContentNode> {
    return this.childNodes.flatMap((
      child
    ) => [...(child.nodeName === name ? [child] : []), ...child.getElementsByTagName(name)])
  }

  removeChild(child: ContentNode): void {
    this.childNodes.splice(this.childNodes.indexOf(child), 1)
    for (const [index, node] of this.childNodes.entries()) node.index = index
  }

  /** turndown works on a copy of what it is given; this tree is made for it alone. */
  cloneNode(): ContentNode {
    return this
  }
}
