import { tokensOf } from "../dom/fast/page-words.ts"
import { linesOf } from "../dom/lines.ts"
import type { PageElement, PageNode } from "../dom/node.ts"
import { closest, firstByTag, fold, foldedText } from "../dom/walk.ts"
import * as rules from "../rules/metadata.ts"
import { textOf } from "./declared/json-ld.ts"
import type { FactSources } from "./FactSources.ts"
import { lettersAndDigits } from "./letters-and-digits.ts"
import { plainText } from "./plain-text.ts"
import { type CutTitle, withoutSite } from "./site-name.ts"

/**
 * The headline that readers see: the h1 if it is like a declared title, else the declared title without the name of
 * the site.
 */
export const titleOf = (sources: FactSources, site: string): string => {
  const { jsonLd, marks, meta, page } = sources
  const cut = (title: string): CutTitle => {
    const parts = withoutSite(plainText(title).replace(archive, "").replace(kind, ""), site, page.url)
    return { ...parts, title: bareTitle(parts.title), first: bareTitle(parts.first) }
  }
  const document = cut(sources.documentTitle)
  const shared = cut(meta.first("og:title", "twitter:title", "dc.title", "dcterms.title", "citation_title"))
  const headlines = jsonLd.map((object) => plainText(textOf(object["headline"]))).filter((title) => title !== "")
  const declared = [document.title, shared.title, document.first, shared.first, ...headlines].filter((title) =>
    title !== ""
  )
  // Some sites have one og:title for all pages.
  const best = shared.title !== "" && (document.title === "" || likeness(document.title, shared.title) > 0)
    ? shared
    : document
  const fallback = best.title === "" ? headlines[0] ?? "" : byAddress(best, page.url)
  const { agreement, element, heading } = headingLike(
    marks.headings,
    declared,
    (heading, element) =>
      lettersAndDigits(heading) === lettersAndDigits(site) || isTail(heading, element, document, page.url),
    slugOf(page.url)
  )
  const headline = restOf(document.title, heading, marks.subheadings) || (agreement < agreed
    ? sameAs(best.title, marks.subheadings) || partOf(fallback, marks.subheadings.filter(isNamedHeadline))
    : "")
  if (headline !== "") return headline
  if (element === undefined) return fallback
  const isBest = agreement >= agreed || declared.length === 0 || isInSlug(heading, fallback, page.url)
  return isBest ? withoutKicker(element, beforeBar(cut(heading).title), declared, shared.title) : fallback
}

/**
 * Some headings have an element for the section or the date before the headline, or for facts after it. The declared
 * title shows which part is the headline.
 */
const withoutKicker = (
  element: PageElement,
  heading: string,
  titles: ReadonlyArray<string>,
  shared: string
): string => {
  const known = new Set(titles.filter((title) => wordsOf(title).size >= minWords).map(lettersAndDigits))
  const box = onlyBox(element)
  const labels = labelsOf(box)
  if (labels !== "" && heading.startsWith(`${labels} `)) {
    return heading.slice(labels.length).replace(/^\s*[-–—|:/]?\s+/, "")
  }
  const pieces = [...texts(box)]
  if (pieces.length < 2 || pieces.length > maxPieces || lettersAndDigits(shared) === lettersAndDigits(heading)) {
    return heading
  }
  for (let cut = 1; cut < pieces.length; cut++) {
    for (const part of [pieces.slice(cut), pieces.slice(0, cut)]) {
      const text = fold(part.join(" "))
      if (known.has(lettersAndDigits(text))) return plainText(text).replace(/^[:\-–—|]\s*|\s*[:\-–—|]$/g, "")
    }
  }
  return heading
}

/** Labels of a forum or a shop before the headline, each in an element of its own. */
const labelsOf = (heading: PageElement): string => {
  const labels: Array<string> = []
  for (const node of contents(heading)) {
    if (node.nodeType !== 1 || !rules.labelNames.test(node.attr("class") ?? "")) break
    labels.push(foldedText(node))
  }
  return labels.join(" ")
}

const maxPieces = 12

/** The innermost element with all of the text. */
const onlyBox = (element: PageElement): PageElement => {
  let box = element
  for (let depth = 0; depth < maxPieces; depth++) {
    const filled = [...contents(box)]
    const [only] = filled
    if (filled.length !== 1 || only?.nodeType !== 1) return box
    box = only
  }
  return box
}

function* contents(element: PageElement): Generator<PageNode> {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) if (foldedText(node) !== "") yield node
}

function* texts(element: PageElement): Generator<string> {
  for (const node of contents(element)) yield foldedText(node)
}

/** Text after a bar is a section, in a heading as in a title. */
const beforeBar = (heading: string): string => {
  const head = heading.split(/\s+\|\s+/)[0] ?? ""
  return wordsOf(head).size >= minWords ? head : heading
}

const minWords = 3

const agreed = 0.5
const maxTitle = 300

interface BestMatch {
  readonly element: PageElement | undefined
  readonly heading: string
  readonly agreement: number
}

