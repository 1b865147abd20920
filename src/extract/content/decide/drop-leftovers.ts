import { NameBits } from "../../dom/fast/NameBits.ts"
import type { PageElement } from "../../dom/node.ts"
import * as rules from "../../rules/leftovers.ts"
import { playerNames } from "../../rules/media.ts"
import { type Block, landmarks, type Place } from "../blocks/blocks.ts"
import type { PageSignals } from "../blocks/page-signals.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { runningWords } from "../blocks/running-words.ts"
import { headingLevel, type Section } from "../blocks/sections.ts"
import { teasersOf } from "./teasers.ts"

/**
 * Drops blocks that the markup names as something other than content: comments below an article, related pages,
 * signatures, requests to subscribe, dialogs about cookies, source code shown as text. Only blocks after enough kept
 * text are dropped, because some pages have no other text.
 */
export const dropLeftovers = (
  layout: PageLayout,
  signals: PageSignals,
  kept: Uint8Array
): void => {
  const { blocks, sections } = layout
  const namesAround = namesOf(kept, blocks)
  const isTeaser = teasersOf(layout, signals)
  // Links to other pages are the content of a listing.
  const others = signature | signup | consent | donation | (signals.declared.list ? 0 : related) |
    (signals.isThread || signals.declared.list ? 0 : authorBox)
  const comments: Array<number> = []
  const below = new Set<Section>()
  let commentWords = 0
  let before = 0
  for (const [index, block] of blocks.entries()) {
    if (kept[index] === 0) continue
    const { place, text, words } = block
    const section = sections[index] as Section
    const announcesComments = headingLevel(block) > 0 && text.length < maxHeadingLength &&
      rules.commentsHeading.test(text) && !isSectionOfText(layout, kept, index)
    if (announcesComments) below.add(section)
    const names = namesAround(place)
    if (
      isSourceText(block) || (names & (menu | breadcrumb)) !== 0 || isOfPlayer(block, names) ||
      before >= enoughOfArticle && isSignup(block) ||
      before >= minContentWords &&
        (isLead(block, signals) || (names & others) !== 0 || isTeaser(place) || isBoilerplateLine(block) ||
          isInSideWidget(place, names, signals))
    ) kept[index] = 0
    else if (before >= enoughOfArticle && isComment(names, below.has(section), signals)) {
      comments.push(index)
      commentWords += words
    } else before += words
  }
  // A page with mostly comments is a thread, unless its address has a date.
  if (signals.urlHasDate || commentWords <= before * maxComments) { for (const index of comments) kept[index] = 0 }
}

/** Whether another section of the text follows in the same element. Comments come after the text. */
const isSectionOfText = ({ blocks, sections }: PageLayout, kept: Uint8Array, index: number): boolean => {
  const { parent } = blocks[index]!.place
  const level = headingLevel(blocks[index]!)
  const end = parent?.stats.last ?? index
  for (let at = index + 1; at <= end; at++) {
    const block = blocks[at]!
    if (headingLevel(block) === level && block.place.parent === parent && sections[at]!.start === at) {
      return kept[at] === 1 && sections[at]!.says === ""
    }
  }
  return false
}

/** Min words of an article with comments. */
const enoughOfArticle = 40

/** Source code shown as text. */
const isSourceText = ({ place, text }: Block): boolean =>
  text.length > minSourceLength && place.element.tag !== "pre" && rules.sourceText.test(text)

/** Matches a line from the software of the site. */
const isBoilerplateLine = ({ text }: Block): boolean =>
  text.length <= maxLineLength && (rules.boilerplateLine.test(text) || rules.filedLine.test(text))

/** Matches a line of a player, or one that offers to hear the text. */
const isOfPlayer = ({ text }: Block, names: number): boolean =>
  text.length <= maxPlayerLine &&
  ((names & player) !== 0 && rules.playerLine.test(text) || rules.listenLine.test(text))

const maxPlayerLine = 60

