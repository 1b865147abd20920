import { html as spec, type TreeAdapter, type TreeAdapterTypeMap } from "parse5"
import { declaresShadowRoot, isPlaceOfStreamed } from "./moved-parts.ts"
import { type Attribute, detach, PageComment, PageElement, type PageNode, PageText } from "./node.ts"
import { TagLists } from "./TagLists.ts"

export type PageTree = TreeAdapterTypeMap<
  PageNode,
  PageElement,
  PageNode,
  PageElement,
  PageElement,
  PageElement,
  PageComment,
  PageText,
  PageElement,
  PageComment
>

export interface PageTreeBuilder {
  readonly adapter: TreeAdapter<PageTree>
  /** Thrown if there are too many nodes. */
  readonly overflow: Error
  /** Elements and texts so far. */
  readonly nodes: () => number
  /** The templates that declare a shadow root, in document order. */
  readonly shadowRoots: ReadonlyArray<PageElement>
  /** The templates that hold the place of a streamed part. */
  readonly places: ReadonlyArray<PageElement>
  readonly tagLists: TagLists
}

/** parse5's tree adapter for the nodes of this tree, with at most `maxNodes`. */
export const treeAdapter = (
  maxNodes: number
): PageTreeBuilder => {
  const overflow = new Error("too many nodes")
  const shadowRoots: Array<PageElement> = []
  const places: Array<PageElement> = []
  const tagLists = new TagLists()
  const adopted = new WeakMap<PageElement, Set<string>>()
  const templates = new WeakMap<PageElement, PageElement>()
  let nodes = 0
  let mode: spec.DOCUMENT_MODE = spec.DOCUMENT_MODE.NO_QUIRKS
  const count = () => {
    if (++nodes > maxNodes) throw overflow
  }
  const insertText = (parent: PageElement, text: string, before: PageNode | null) => {
    const previous = before === null ? parent.lastChild : before.previousSibling
    if (previous?.nodeType === 3) {
      previous.data += text
      return
    }
    count()
    if (before === null) parent.append(new PageText(text))
    else parent.insertBefore(new PageText(text), before)
  }
  const adapter: TreeAdapter<PageTree> = {
    ...reading,
    createElement: (tag, namespace, attrs) => {
      count()
      const element = new PageElement(tag, namespace, attrs as Array<Attribute>)
      tagLists.add(element)
      return element
    },
    insertBefore: (parent, node, reference) => {
      tagLists.isInOrder = false
      parent.insertBefore(node, reference)
    },
    setTemplateContent: (template, content) => {
      template.content = content
      templates.set(template, content)
      const isPlace = isPlaceOfStreamed(template)
      if (isPlace) places.push(template)
      else if (declaresShadowRoot(template)) shadowRoots.push(template)
      else return
      tagLists.isInOrder = false
    },
    getTemplateContent: (template) => templates.get(template) ?? template,
    setDocumentMode: (_, value) => (mode = value),
    getDocumentMode: () => mode,
    detachNode: (node) => {
      tagLists.isInOrder = false
      detach(node)
    },
    insertText: (parent, text) => insertText(parent, text, null),
    insertTextBefore: (parent, text, reference) => insertText(parent, text, reference),
    adoptAttributes: (recipient, attrs) => {
      // A page may repeat <html> and <body> thousands of times, so names are looked up in a set.
      const names = adopted.get(recipient) ?? new Set(recipient.attrs.map(({ name }) => name))
      adopted.set(recipient, names)
      for (const attribute of attrs) {
        if (names.has(attribute.name)) continue
        names.add(attribute.name)
        recipient.attrs.push({ ...attribute })
      }
    }
  }
  return { adapter, overflow, nodes: () => nodes, shadowRoots, places, tagLists }
}

/** The part of the adapter that reads nodes, and that makes and joins those that are not counted. */
const reading = {
  createDocument: () => new PageElement("#document", "", []),
  createDocumentFragment: () => new PageElement("#fragment", "", []),
  createCommentNode: (data) => new PageComment(data),
  createTextNode: (data) => new PageText(data),
  appendChild: (parent, node) => parent.append(node),
  setDocumentType: () => undefined,
  getFirstChild: (node) => node.firstChild,
  getChildNodes: (node) => {
    const list: Array<PageNode> = []
    for (let child = node.firstChild; child !== null; child = child.nextSibling) list.push(child)
    return list
  },
  getParentNode: (node) => node.parentNode,
  getAttrList: (element) => element.attrs,
  getTagName: (element) => element.tag,
  getNamespaceURI: (element) => element.namespace as spec.NS,
  getTextNodeContent: (node) => node.data,
  getCommentNodeContent: (node) => node.data,
  getDocumentTypeNodeName: () => "html",
  getDocumentTypeNodePublicId: () => "",
  getDocumentTypeNodeSystemId: () => "",
  isTextNode: (node): node is PageText => node.nodeType === 3,
  isCommentNode: (node): node is PageComment => node.nodeType === 8,
  // The tree has no doctypes.
  isDocumentTypeNode: (_node): _node is PageComment => false,
  isElementNode: (node): node is PageElement => node.nodeType === 1,
  setNodeSourceCodeLocation: () => undefined,
  getNodeSourceCodeLocation: () => undefined,
  updateNodeSourceCodeLocation: () => undefined
} satisfies Partial<TreeAdapter<PageTree>>
