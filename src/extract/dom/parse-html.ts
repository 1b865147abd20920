import { html as spec, Parser, type ParserOptions, type Token } from "parse5"
import type { Warning } from "../../core/domain/document/Trace.ts"
import { voidTags } from "../rules/tags.ts"
import { flattenShadowRoots, placeStreamedParts } from "./moved-parts.ts"
import { PageElement, type PageNode } from "./node.ts"
import { RunTokenizer } from "./RunTokenizer.ts"
import type { ListedTag } from "./TagLists.ts"
import { type PageTree, treeAdapter } from "./tree-adapter.ts"
import { Utf8Text } from "./Utf8Text.ts"

export interface ParsedHtml {
  readonly document: PageElement
  readonly html: PageElement
  readonly head: PageElement
  readonly body: PageElement
  /** The elements with this tag in the document, in its order. */
  readonly tagged: (tag: ListedTag) => ReadonlyArray<PageElement>
  /** Without a doctype, classes and ids of selectors ignore case (Selectors 4 section 6.6). */
  readonly isQuirks: boolean
  /** Number of elements and texts. */
  readonly nodes: number
  readonly warnings: ReadonlyArray<Warning>
}

/** Browsers stop nesting at this depth too. */
const maxDepth = 512
/** For a page with its frames. */
export const maxNodes = 400_000

/**
 * Parses HTML by the WHATWG algorithm (parse5). Scripting is off, so `noscript` contains elements. A page that nests
 * too deep is flattened and a page that is too long is cut, each with a warning.
 */
export const parseHtml = (source: string | Utf8Text, limit = maxNodes): ParsedHtml => {
  const tree = treeAdapter(limit)
  const options: ParserOptions<PageTree> = { scriptingEnabled: false, treeAdapter: tree.adapter }
  const parser = new BoundedParser(options)
  const warnings: Array<Warning> = []
  // The whole source stays in memory, so dropping the part that was read would free nothing and restart searches.
  parser.tokenizer.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY
  parser.tokenizer.source = typeof source === "string" ? Utf8Text.of(source) : source
  try {
    parser.tokenizer.write(parser.tokenizer.source.chars, true)
  } catch (cause) {
    if (cause !== tree.overflow) throw cause
    warnings.push({
      code: "page_truncated",
      message: `The page has more than ${maxNodes} nodes; what follows is left out.`
    })
  }
  if (parser.flattened) {
    warnings.push({
      code: "page_flattened",
      message: `The page nests deeper than ${maxDepth} elements; what is deeper is flattened.`
    })
  }
  flattenShadowRoots(tree.shadowRoots, maxDepth)
  const document = parser.document
  if (tree.places.length > 0) placeStreamedParts(document, tree.places, maxDepth)
  const html = childOf(document, "html") ?? appended(document, "html")
  return {
    document,
    html,
    head: childOf(html, "head") ?? appended(html, "head"),
    body: childOf(html, "body") ?? childOf(html, "frameset") ?? appended(html, "body"),
    tagged: (tag) => tree.tagLists.in(document, tag),
    isQuirks: tree.adapter.getDocumentMode(document) === spec.DOCUMENT_MODE.QUIRKS,
    nodes: tree.nodes(),
    warnings
  }
}

/** parse5 searches the open elements at each start tag. A bound on the depth keeps parsing linear. */
class BoundedParser extends Parser<PageTree> {
  flattened = false
  override tokenizer = new RunTokenizer(this.options, this)
  private readonly ignored = new Map<number, number>()

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop >= maxDepth && !this.closesItself(token)) {
      this.flattened = true
      this.ignored.set(token.tagID, (this.ignored.get(token.tagID) ?? 0) + 1)
      return
    }
    super.onStartTag(token)
  }

  override onEndTag(token: Token.TagToken): void {
    const ignored = this.flattened ? this.ignored.get(token.tagID) ?? 0 : 0
    if (ignored > 0) this.ignored.set(token.tagID, ignored - 1)
    else super.onEndTag(token)
  }

  /** The slash of `<x/>` closes only SVG and MathML elements. Elsewhere the element stays open (HTML, 13.1.2.1). */
  private closesItself({ selfClosing, tagID }: Token.TagToken): boolean {
    return voidIds.has(tagID) || selfClosing && (this.tokenizer.inForeignNode || foreignRoots.has(tagID))
  }
}

const { TAG_ID } = spec
const voidIds: ReadonlySet<number> = new Set([...voidTags].map(spec.getTagID))
const foreignRoots: ReadonlySet<number> = new Set([TAG_ID.SVG, TAG_ID.MATH])

const childOf = (parent: PageElement, tag: string): PageElement | undefined => {
  for (let node: PageNode | null = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 1 && node.tag === tag) return node
  }
  return undefined
}

const appended = (parent: PageElement, tag: string): PageElement => {
  const made = new PageElement(tag, spec.NS.HTML, [])
  parent.append(made)
  return made
}