/** Matches a link away from the article. */
const isLead = ({ linkWords, text, words }: Block, { isThread }: PageSignals): boolean =>
  !isThread && text.length <= maxLineLength && linkWords >= words * mostlyLink && rules.leadLine.test(text)

const isSignup = ({ text }: Block): boolean => text.length <= maxLineLength && rules.signupLine.test(text)

const maxLineLength = 250
const mostlyLink = 0.5

/** Max words of comments for each word of the article. More are a thread. */
const maxComments = 2
const maxHeadingLength = 120
/** Kept words from which leftovers are dropped. */
const minContentWords = 80
/** Shorter text is not source code. */
const minSourceLength = 20

/**
 * Whether the names mean comments. On a product page they are reviews, below an answer remarks, in other threads the
 * posts.
 */
const isComment = (names: number, isBelow: boolean, { declared, isQuestion, isThread }: PageSignals): boolean => {
  if (declared.product) return false
  if (isThread) return isQuestion && (names & comment) !== 0
  return (names & comment) !== 0 || isBelow
}

/** Whether a place is in a widget of a side bar. Front pages have their content in widgets. */
const isInSideWidget = ({ landmarks: around }: Place, names: number, { declared, isThread }: PageSignals): boolean =>
  declared.article && !declared.list && !isThread && (names & widget) !== 0 && (around & aside) !== 0

const aside = landmarks.get("aside") ?? 0

const comment = 1
const related = 2
const signature = 4
const signup = 8
/** Max words of a menu: languages, sorting, sizes. */
const menu = 16
const widget = 32
const authorBox = 64
const donation = 128
const consent = 256
const player = 512
const breadcrumb = 1024
const menuRoles: ReadonlySet<string> = new Set(["menu", "menubar", "listbox", "menuitem", "menuitemradio", "option"])

const bits = new NameBits([
  [comment, rules.commentNames],
  [related, rules.relatedNames],
  [signature, rules.signatureNames],
  [signup, rules.signupNames],
  [widget, rules.widgetNames],
  [authorBox, rules.authorBoxNames],
  [donation, rules.donationNames],
  [consent, rules.consentNames],
  [player, playerNames],
  [breadcrumb, rules.breadcrumbNames]
])

/**
 * Names of the elements around a place, as bits. An element with most of the kept text is the content, whatever its
 * name.
 */
const namesOf = (kept: Uint8Array, blocks: ReadonlyArray<Block>): (place: Place) => number => {
  const sums = runningWords(blocks, (index) => kept[index] === 1)
  const maxWords = (sums.at(-1) ?? 0) * maxOfAll
  const known = new Map<Place, number>()
  const ofPlace = (place: Place): number => {
    const own = known.get(place)
    if (own !== undefined) return own
    const around = place.parent === undefined ? 0 : ofPlace(place.parent)
    const { first, last } = place.stats
    const isMost = (sums[last + 1] ?? 0) - (sums[first] ?? 0) > maxWords
    // A dialog after other content may have more words than that.
    const mayBeDialog = !isMost || (sums[first] ?? 0) >= minContentWords
    const all = mayBeDialog ? around | named(place.element) : around
    const names = isMost ? all & consent : all
    known.set(place, names)
    return names
  }
  return ofPlace
}

const maxOfAll = 0.5

const named = (element: PageElement): number => {
  if (menuRoles.has(element.attr("role") ?? "")) return menu
  const names = element.attr("class") ?? ""
  const id = nameIn(element.attr("id") ?? "")
  const length = names.length + id.length
  return length < minNamesLength || length > maxNamesLength ? 0 : bits.of(names) | bits.of(id)
}

/** A long id is a heading as an anchor, and names no kind of part: `respond-to-review-comments`. */
const nameIn = (id: string): string => id.split(/[-_]/, maxNameWords + 1).length > maxNameWords ? "" : id

const maxNameWords = 3
const minNamesLength = 3
const maxNamesLength = 299
