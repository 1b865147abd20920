import { NameBits } from "../dom/fast/NameBits.ts"
import { linesOf } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { fold, foldedText, isBlank } from "../dom/walk.ts"
import * as rules from "../rules/metadata.ts"
import { tagTraits } from "../rules/tag-traits.ts"
import { factTags, inlineTags, outsideTags, silentInFacts } from "../rules/tags.ts"
import { lettersAndDigits } from "./letters-and-digits.ts"

/** An element that may name an author or a date. */
export interface Clue {
  readonly element: PageElement
  /** Its classes, id and properties. */
  readonly names: string
  /** Its text, one entry for each block. */
  readonly lines: ReadonlyArray<string>
}

/** Sources of metadata, collected in one walk in document order. */
export interface PageMarks {
  readonly metas: ReadonlyArray<PageElement>
  readonly links: ReadonlyArray<PageElement>
  readonly title: PageElement | undefined
  readonly headings: ReadonlyArray<PageElement>
  /** Headings of the second and the third level. */
  readonly subheadings: ReadonlyArray<PageElement>
  readonly bylines: ReadonlyArray<Clue>
  /** Boxes about an author, each with its first lines. */
  readonly authorBoxes: ReadonlyArray<Clue>
  readonly dates: ReadonlyArray<Clue>
  /** Dates in boxes beside the content. */
  readonly besideDates: ReadonlyArray<Clue>
  /** Short lines around and below the first h1. Without an h1, the first lines of the body. */
  readonly lines: ReadonlyArray<string>
  /** Top-level microdata items. */
  readonly items: ReadonlyArray<PageElement>
  /** Top-level RDFa resources. */
  readonly resources: ReadonlyArray<PageElement>
}

const maxClues = 60
const maxBoxes = 10
const maxLines = 80
const linesAbove = 12
const maxLineLength = 110
const maxClueLength = 160
const maxNodes = 200
const maxNamesLength = 400
const maxHeadings = 10
/** Max unfolded lines before a headline. */
const maxUnfolded = 500

export const readMarks = (html: ParsedHtml): PageMarks => {
  const walk = new MarkWalk(html)
  walk.visit(html.document, false)
  return walk
}

class MarkWalk implements PageMarks {
  readonly metas: Array<PageElement> = []
  readonly links: Array<PageElement> = []
  readonly headings: Array<PageElement> = []
  readonly subheadings: Array<PageElement> = []
  readonly bylines: Array<Clue> = []
  readonly authorBoxes: Array<Clue> = []
  readonly dates: Array<Clue> = []
  readonly besideDates: Array<Clue> = []
  readonly lines: Array<string> = []
  readonly items: Array<PageElement> = []
  readonly resources: Array<PageElement> = []
  title: PageElement | undefined
  private line = ""
  /** The outermost open element beside the content, such as a sidebar. */
  private besideBox: PageElement | undefined
  /** The number of open article elements. */
  private articles = 0
  /**
   * Text of lines before the headline, folded only if a headline follows them. Few pages have one after this many
   * lines.
   */
  private above: Array<string> = []
  private hasHeadline = false
  private readonly html: ParsedHtml
  private boxes: ReadonlySet<PageElement> | undefined

  constructor(html: ParsedHtml) {
    this.html = html
  }

