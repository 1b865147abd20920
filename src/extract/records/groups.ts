import type { PageElement } from "../dom/node.ts"
import { isDataTable, tableGrid } from "../dom/table-grid.ts"
import type { Selection } from "../Page.ts"
import { tagTraits } from "../rules/tag-traits.ts"
import { entryTags, headingTags, recordlessTags } from "../rules/tags.ts"

/** Elements of one shape in parents of one shape, each like an entry of a list. */
export interface EntryGroup {
  readonly members: ReadonlyArray<Member>
  readonly characters: number
  /** Its share of the text of the page. */
  readonly share: number
  /** Weight as a list: text, headings, pictures, and its share of the content. */
  readonly weight: number
  /** Most of its members have a heading or a picture. */
  readonly isShown: boolean
  /** Entries of the same shape elsewhere on the page; none where the shape is only a tag. */
  readonly others: () => ReadonlyArray<Member>
}

export interface Member {
  readonly element: PageElement
  /** Index in document order. */
  readonly order: number
}

/** A possible member, with sums over its descendants. */
interface GroupEntry extends Member {
  readonly characters: number
  readonly linkCharacters: number
  readonly links: number
  readonly headings: number
  readonly images: number
}

const minMembers = 3
/** Min share of entries among the members. */
const minEntryShare = 0.7
const minTextLength = 15
const maxText = 300
/** Weight of text outside the chosen content. Not 0, because that choice is about text, and cards have little. */
const besideContent = 0.6

export const repeatedGroups = (body: PageElement, selection: Selection): ReadonlyArray<EntryGroup> => {
  const walk = new GroupWalk()
  walk.visit(body, 0, 0)
  return walk.groups(selection)
}

/**
 * Finds elements in parents of one shape, and sums up their descendants, in one walk. It has running totals; the sum of
 * an element is the difference between its end and its start.
 */
class GroupWalk {
  private readonly alike = new Map<number, Array<GroupEntry>>()
  /** Keys of `alike` by shape. */
  private readonly places = new Map<number, Array<number>>()
  private readonly shapes = new EntryShapes()
  /** Shapes of the element that is visited and of those around it by depth. 0 until one is asked for. */
  private readonly open: Array<number> = [0]
  private order = 0
  private characters = 0
  private linkCharacters = 0
  private links = 0
  private headings = 0
  private images = 0

  visit(element: PageElement, depth: number, traits: number): void {
    const order = this.order++
    const { characters, headings, images, linkCharacters, links } = this
    this.open[depth + 1] = 0
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) this.characters += trimmedLength(node.data)
      else if (node.nodeType === 1) {
        const inner = traitsOf(node.tag)
        if (!hasNoEntries(node, inner)) this.visit(node, depth + 1, inner)
      }
    }
    if ((traits & link) !== 0 && element.has("href")) {
      this.links++
      this.linkCharacters = linkCharacters + this.characters - characters
    } else if ((traits & image) !== 0) this.images++
    else if ((traits & heading) !== 0) this.headings++
    if (this.characters === characters || (traits & entryLike) === 0) return
    const entry: GroupEntry = {
      element,
      order,
      characters: this.characters - characters,
      linkCharacters: this.linkCharacters - linkCharacters,
      links: this.links - links,
      headings: this.headings - headings,
      images: this.images - images
    }
    const parentShape = element.parentNode === null ? 0 : this.open[depth] ||= this.shapes.of(element.parentNode)
    const shape = this.open[depth + 1] ||= this.shapes.of(element)
    // Exact for up to 131,071 shapes.
    const place = (depth * 2 ** 17 + parentShape) * 2 ** 17 + shape
    const others = this.alike.get(place)
    if (others !== undefined) {
      others.push(entry)
      return
    }
    this.alike.set(place, [entry])
    const places = this.places.get(shape)
    if (places === undefined) this.places.set(shape, [place])
    else places.push(place)
  }

  groups(selection: Selection): ReadonlyArray<EntryGroup> {
    const found: Array<EntryGroup> = []
    for (const [place, elements] of this.alike) {
      if (elements.length < minMembers) continue
      const entries = elements.filter(isEntry)
      if (entries.length >= minMembers && entries.length >= elements.length * minEntryShare) {
        found.push(groupOf(entries, selection, this.characters, () => this.sameShape(place)))
      }
    }
    return found
  }

  private sameShape(place: number): ReadonlyArray<GroupEntry> {
    const shape = place % 2 ** 17
    if (!this.shapes.isSpecific(shape)) return []
    return (this.places.get(shape) ?? []).filter((other) => other !== place)
      .flatMap((other) => this.alike.get(other) ?? []).filter(isEntry)
  }
}

