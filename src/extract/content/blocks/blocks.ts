import { ClassHints, hintsIn } from "../../dom/fast/hint-bits.ts"
import { HiddenPart, type PageElement, type PageNode, type PageText } from "../../dom/node.ts"
import { isTable } from "../../dom/table-grid.ts"
import { hiddenStyle } from "../../rules/styles.ts"
import { tagTraits } from "../../rules/tag-traits.ts"
import {
  emphasisTags,
  inlineInBlocks,
  placeTags,
  proseTags,
  skippedButNoscript,
  skippedTags
} from "../../rules/tags.ts"
import { countCopies } from "./count-copies.ts"
import { measureText } from "./measure-text.ts"

/** Sums over an element and its descendants. */
export interface ContainerStats {
  words: number
  linkWords: number
  blocks: number
  /** Words in paragraphs and similar elements, the usual form of content. */
  proseWords: number
  /** Indices of its first and its last block. All blocks between them are its own. */
  first: number
  last: number
}

/** Place of a block: an element, with facts inherited from its ancestors. */
export interface Place {
  readonly element: PageElement
  /** Number of places before it in the page. */
  readonly index: number
  readonly parent: Place | undefined
  readonly depth: number
  /** 1 to 6 if the element is a heading, else 0. */
  readonly level: number
  /** Bits of landmark ancestors, see `landmarks`. */
  readonly landmarks: number
  /** Hint bits of this element, and of this element with its ancestors. */
  readonly ownHints: number
  readonly allHints: number
  readonly stats: ContainerStats
  /** Nearest ancestor of each kind that is kept or dropped as a whole. It may be this place. */
  readonly table: Place | undefined
  readonly code: Place | undefined
  readonly term: Place | undefined
  readonly item: Place | undefined
}

/** A unit of text: a paragraph, a heading, a table cell, the line of a list item. */
export interface Block {
  readonly place: Place
  readonly texts: Array<PageText>
  text: string
  /** Number of blocks with this text. */
  copies: number
  words: number
  linkWords: number
  /** Words inside emphasis, code and similar elements. */
  emphasis: number
}

/** The bit of each landmark tag. */
export const landmarks: ReadonlyMap<string, number> = new Map([...placeTags].map((tag, index) => [tag, 1 << index]))
/** The bit for hidden elements: hidden, aria-hidden, display:none. */
export const hiddenBit = 1 << placeTags.size

const roleTags: ReadonlyMap<string, string> = new Map(Object.entries({
  navigation: "nav",
  banner: "header",
  contentinfo: "footer",
  complementary: "aside",
  article: "article",
  main: "main",
  search: "form",
  form: "form",
  dialog: "dialog",
  alertdialog: "dialog",
  menu: "nav",
  menubar: "nav"
}))

/** A page with fewer words may have its content in `noscript` (some forum software). */
const minBodyWords = 40

/** Cuts the body into blocks. With hardly any text, `noscript` is read too. */
export const segment = (body: PageElement): ReadonlyArray<Block> => {
  const blocks = segmentWith(body, skipped)
  const isEnough = blocks.reduce((sum, { words }) => sum + words, 0) >= minBodyWords
  const wider = isEnough ? blocks : segmentWith(body, skippedIfWider)
  const longer = wider.length > blocks.length ? wider : blocks
  countCopies(longer)
  return longer
}

const skipped = 1
/** Skipped when `noscript` is read too. */
const skippedIfWider = 2
const inline = 4
const emphasized = 8

const traitsOf = tagTraits(
  [skipped, skippedTags],
  [skippedIfWider, skippedButNoscript],
  [inline, inlineInBlocks],
  [emphasized, emphasisTags]
)

/** Cuts the body in one walk, and sums up the blocks of each element. */
const segmentWith = (body: PageElement, skippedTrait: number): ReadonlyArray<Block> => {
  const walk = new BlockWalk(skippedTrait)
  walk.visit(body, walk.enter(body, undefined))
  walk.close()
  return walk.blocks
}

class BlockWalk {
  readonly blocks: Array<Block> = []
  private readonly skippedTrait: number
  private open: Block | undefined
  /** True while the text of the open block has only single spaces. */
  private isFolded = true
  private linkDepth = 0
  private emphasisDepth = 0
  private places = 0
  private readonly hints = new ClassHints()

  constructor(skippedTrait: number) {
    this.skippedTrait = skippedTrait
  }

