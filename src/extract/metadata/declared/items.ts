import { lineText } from "../../dom/lines.ts"
import type { PageElement } from "../../dom/node.ts"
import { withoutSpelled } from "../../dom/without-invisible.ts"

/** A thing described in the markup: `@type`, `@id` if it has one, and its properties by name. */
export type Item = { readonly [key: string]: unknown }

export type ItemValue = string | Item

/** Syntax of items, properties and values. */
export interface ItemSyntax {
  readonly isItem: (element: PageElement) => boolean
  /** The attribute with the names of a property. */
  readonly property: string
  readonly type: (element: PageElement) => string
  readonly id: (element: PageElement) => string
  readonly value: (element: PageElement, base: URL) => ItemValue
}

const maxItems = 200
const maxDepth = 6
/** Max names of an element. Each gets the whole value. */
const maxNames = 20
const none: ReadonlyArray<string> = []
/** Max elements read through references, because many items may refer to one element or to their own ancestors. */
const maxElements = 300_000

/** Reads items from the elements that start them. */
export class ItemReader {
  private readonly syntax: ItemSyntax
  private readonly base: URL
  private readonly referred: (element: PageElement) => ReadonlyArray<PageElement>
  private left = maxElements

  constructor(
    syntax: ItemSyntax,
    base: URL,
    referred: (element: PageElement) => ReadonlyArray<PageElement> = () => []
  ) {
    this.syntax = syntax
    this.base = base
    this.referred = referred
  }

  read(starts: ReadonlyArray<PageElement>): ReadonlyArray<Item> {
    return starts.slice(0, maxItems).map((element) => this.itemOf(element, 0))
  }

  private itemOf(element: PageElement, depth: number): Item {
    const id = this.syntax.id(element)
    const item: Record<string, unknown> = { "@type": this.syntax.type(element), ...(id === "" ? {} : { "@id": id }) }
    if (depth >= maxDepth) return item
    this.collect(element, item, depth)
    for (const other of this.referred(element)) this.take(other, item, depth)
    return item
  }

  private collect(parent: PageElement, item: Record<string, unknown>, depth: number): void {
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === 1) this.take(child, item, depth)
    }
  }

  private take(element: PageElement, item: Record<string, unknown>, depth: number): void {
    if (--this.left < 0) return
    const isItem = this.syntax.isItem(element)
    const names = this.namesOf(element)
    if (names.length > 0) {
      const value = isItem ? this.itemOf(element, depth + 1) : this.syntax.value(element, this.base)
      for (const name of names) add(item, name, value)
    }
    if (!isItem) this.collect(element, item, depth)
  }

  private namesOf(element: PageElement): ReadonlyArray<string> {
    const names = element.attr(this.syntax.property)
    return names === undefined
      ? none
      : tokens(names).map(localName).slice(0, maxNames).filter((name) => name !== "" && name !== "__proto__")
  }
}

/** The list grows in place, because a page may repeat one name very often. */
const add = (item: Record<string, unknown>, name: string, value: ItemValue): void => {
  const known = Object.hasOwn(item, name) ? item[name] : undefined
  if (Array.isArray(known)) known.push(value)
  else item[name] = known === undefined ? value : [known, value]
}

/** A space-separated attribute. */
export const tokens = (text: string | undefined): ReadonlyArray<string> => text?.trim().split(/\s+/) ?? none

/** A name without its vocabulary's address or prefix. */
export const localName = (name: string): string => name.replace(/^.*[/#:]/, "")

const addressOf: ReadonlyMap<string, string> = new Map(Object.entries({
  a: "href",
  area: "href",
  link: "href",
  img: "src",
  audio: "src",
  embed: "src",
  iframe: "src",
  source: "src",
  track: "src",
  video: "src",
  object: "data"
}))

/** The absolute address in an element, or undefined. */
export const urlValue = (element: PageElement, base: URL): string | undefined => {
  const address = element.attr(addressOf.get(element.tag) ?? "")
  return address === undefined ? undefined : URL.parse(address, base)?.href ?? address
}

/** The value that an element declares in an attribute. */
export const contentOf = (element: PageElement): string | undefined => {
  const content = element.attr("content")?.trim()
  return content === undefined ? undefined : withoutSpelled(content)
}

/** The value of an element as data, else its text. */
export const valueOf = (element: PageElement): string =>
  element.attr("datetime") ??
    (element.tag === "data" || element.tag === "meter" ? element.attr("value") : undefined) ?? lineText(element)
