import type { PageElement } from "../../dom/node.ts"
import { byTag, closest, firstByTag } from "../../dom/walk.ts"
import { hintBits } from "../../rules/hints.ts"
import * as rules from "../../rules/holes.ts"
import { leadLine } from "../../rules/leftovers.ts"
import { type Block, landmarks, type Place } from "../blocks/blocks.ts"
import {
  hasControl,
  isAddress,
  isBoilerplate,
  isBox,
  isForeign,
  isLayout,
  isStructureElement,
  meanScore,
  sumOf,
  unwrapped
} from "./part-facts.ts"
import type { ContentPart } from "./parts-of.ts"

/** A dropped part between two kept ones. */
export interface Candidate {
  readonly blocks: ReadonlyArray<Block>
  readonly scores: Float32Array
  readonly part: ContentPart
  /** The kept parts before and after it. A box of the text may begin or end with a dropped part. */
  readonly before: ContentPart | undefined
  readonly after: ContentPart | undefined
  /** Whether paragraphs and the like are on both sides. */
  readonly isAmongText: boolean
  /** Whether a piece of it is kept. */
  readonly isMixed: boolean
  readonly url: URL
}

/** Whether a dropped part between two kept ones belongs to the text: a structure, a likely paragraph, a short fact. */
export const isPartOfText = (candidate: Candidate): boolean => {
  const { blocks, isAmongText, isMixed, part, scores } = candidate
  const place = part.isLine ? part.place : unwrapped(part.place, blocks)
  if (isMixed && !isStructureElement(place.element)) return false
  const own = blocks.slice(part.first, part.last + 1)
  if (!part.isLine && (isForeign(part.place) || isForeign(place))) return false
  if (own.every(isOfCaption)) return !isMixed && isOfCode(place)
  const { element } = place
  const words = sumOf(own, "words")
  const linkWords = sumOf(own, "linkWords")
  if (isAmongText && words <= maxFactWords && !part.isLine && isAddress(element)) return true
  const isStructure = !part.isLine && isStructureElement(element) && !isLayout(element)
  if (linkWords > words * (isStructure && rules.linkedTags.has(element.tag) ? maxLinkedWhole : maxLinked)) {
    if (isMixed) return false
    return isStructure
      ? isAnnounced(candidate) || isAmongText && leadsOut(element, candidate.url)
      : words <= maxFactWords && isDownload(element)
  }
  if (isStructure || isMixed) {
    return isStructure && !(isMixed && rules.looseTags.has(element.tag)) && !leadLine.test(own[0]!.text)
  }
  const score = meanScore(own, scores.subarray(part.first), words)
  if (
    (isAmongText || words >= minWords || score >= likelyLabel) &&
    isParagraph(candidate, element) && score >= likely
  ) return true
  if (linkWords === 0 && words <= maxLabelWords && isLabel(candidate)) return true
  return isAmongText && linkWords === 0 &&
    (words <= maxFactWords && isFact(part, own, place) || isNote(part, own, place))
}

/** A part with a larger share of links is a menu. Cells of a table and quotes lead to what they name. */
const maxLinked = 0.3
const maxLinkedWhole = 0.9
const maxFactWords = 25
/** Min words of a paragraph among boxes, where a shorter one is a label. */
const minWords = 12
/** Min score of a paragraph, and of a short one among boxes. */
const likely = 0.2
const likelyLabel = 0.3
const maxLabelWords = 10

/** Whether an element is a paragraph by its tag, or by the tag and the class of the text beside it. */
const isParagraph = ({ after, before, part }: Candidate, element: PageElement): boolean =>
  !part.isLine && (element.tag === "p" || [before, after].some((kept) =>
    kept !== undefined && !kept.isLine &&
    kept.place.stats.words >= minAlike && isAlike(kept.place.element, element)
  ))

const minAlike = 15

const isAlike = (one: PageElement, other: PageElement): boolean => {
  const name = firstName(one)
  return one.tag === other.tag && name !== "" && name === firstName(other)
}

const firstName = (element: PageElement): string => /\S+/.exec(element.attr("class") ?? "")?.[0] ?? ""

const isOfCaption = ({ place: { landmarks: around } }: Block): boolean => (around & figcaption) !== 0

const figcaption = landmarks.get("figcaption") ?? 0

/** Whether a caption belongs to a listing of code. */
const isOfCode = ({ element }: Place): boolean => {
  const figure = closest(element, "figure")
  return figure !== undefined && firstByTag(figure, "pre") !== undefined
}

/** Whether the kept line before a list of links announces it, such as "Sources:". */
const isAnnounced = ({ before, blocks, part }: Candidate): boolean =>
  before?.last === part.first - 1 && isIntroduction(blocks[before.last]!)

/** Whether the line introduces the kept list or the like right after it, such as "Advantages:". */
const isLabel = ({ after, before, blocks, part }: Candidate): boolean =>
  before !== undefined && after?.first === part.last + 1 && part.first === part.last &&
  !after.isLine && rules.structureTags.has(after.place.element.tag) && isIntroduction(blocks[part.first]!)

const isIntroduction = ({ text }: Block): boolean => /[:：]$/.test(text) && !leadLine.test(text)

/** Whether most links of a list lead to other sites. Menus of a site lead to its own pages. */
const leadsOut = (element: PageElement, { hostname }: URL): boolean => {
  const links = byTag(element, "a").flatMap((link) => link.attr("href") ?? [])
  return links.filter((href) => {
    const host = /^(?:https?:)?\/\/(?:www\.)?([^/?#]+)/i.exec(href)?.[1]
    return host !== undefined && !hostname.endsWith(host) && !host.endsWith(hostname.replace(/^www\./, ""))
  }).length > links.length / 2
}

const isDownload = (element: PageElement): boolean => {
  const link = element.tag === "a" ? element : firstByTag(element, "a")
  return rules.fileAddress.test(link?.attr("href") ?? "")
}

/** Whether a part is a box of a title with text, without boilerplate. */
const isNote = (part: ContentPart, own: ReadonlyArray<Block>, place: Place): boolean =>
  !part.isLine && isBox(place, own) && !hasControl(place.element) &&
  !own.some(({ text }) => isBoilerplate(text))

const dated = hintBits("meta")

/** Whether a few words are a fact: not the source of a quote, not a label of a picture or a control, no boilerplate. */
const isFact = (part: ContentPart, own: ReadonlyArray<Block>, { element, ownHints }: Place): boolean =>
  (part.isLine ? element.tag !== "blockquote" : rules.factTags.has(element.tag) && (ownHints & dated) === 0) &&
  !own.some(({ text }) => isBoilerplate(text)) &&
  (part.isLine || !hasControl(element))