  visit(parent: PageElement, isApart: boolean): void {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) this.addText(node.data, parent, isApart)
      else if (node.nodeType === 1) this.visitElement(node, isApart)
    }
  }

  private visitElement(element: PageElement, isApart: boolean): void {
    const traits = traitsOf.get(element.tag) ?? 0
    if ((traits & collected) !== 0) this.collect(element)
    if ((traits & silent) !== 0) return
    const isBlock = (traits & inline) === 0
    if (isBlock) this.endLine()
    const isArticle = (traits & article) !== 0
    if (isArticle) this.articles++
    if (this.besideBox !== undefined) this.markBeside(element)
    this.visit(element, this.mark(element, isApart, traits))
    if (this.besideBox === element) this.besideBox = undefined
    if (isArticle) this.articles--
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
        this.subheadings.push(element)
        break
      case "h1":
        // Lines far above the headline are a menu. It is the first h1, or a later one that is like the title.
        if (this.isHeadline(element)) {
          this.lines.splice(0, this.lines.length, ...lastLines(this.above))
          this.above = []
        }
        this.headings.push(element)
    }
  }

  /** Reads the names of an element. Returns whether the element is apart from the content of the page. */
  private mark(element: PageElement, isApart: boolean, traits: number): boolean {
    // The footer of an article may have its author and date. The footer of a page may not.
    let apart = isApart || ((traits & outside) !== 0 && !(element.tag === "footer" && this.articles > 0))
    let isByline = false
    let isBox = false
    let isDateline = element.tag === "time"
    for (const { name, value } of element.attrs) {
      const role = roles.get(name)
      if (role === undefined) continue
      if (role === "item") {
        if (!element.has("itemprop")) this.items.push(element)
      } else if (role === "resource") {
        if (!element.has("property")) this.resources.push(element)
      } else if (apart) {
        if (name === "itemprop" && value === "datePublished") this.addClue(this.besideDates, element)
      } else if (role === "names") {
        const kind = value.length > maxNamesLength ? 0 : kinds.of(value)
        apart = (kind & apartKind) !== 0 && !this.isPage(element)
        isByline ||= (kind & (bylineKind | notBylineKind)) === bylineKind
        isBox ||= (kind & bylineKind) !== 0
        isDateline ||= (kind & datelineKind) !== 0
      } else isByline ||= role === "rel" ? /(?:^|\s)author(?:\s|$)/.test(value) : rules.authorPages.test(value)
    }
    if (apart) {
      if (!isApart && (element.tag === "aside" || rules.besideNames.test(element.attr("class") ?? ""))) {
        this.besideBox = element
      }
      return true
    }
    if (isByline || isBox) this.addByline(element, isByline)
    if (isDateline) this.addClue(this.dates, element)
    return false
  }

  private markBeside(element: PageElement): void {
    const kind = kinds.of((element.attr("class") ?? "").slice(0, maxNamesLength))
    if (element.tag === "time" || (kind & datelineKind) !== 0) this.addClue(this.besideDates, element)
  }

  /** An element with an h1 is the page itself, whatever its name. */
  private isPage(element: PageElement): boolean {
    if (element.tag === "body") return true
    this.boxes ??= boxesOf(this.html.tagged("h1"))
    return this.boxes.has(element)
  }

  private addClue(clues: Array<Clue>, element: PageElement): void {
    if (clues.length >= maxClues) return
    const { isWhole, lines } = linesOf(element, maxClueLength, maxNodes)
    if (isWhole) clues.push({ element, names: namesOf(element), lines })
  }

  /** Longer text than that of a byline is a box about the author. */
  private addByline(element: PageElement, isByline: boolean): void {
    if (this.bylines.length >= maxClues) return
    const { isWhole, lines } = linesOf(element, maxClueLength, maxNodes)
    const names = namesOf(element)
    if (!isWhole && this.authorBoxes.length < maxBoxes) this.authorBoxes.push({ element, names, lines })
    if (isWhole && isByline) this.bylines.push({ element, names, lines })
  }

  /** Whether this h1 is the first, or the first with most of the title of the page. */
  private isHeadline(heading: PageElement): boolean {
    if (this.isSettled()) return false
    const title = lettersAndDigits(this.title === undefined ? "" : foldedText(this.title))
    const said = lettersAndDigits(linesOf(heading, maxClueLength, maxNodes).lines.join(" "))
    this.hasHeadline = said.length * 2 >= title.length && title.includes(said)
    return this.hasHeadline || this.headings.length === 0
  }

  /** Whether no later h1 can be the headline. */
  private isSettled(): boolean {
    return this.hasHeadline || this.headings.length > maxHeadings
  }

  private addText(text: string, parent: PageElement, isApart: boolean): void {
    if (isApart || parent.tag === "title") return
    if ((this.lines.length < maxLines || !this.isSettled()) && this.line.length <= maxLineLength) this.line += text
  }

  private endLine(): void {
    if (this.line === "") return
    let line = this.line
    this.line = ""
    // White space between tags.
    if (isBlank(line)) return
    if (this.lines.length < maxLines) {
      line = fold(line)
      if (!isLine(line)) return
      this.lines.push(line)
    }
    if (this.isSettled()) return
    if (this.above.push(line) > maxUnfolded) this.above = lastLines(this.above)
  }
}

/** All ancestors of these headings. */
const boxesOf = (headings: ReadonlyArray<PageElement>): ReadonlySet<PageElement> => {
  const boxes = new Set<PageElement>()
  for (const heading of headings) {
    for (let at = heading.parentNode; at !== null && !boxes.has(at); at = at.parentNode) boxes.add(at)
  }
  return boxes
}

/** The last of these texts that are lines. */
const lastLines = (texts: ReadonlyArray<string>): Array<string> => {
  const found: Array<string> = []
  for (let at = texts.length - 1; at >= 0 && found.length < linesAbove; at--) {
    const line = fold(texts[at] ?? "")
    if (isLine(line)) found.push(line)
  }
  return found.reverse()
}

const isLine = (line: string): boolean => line !== "" && line.length <= maxLineLength

const apartKind = 1
const bylineKind = 2
const notBylineKind = 4
const datelineKind = 8

const kinds = new NameBits([
  [apartKind, rules.apartNames],
  [bylineKind, rules.bylineNames],
  [notBylineKind, rules.notBylineNames],
  [datelineKind, rules.datelineNames]
])

const collected = 1
/** Subtree skipped. */
const silent = 2
const inline = 4
/** Outside of the content of the page. */
const outside = 8
const article = 16

const traitsOf = tagTraits(
  [collected, factTags],
  [silent, silentInFacts],
  [inline, inlineTags],
  [outside, outsideTags],
  [article, ["article"]]
)

const naming = ["class", "id", "itemprop", "property", "data-testid", "data-qa"]

const namesOf = (element: PageElement): string =>
  element.attrs.filter(({ name }) => naming.includes(name)).map(({ value }) => value).join(" ")

/** Role of each attribute. */
const roles: ReadonlyMap<string, "names" | "item" | "resource" | "rel" | "href"> = new Map([
  ["itemscope", "item"] as const,
  ["typeof", "resource"] as const,
  ["rel", "rel"] as const,
  ["href", "href"] as const,
  ...naming.map((name) => [name, "names"] as const)
])
