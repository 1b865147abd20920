import type { PageElement } from "../dom/node.ts"
import type { PageType, Selection } from "../Page.ts"
import * as rules from "../rules/records.ts"
import { type Card, isLinked, type ReadCards } from "./card.ts"
import type { EntryGroup } from "./groups.ts"

/** Members of a group that are read to judge all of them. */
const sample = 6
/** Share of the members that must have a quality. */
const most = 0.6

/** Tells a list of items from sections, tiles and menus. Each is a share of the members, read if asked for. */
interface Evidence {
  readonly linked: number
  readonly distinct: number
  readonly priced: number
  readonly imaged: number
  readonly dated: number
  readonly headed: number
  /** Begins with its title. */
  readonly begun: number
  readonly kept: number
}

export interface List {
  readonly group: EntryGroup
  readonly evidence: Evidence
}

/**
 * A group as a list of items: most of them lead to a page of their own, or have a price. The sections of an article,
 * questions with answers and marketing tiles do neither. On the page of an article or a product, other lists are beside
 * its subject.
 */
export const listOf = (group: EntryGroup, readCards: ReadCards, selection: Selection): List | undefined => {
  const members = spread(group)
  const kept = members.filter((element) => !selection.isDropped(element)).length / members.length
  const isMenu = kept < most && members.some(isMachinery)
  if (isMenu && !group.isShown) return undefined
  const evidence = evidenceOf(readCards(members), kept)
  const list = { group, evidence }
  return (!isMenu || isShop(list)) && isOfItems(evidence, group, selection) ? list : undefined
}

const isOfItems = (evidence: Evidence, group: EntryGroup, { pageType }: Selection): boolean => {
  const are = (quality: keyof Evidence): boolean => evidence[quality] >= most
  const isThread = () => pageType === "forum" ? are("linked") || are("dated") : are("linked") && are("dated")
  if (are("kept") && arePosts(group, pageType) && isThread()) return true
  const isPriced = are("priced")
  if (isPriced && are("imaged")) return true
  const isOther = pageType === "article" || pageType === "product"
    ? are("kept") && are("headed") && are("imaged")
    : are("headed") || (isMostOfPage(group) && are("begun")) || are("imaged") || are("dated") ||
      (are("kept") && are("begun"))
  return (isPriced || (isOther && !isAside(group, evidence, pageType))) && are("linked") && are("distinct")
}

/** A short list outside the content, on a page that is not a list itself. */
const isAside = ({ members, share }: EntryGroup, { imaged, kept }: Evidence, pageType: PageType): boolean =>
  (pageType === "service" || pageType === "documentation") && kept < most && share < minShare &&
  !(imaged >= most && members.length >= manyMembers)

/** The posts of a thread have their time and a link, and one member may write several. */
const arePosts = ({ characters, members }: EntryGroup, pageType: PageType): boolean =>
  pageType !== "article" && pageType !== "product" && characters >= members.length * minPost

const minPost = 100

const isMostOfPage = ({ characters, members, share }: EntryGroup): boolean =>
  share >= minShare && characters >= members.length * minCharacters

const minShare = 0.3
const manyMembers = 20
/** A shorter entry is a link with a label. */
const minCharacters = 80

/** Most of its items have a price and a picture. */
export const isShop = ({ evidence: { imaged, priced } }: List): boolean => priced >= most && imaged >= most

/** Of the lists of a shop, those with prices. The others lead to its categories. */
export const ofShop = (lists: ReadonlyArray<List>): ReadonlyArray<List> => {
  const priced = lists.filter(({ evidence }) => evidence.priced >= most)
  return priced.length > 0 ? priced : lists
}

/** Banners and forms between the items of a list have neither the links nor the prices that the others have. */
export const itemTest = (lists: ReadonlyArray<Evidence>): (card: Card, isMember: boolean) => boolean => {
  const areLinked = lists.length > 0 && lists.every(({ linked }) => linked >= nearlyAll)
  const arePriced = lists.length > 0 && lists.every(({ priced }) => priced >= nearlyAll)
  return (card, isMember) => {
    if (arePriced && !hasPrice(card) && !(isMember && hasHeading(card) && isLinked(card))) return false
    return !areLinked || isLinked(card) || hasPrice(card) || hasImage(card)
  }
}

const nearlyAll = 0.8

const spread = ({ members }: EntryGroup): ReadonlyArray<PageElement> => {
  const step = Math.max(1, Math.floor(members.length / sample))
  return members.filter((_, index) => index % step === 0).slice(0, sample).map(({ element }) => element)
}

const evidenceOf = (cards: ReadonlyArray<Card>, kept: number): Evidence => {
  const share = (test: (card: Card) => boolean): number => cards.filter(test).length / cards.length
  return {
    get linked() {
      return share(isLinked)
    },
    get distinct() {
      return new Set(cards.map(({ url }) => url())).size / cards.length
    },
    get priced() {
      return share(hasPrice)
    },
    get imaged() {
      return share(hasImage)
    },
    get dated() {
      return share(({ facts }) => facts.date() !== "")
    },
    get headed() {
      return share(hasHeading)
    },
    get begun() {
      return share(({ isBegunByTitle }) => isBegunByTitle())
    },
    kept
  }
}

const hasPrice = ({ facts }: Card): boolean => facts.price().price !== undefined
const hasImage = ({ image }: Card): boolean => image() !== ""
const hasHeading = ({ facts }: Card): boolean => facts.parts.headings.length > 0

/** In a menu, a dialog, a filter or the like, by tag, role or class. */
const isMachinery = (element: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null && at.tag !== "body"; at = at.parentNode) {
    if (at.tag === "nav" || /^(?:navigation|menu|menubar|dialog)$/.test(at.attr("role") ?? "")) return true
    const names = `${at.attr("class") ?? ""} ${at.attr("id") ?? ""}`
    if (rules.machineryNames.test(names.replace(/([a-z])([A-Z])/g, "$1-$2"))) return true
  }
  return false
}