const groupOf = (
  members: ReadonlyArray<GroupEntry>,
  selection: Selection,
  allCharacters: number,
  others: EntryGroup["others"]
): EntryGroup => {
  let characters = 0
  let weight = 0
  let shown = 0
  for (const member of members) {
    characters += member.characters
    if (member.headings + member.images > 0) shown++
    const looks = 1 + (member.headings > 0 ? 0.5 : 0) + (member.images > 0 ? 0.5 : 0)
    weight += Math.min(maxText, member.characters) * looks * (selection.isDropped(member.element) ? besideContent : 1)
  }
  const isShown = shown >= members.length * minEntryShare
  return { members, characters, share: characters / allCharacters, weight, isShown, others }
}

/** A card, a row or a post: more than a short link, less than a page. */
const isEntry = ({ characters, element, headings, images, linkCharacters, links }: GroupEntry): boolean => {
  if (links + images === 0 || (characters < minTextLength && images + headings === 0)) return false
  if (headings > 0 || images > 0) return true
  return element.tag === "article" || characters - linkCharacters > minTextLength || characters >= minTextLength * 2
}

const link = 1
const image = 2
const heading = 4
const entryLike = 8
const recordless = 16

const traitsByTag = tagTraits(
  [link, ["a"]],
  [image, ["img"]],
  [heading, headingTags],
  [entryLike, entryTags],
  [recordless, recordlessTags]
)

const traitsOf = (tag: string): number => traitsByTag.get(tag) ?? (tag.includes("-") ? entryLike : 0)

/**
 * Elements without entries: the surroundings of the page, and tables with a header, which are read as tables. A header
 * within an article may have entries.
 */
const hasNoEntries = (element: PageElement, traits: number): boolean =>
  (traits & recordless) !== 0 || element.has("hidden") ||
  (element.tag === "header" && element.parentNode?.tag === "body") ||
  (element.tag === "table" && isDataTable(element) && tableGrid(element).headerRows > 0)

/**
 * Numbers for shapes: the tag and the first class without numbers, so `post-12` and `post-13` have one shape. Class
 * lists repeat, so each is parsed once.
 */
class EntryShapes {
  private readonly numbers = new Map<string, number>()
  private readonly byTag = new Map<string, Map<string, number>>()
  private readonly specific = new Set<number>()

  of(element: PageElement): number {
    // An article is an entry like the others, whatever its classes.
    const names = element.tag === "article" ? "" : element.attr("class") ?? ""
    let known = this.byTag.get(element.tag)
    if (known === undefined) this.byTag.set(element.tag, known = new Map())
    let number = known.get(names)
    if (number === undefined) known.set(names, number = this.numberOf(`${element.tag}.${firstName(names)}`))
    return number
  }

  private numberOf(shape: string): number {
    const number = this.numbers.get(shape) ?? this.numbers.size + 1
    this.numbers.set(shape, number)
    if (!shape.endsWith(".") || shape === "article.") this.specific.add(number)
    return number
  }

  /** Whether it is more than a tag. */
  isSpecific(shape: number): boolean {
    return this.specific.has(shape)
  }
}

const firstName = (names: string): string => {
  for (const [name] of names.matchAll(/\S+/g)) if (!places.test(name)) return name.replace(/\d+/g, "")
  return ""
}

/** Classes for the place in a list. */
const places = /^(?:odd|even|first|last|alt)$/i

/** The length without white space at both ends. Most texts have none there, and need no new string. */
const trimmedLength = (text: string): number =>
  isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text.length : text.trim().length

const isInk = (code: number): boolean => code > 0x20 && code < 0x7f
