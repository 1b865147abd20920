import type { PageElement } from "../dom/node.ts"
import { silentTags } from "../dom/walk.ts"
import { isDataTable, tableGrid } from "../media/table-grid.ts"
import type { Selection } from "../Page.ts"

/** Elements of one shape in places of one shape, each like an entry of a list. */
export interface Group {
  readonly members: ReadonlyArray<Member>
  readonly characters: number
  /** How much of a list it is: text, headings, pictures, and how much of it is content. */
  readonly weight: number
  /** Most of its members have a heading or a picture. */
  readonly isShown: boolean
}

export interface Member {
  readonly element: PageElement
  /** Its place in the order of the document. */
  readonly order: number
}

/** What an element holds, itself included. */
interface Holdings {
  characters: number
  linkCharacters: number
  links: number
  headings: number
  images: number
}

const fewest = 3
/** Of the members so many must be entries. */
const mostly = 0.7
const shortestText = 15
const mostText = 300
/** What the choice of content left out weighs less: that choice is about text, and cards have little. */
const besideContent = 0.6

export const repeatedGroups = (body: PageElement, selection: Selection): ReadonlyArray<Group> => {
  const walk = new GroupWalk()
  walk.visit(body, 0)
  return walk.groups(selection)
}

/** One walk: what every element holds, and which elements stand in places of one shape. */
class GroupWalk {
  private readonly holdings = new Map<PageElement, Holdings>()
  private readonly alike = new Map<string, Array<Member>>()
  private order = 0

  visit(element: PageElement, depth: number): Holdings {
    const order = this.order++
    const own: Holdings = { characters: 0, linkCharacters: 0, links: 0, headings: 0, images: 0 }
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) own.characters += node.data.trim().length
      else if (node.nodeType === 1 && !isOutside(node)) add(own, this.visit(node, depth + 1))
    }
    if (element.tag === "a" && element.has("href")) {
      own.links++
      own.linkCharacters = own.characters
    }
    if (headings.has(element.tag)) own.headings++
    if (element.tag === "img") own.images++
    this.holdings.set(element, own)
    if (own.characters > 0 && isEntryTag(element.tag) && element.parentNode !== null) {
      const place = `${depth} ${shapeOf(element.parentNode)} ${shapeOf(element)}`
      const others = this.alike.get(place)
      if (others === undefined) this.alike.set(place, [{ element, order }])
      else others.push({ element, order })
    }
    return own
  }

  groups(selection: Selection): ReadonlyArray<Group> {
    const found: Array<Group> = []
    for (const elements of this.alike.values()) {
      if (elements.length < fewest) continue
      const entries = elements.filter(({ element }) => this.isEntry(element))
      if (entries.length < fewest || entries.length < elements.length * mostly) continue
      found.push(this.groupOf(entries, selection))
    }
    return found
  }

  private groupOf(members: ReadonlyArray<Member>, selection: Selection): Group {
    let characters = 0
    let weight = 0
    let shown = 0
    for (const { element } of members) {
      const held = this.of(element)
      characters += held.characters
      if (held.headings + held.images > 0) shown++
      const looks = 1 + (held.headings > 0 ? 0.5 : 0) + (held.images > 0 ? 0.5 : 0)
      weight += Math.min(mostText, held.characters) * looks * (selection.isDropped(element) ? besideContent : 1)
    }
    return { members, characters, weight, isShown: shown >= members.length * mostly }
  }

  /** A card, a row, a post: more than a bare short link, less than a page. */
  private isEntry(element: PageElement): boolean {
    const { characters, headings, images, linkCharacters, links } = this.of(element)
    if (links + images === 0 || (characters < shortestText && images + headings === 0)) return false
    if (headings > 0 || images > 0) return true
    return element.tag === "article" || characters - linkCharacters > shortestText || characters >= shortestText * 2
  }

  private of(element: PageElement): Holdings {
    return this.holdings.get(element) ?? { characters: 0, linkCharacters: 0, links: 0, headings: 0, images: 0 }
  }
}

const add = (to: Holdings, from: Holdings): void => {
  to.characters += from.characters
  to.linkCharacters += from.linkCharacters
  to.links += from.links
  to.headings += from.headings
  to.images += from.images
}

const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"])
const entryTags: ReadonlySet<string> = new Set("div li article section a tr figure dl details".split(" "))
const isEntryTag = (tag: string): boolean => entryTags.has(tag) || tag.includes("-")
const surroundings: ReadonlySet<string> = new Set(["nav", "footer", "header", "aside", "dialog", "form", "select"])

/** What lists nothing of the page's own: its surroundings, and tables with a header, which are read as tables. A header within an article is its own. */
const isOutside = (element: PageElement): boolean =>
  (silentTags.has(element.tag) && element.tag !== "noscript") || element.has("hidden") ||
  (surroundings.has(element.tag) && !(element.tag === "header" || element.tag === "form")) ||
  (element.tag === "header" && element.parentNode?.tag === "body") ||
  (element.tag === "table" && isDataTable(element) && tableGrid(element).headerRows > 0)

/** Tag and first class, numbers aside: `post-12` and `post-13` are of one shape. */
const shapeOf = (element: PageElement): string => {
  const names = element.attr("class")?.trim() ?? ""
  const end = names.search(/\s/)
  return `${element.tag}.${(end < 0 ? names : names.slice(0, end)).replace(/\d+/g, "")}`
}
