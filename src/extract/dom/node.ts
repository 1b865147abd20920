/**
 * Tree of the page, built by parse5 and read by every stage: the part of the DOM that the stages need. With linkedom's
 * nodes, parsing takes twice as long (35 ms instead of 17 ms for real pages of 300 kB), because its attributes are
 * nodes and each insertion runs the algorithms of the DOM.
 */
export interface Attribute {
  name: string
  value: string
  /** Namespace of `xmlns` and `xlink:href` in SVG and MathML; the name is then the local one. */
  namespace?: string
}

export type PageNode = PageElement | PageText | PageComment

abstract class BaseNode {
  parentNode: PageElement | null = null
  previousSibling: PageNode | null = null
  nextSibling: PageNode | null = null
}

export class PageText extends BaseNode {
  readonly nodeType = 3 as const
  data: string

  constructor(data: string) {
    super()
    this.data = data
  }
}

export class PageComment extends BaseNode {
  readonly nodeType = 8 as const
  readonly data: string

  constructor(data: string) {
    super()
    this.data = data
  }
}

/** An element, a document (`#document`) or a fragment (`#fragment`). */
export class PageElement extends BaseNode {
  readonly nodeType = 1 as const
  /** Tag, in lower case for HTML elements. */
  readonly tag: string
  readonly namespace: string
  attrs: Array<Attribute>
  firstChild: PageNode | null = null
  lastChild: PageNode | null = null
  /** The contents of a template. They are not part of the text of the page. */
  content: PageElement | undefined

  constructor(tag: string, namespace: string, attrs: Array<Attribute>) {
    super()
    this.tag = tag
    this.namespace = namespace
    this.attrs = attrs
  }

  /** Value of the attribute, or undefined. */
  attr(name: string): string | undefined {
    for (const attribute of this.attrs) if (attribute.name === name) return attribute.value
    return undefined
  }

  has(name: string): boolean {
    return this.attr(name) !== undefined
  }

  append(node: PageNode): void {
    node.parentNode = this
    node.previousSibling = this.lastChild
    node.nextSibling = null
    if (this.lastChild === null) this.firstChild = node
    else this.lastChild.nextSibling = node
    this.lastChild = node
  }

  insertBefore(node: PageNode, reference: PageNode): void {
    node.parentNode = this
    node.previousSibling = reference.previousSibling
    node.nextSibling = reference
    if (reference.previousSibling === null) this.firstChild = node
    else reference.previousSibling.nextSibling = node
    reference.previousSibling = node
  }
}

/** Takes the place of an element that no reader sees. Its links are still links of the page. */
export class HiddenPart extends PageComment {
  readonly element: PageElement

  constructor(element: PageElement) {
    super("")
    this.element = element
  }
}

export const detach = (node: PageNode): void => {
  const parent = node.parentNode
  if (parent === null) return
  if (node.previousSibling === null) parent.firstChild = node.nextSibling
  else node.previousSibling.nextSibling = node.nextSibling
  if (node.nextSibling === null) parent.lastChild = node.previousSibling
  else node.nextSibling.previousSibling = node.previousSibling
  node.parentNode = null
  node.previousSibling = null
  node.nextSibling = null
}