  visit(element: PageElement, place: Place): void {
    for (let node: PageNode | null = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) this.text(node, place)
      else if (node.nodeType === 1) this.element(node, place)
      // The model knows pages with their hidden parts. It may choose them, but they are not in the tree.
      else if (node instanceof HiddenPart) this.element(node.element, place)
    }
  }

  close(): void {
    const { blocks, open } = this
    if (open !== undefined && open.words > 0) {
      open.text = (this.isFolded ? open.text : open.text.replace(/\s+/g, " ")).trim()
      credit(open, blocks.length)
      blocks.push(open)
    }
    this.open = undefined
    this.isFolded = true
  }

  private element(node: PageElement, place: Place): void {
    const traits = traitsOf.get(node.tag) ?? 0
    if ((traits & this.skippedTrait) !== 0) return
    if ((traits & inline) !== 0) return this.inline(node, place, (traits & emphasized) !== 0)
    this.close()
    this.visit(node, this.enter(node, place))
    this.close()
  }

  private inline(node: PageElement, place: Place, isEmphasis: boolean): void {
    if (node.tag === "br") this.space()
    const link = node.tag === "a" && node.has("href") ? 1 : 0
    const emphasis = isEmphasis ? 1 : 0
    this.linkDepth += link
    this.emphasisDepth += emphasis
    // A link around blocks (a whole card) is a place. A link inside a line is not.
    this.visit(node, link === 1 && holdsBlock(node) ? this.enter(node, place) : place)
    this.linkDepth -= link
    this.emphasisDepth -= emphasis
  }

  enter(element: PageElement, parent: Place | undefined): Place {
    return placeOf(element, parent, this.places++, this.hints)
  }

  private text(node: PageText, place: Place): void {
    // Most of the texts that begin with a space. They need not be measured.
    if (isIndentation(node.data)) return this.space()
    const measure = measureText(node.data)
    const { words } = measure
    if (words === 0) return this.space()
    let { open } = this
    if (open === undefined) {
      open = { place, texts: [node], text: node.data, copies: 1, words: 0, linkWords: 0, emphasis: 0 }
      this.open = open
      this.isFolded = measure.isFolded
    } else {
      // Only the last text node is checked. Reading the end of a growing string would copy all of it.
      this.isFolded &&= measure.isFolded &&
        !(node.data.startsWith(" ") && open.texts.at(-1)?.data.endsWith(" ") === true)
      open.texts.push(node)
      open.text += node.data
    }
    open.words += words
    if (this.linkDepth > 0) open.linkWords += words
    if (this.emphasisDepth > 0) open.emphasis += words
  }

  private space(): void {
    if (this.open === undefined) return
    this.open.text += " "
    this.isFolded = false
  }
}

/** Whether a text has only spaces, line breaks and control characters. */
const isIndentation = (text: string): boolean => {
  let at = 0
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++
  return at === text.length
}

const placeOf = (element: PageElement, parent: Place | undefined, index: number, hints: ClassHints): Place => {
  const { isHidden, own, role } = readAttributes(element, hints)
  const tag = (role === undefined ? undefined : roleTags.get(role)) ?? element.tag
  const place: Mutable<Place> = {
    element,
    index,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    level: headingLevels.get(element.tag) ?? 0,
    landmarks: (parent?.landmarks ?? 0) | (landmarks.get(tag) ?? 0) | (isHidden ? hiddenBit : 0),
    ownHints: own,
    allHints: parent === undefined ? 0 : parent.allHints | own,
    stats: { words: 0, linkWords: 0, blocks: 0, proseWords: 0, first: 0, last: 0 },
    table: parent?.table,
    code: parent?.code,
    term: parent?.term,
    item: parent?.item
  }
  const kind = wholes.get(element.tag) ?? (role !== undefined && isTable(element) ? "table" : undefined)
  if (kind !== undefined && (kind !== "item" || isList(parent))) place[kind] = place
  return place
}

const headingLevels: ReadonlyMap<string, number> = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]))

type Mutable<A> = { -readonly [key in keyof A]: A[key] }

const wholes: ReadonlyMap<string, "table" | "code" | "term" | "item"> = new Map([
  ["table", "table"],
  ["pre", "code"],
  ["dt", "term"],
  ["dd", "term"],
  ["li", "item"]
])

const isList = (place: Place | undefined): boolean => place?.element.tag === "ul" || place?.element.tag === "ol"

/** Reads all attributes of an element in one pass. */
const readAttributes = (element: PageElement, hints: ClassHints) => {
  let own = 0
  let role: string | undefined
  let isHidden = false
  for (const { name, value } of element.attrs) {
    if (name === "class") own |= hints.of(value)
    else if (name === "role") role ??= value
    else if (name === "hidden") isHidden = true
    else if (name === "aria-hidden") isHidden ||= value === "true"
    else if (name === "style") isHidden ||= hiddenStyle.test(value)
    else own |= hintsIn(name, value)
  }
  return { own, role, isHidden }
}

const holdsBlock = (element: PageElement): boolean => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 1 && !inlineInBlocks.has(node.tag) && !skippedTags.has(node.tag)) return true
  }
  return false
}

const credit = (block: Block, index: number): void => {
  const isProse = proseTags.has(block.place.element.tag) && block.words >= 8
  for (let place: Place | undefined = block.place; place !== undefined; place = place.parent) {
    const { stats } = place
    if (stats.blocks === 0) stats.first = index
    stats.last = index
    stats.words += block.words
    stats.linkWords += block.linkWords
    stats.blocks++
    if (isProse) stats.proseWords += block.words
  }
}

/** A list for a value of each place around the blocks, by its index. */
export const perPlace = <A>(blocks: ReadonlyArray<Block>): Array<A | undefined> => {
  const last = blocks.reduce((max, { place }) => Math.max(max, place.index), -1)
  const list: Array<A | undefined> = []
  while (list.length <= last) list.push(undefined)
  return list
}

export const rootOf = (place: Place): Place => {
  let root = place
  while (root.parent !== undefined) root = root.parent
  return root
}