/** Finds the h1 that is most like one of the titles, and its likeness. */
const headingLike = (
  headings: ReadonlyArray<PageElement>,
  titles: ReadonlyArray<string>,
  isSite: (heading: string, element: PageElement) => boolean,
  slug: string
): BestMatch => {
  let best: BestMatch = { element: undefined, heading: "", agreement: -1 }
  for (const element of headings.slice(0, maxHeadings)) {
    if (closest(element, "nav", "footer", "aside") !== undefined) continue
    const heading = textOfHeading(element)
    if (heading === "" || isSite(heading, element)) continue
    const agreement = Math.max(0, ...titles.map((title) => likeness(heading, title)))
    // The first of two is often the section of the site.
    const isBetter = agreement > best.agreement || (agreement === best.agreement &&
      wordsOf(best.heading).size < minWords && likeness(heading, slug) > likeness(best.heading, slug))
    if (isBetter) best = { element, heading, agreement }
  }
  return best
}

/**
 * A smaller heading with most of the declared title. If the first heading is the site's, the rest of the title is the
 * name of the site.
 */
const partOf = (title: string, headings: ReadonlyArray<PageElement>): string =>
  headings.slice(0, maxHeadings).map(textOfHeading).find((heading) =>
    heading.length * 2 > title.length && lettersAndDigits(title).includes(lettersAndDigits(heading))
  ) ?? ""

const isNamedHeadline = (heading: PageElement): boolean => rules.headlineNames.test(heading.attr("class") ?? "")

/** The smaller heading with all of a title that has a dash. A colon separates a topic from what is said of it. */
const sameAs = (title: string, headings: ReadonlyArray<PageElement>): string =>
  wordsOf(title).size < minWords || /[:：]/.test(title)
    ? ""
    : headings.slice(0, maxHeadings).map(textOfHeading).find((heading) =>
      lettersAndDigits(heading) === lettersAndDigits(title)
    ) ?? ""

/** The smaller heading with all of a title that ends with the first one, which is then the name of the site. */
const restOf = (title: string, heading: string, headings: ReadonlyArray<PageElement>): string => {
  const whole = lettersAndDigits(title)
  const site = lettersAndDigits(heading)
  if (site === "" || !whole.endsWith(site) || whole.length < site.length * 2 || /[:：]/.test(title)) return ""
  const rest = whole.slice(0, -site.length)
  return headings.slice(0, maxHeadings).map(textOfHeading).find((other) => lettersAndDigits(other) === rest) ?? ""
}

/**
 * Whether the first heading is the logo: the title ends with it, and the address has the words of the title's start.
 */
const isTail = (heading: string, element: PageElement, { first, last }: CutTitle, url: URL): boolean =>
  last !== "" && lettersAndDigits(heading) === lettersAndDigits(last) &&
  lettersAndDigits(heading) !== lettersAndDigits(first) &&
  (wordsOf(heading).size < wordsOf(first).size + minWords || firstByTag(element, "a") !== undefined ||
    closest(element, "header", "a") !== undefined) &&
  likeness(first, slugOf(url)) >= likeness(heading, slugOf(url))

const maxHeadings = 20

const textOfHeading = (element: PageElement): string => {
  const { isWhole, lines } = linesOf(element, maxTitle, maxTitle)
  return isWhole ? plainText(lines.join(" ")).replace(permalink, "").replace(kind, "").replace(counts, "") : ""
}

/** Documentation puts this mark after a heading, as a link to it. */
const permalink = /\s*[¶§]$|\s+#$/
/** Kind of page, put before the title by forums and shops. */
const kind =
  /^(?:[»/|>•·›]\s+|(?:thread|topic|view topic|collection|blog|title|titel|titre|título|标题|標題|headline|schlagzeile)\s*[:：]\s+)/i
/** Text of old blog software between the name of the site and the title. */
const archive = /(?<=^|» )blog archi(?:v|ves?) » /i
/** Counts of items and pages after a title. */
const counts =
  /\s*[([](?:\d[\d.,\s]*(?:items?|products?|results?|posts?|artikel|produkte|produits?|articles?|productos?)|page \d+ of \d+|seite \d+ von \d+)[)\]]$/i

/** Removes a mark that separated the title from the name of the site, and counts. */
const bareTitle = (title: string): string => title.replace(kind, "").replace(counts, "").replace(/\s+[-–—|:]$/, "")

const wordsOf = (text: string): ReadonlySet<string> => new Set(tokensOf(text))

/** Share of common words in the longer text. */
const likeness = (a: string, b: string): number => {
  const first = wordsOf(a)
  const second = wordsOf(b)
  return [...first].filter((word) => second.has(word)).length / Math.max(1, first.size, second.size)
}

/** Whether the address has far more words of the heading than of the title. */
const isInSlug = (heading: string, title: string, url: URL): boolean => {
  const slug = slugOf(url)
  return likeness(heading, slug) - likeness(title, slug) >= clearly
}

const slugOf = (url: URL): string =>
  url.pathname.split("/").findLast((part) => part !== "")?.replace(/\.\w{2,5}$/, "") ?? ""

/** The part of a title whose words the address has: the first, unless the whole or the last has clearly more. */
const byAddress = ({ first, last, title }: CutTitle, url: URL): string => {
  const slug = slugOf(url)
  const agreement = likeness(first, slug)
  if (likeness(title, slug) > agreement) return title
  return likeness(last, slug) - agreement >= clearly ? last : first
}

const clearly = 0.5
