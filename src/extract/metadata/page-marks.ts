import { linesOf } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import { firstByTag, fold, foldedText } from "../dom/walk.ts"
import * as rules from "../rules/metadata.ts"
import { apartTags, inlineTags, silentTags } from "../rules/tags.ts"
import { squash } from "./squash.ts"

/** An element that may name an author or a date. */
export interface Clue {
  readonly element: PageElement
  /** Its classes, id and properties. */
  readonly names: string
  /** Its text, one entry for each block. */
  readonly lines: ReadonlyArray<string>
}

/** What metadata is read from, collected in one walk in document order. */
export interface PageMarks {
  readonly metas: ReadonlyArray<PageElement>
  readonly links: ReadonlyArray<PageElement>
  readonly title: PageElement | undefined
  readonly headings: ReadonlyArray<PageElement>
  /** Smaller headings with the class of a headline. */
  readonly subheadings: ReadonlyArray<PageElement>
  readonly bylines: ReadonlyArray<Clue>
  readonly dates: ReadonlyArray<Clue>
  /** Short lines around and below the first h1. Without an h1, the first lines of the body. */
  readonly lines: ReadonlyArray<string>
  /** Top-level microdata items. */
  readonly items: ReadonlyArray<PageElement>
  /** Top-level RDFa resources. */
  readonly resources: ReadonlyArray<PageElement>
}

const maxClues = 60
const maxLines = 80
const linesAbove = 12
const longestLine = 110
const longestClue = 160
const maxNodes = 200
const longestNames = 400
const maxSearches = 100
const maxHeadings = 10

export const readMarks = (document: PageElement): PageMarks => {
  const walk = new MarkWalk()
  walk.visit(document, false)
  return walk
}

class MarkWalk implements PageMarks {
  readonly metas: Array<PageElement> = []
  readonly links: Array<PageElement> = []
  readonly headings: Array<PageElement> = []
  readonly subheadings: Array<PageElement> = []
  readonly bylines: Array<Clue> = []
  readonly dates: Array<Clue> = []
  readonly lines: Array<string> = []
  readonly items: Array<PageElement> = []
  readonly resources: Array<PageElement> = []
  title: PageElement | undefined
  private line = ""
  /** The number of open article elements. */
  private articles = 0
  /** The last lines before the first h1. */
  private readonly above: Array<string> = []
  private readonly kinds = new Map<string, Kind>()
  private searches = maxSearches
  private hasHeadline = false

  visit(parent: PageElement, isApart: boolean): void {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) this.addText(node.data, parent, isApart)
      else if (node.nodeType === 1) this.visitElement(node, isApart)
    }
  }

  private visitElement(element: PageElement, isApart: boolean): void {
    this.collect(element)
    if (element.tag !== "noscript" && element.tag !== "head" && silentTags.has(element.tag)) return
    const isBlock = !inlineTags.has(element.tag)
    if (isBlock) this.endLine()
    if (element.tag === "article") this.articles++
    this.visit(element, this.mark(element, isApart))
    if (element.tag === "article") this.articles--
    if (isBlock) this.endLine()
  }

  private collect(element: PageElement): void {
    switch (element.tag) {
      case "meta":
        this.metas.push(element)
        break
      case "link":
        this.links.push(element)
        break
      case "title":
        this.title ??= element.namespace.endsWith("svg") ? undefined : element
        break
      case "h2":
      case "h3":
        if (rules.headlineNames.test(element.attr("class") ?? "")) this.subheadings.push(element)
        break
      case "h1":
        // Lines far above the headline are a menu. It is the first h1, or a later one that is like the title.
        if (this.isHeadline(element)) {
          this.lines.splice(0, this.lines.length, ...this.above)
          this.above.length = 0
        }
        this.headings.push(element)
    }
  }

  /** Reads the names of an element. Returns whether the element is apart from the content of the page. */
  private mark(element: PageElement, isApart: boolean): boolean {
    // The footer of an article may have its author and date. The footer of a page may not.
    let apart = isApart || (apartTags.has(element.tag) && !(element.tag === "footer" && this.articles > 0))
    let isByline = false
    let isDateline = element.tag === "time"
    for (const { name, value } of element.attrs) {
      if (name === "itemscope") {
        if (!element.has("itemprop")) this.items.push(element)
      } else if (name === "typeof") {
        if (!element.has("property")) this.resources.push(element)
      } else if (apart) continue
      else if (naming.has(name)) {
        const kind = this.kindOf(value)
        apart = kind.isApart && !this.isPage(element)
        isByline ||= kind.isByline
        isDateline ||= kind.isDateline
      } else if (name === "rel") isByline ||= /(?:^|\s)author(?:\s|$)/.test(value)
      else if (name === "href") isByline ||= rules.authorPages.test(value)
    }
    if (apart) return true
    if (isByline) this.addClue(this.bylines, element)
    if (isDateline) this.addClue(this.dates, element)
    return false
  }

  /** An element with an h1 is the page itself, whatever its name. */
  private isPage(element: PageElement): boolean {
    return element.tag === "body" || (--this.searches >= 0 && firstByTag(element, "h1") !== undefined)
  }

  /** Results are remembered, because few names differ. */
  private kindOf(names: string): Kind {
    const known = this.kinds.get(names)
    if (known !== undefined) return known
    const kind = names.length > longestNames ? plainKind : {
      isApart: rules.apartNames.test(names),
      isByline: rules.bylineNames.test(names) && !rules.notBylineNames.test(names),
      isDateline: rules.datelineNames.test(names)
    }
    this.kinds.set(names, kind)
    return kind
  }

  private addClue(clues: Array<Clue>, element: PageElement): void {
    if (clues.length >= maxClues) return
    const { isWhole, lines } = linesOf(element, longestClue, maxNodes)
    if (isWhole) clues.push({ element, names: namesOf(element), lines })
  }

  /** Whether this h1 is the first, or the first with most of the title of the page. */
  private isHeadline(heading: PageElement): boolean {
    if (this.hasHeadline || this.headings.length > maxHeadings) return false
    const title = squash(this.title === undefined ? "" : foldedText(this.title))
    const said = squash(linesOf(heading, longestClue, maxNodes).lines.join(" "))
    this.hasHeadline = said.length * 2 >= title.length && title.includes(said)
    return this.hasHeadline || this.headings.length === 0
  }

  private addText(text: string, parent: PageElement, isApart: boolean): void {
    if (isApart || parent.tag === "title") return
    if ((this.lines.length < maxLines || !this.hasHeadline) && this.line.length <= longestLine) {
      this.line += text
    }
  }

  private endLine(): void {
    if (this.line === "") return
    const line = fold(this.line)
    this.line = ""
    if (line === "" || line.length > longestLine) return
    if (this.lines.length < maxLines) this.lines.push(line)
    if (!this.hasHeadline && this.above.push(line) > linesAbove) this.above.shift()
  }
}

interface Kind {
  readonly isApart: boolean
  readonly isByline: boolean
  readonly isDateline: boolean
}

const plainKind: Kind = { isApart: false, isByline: false, isDateline: false }

const namesOf = (element: PageElement): string =>
  element.attrs.filter(({ name }) => naming.has(name)).map(({ value }) => value).join(" ")

const naming: ReadonlySet<string> = new Set(["class", "id", "itemprop", "property", "data-testid", "data-qa"])
