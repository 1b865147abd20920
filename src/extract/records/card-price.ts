import type { PageElement, PageNode } from "../dom/node.ts"
import { afterSubtree, closest, fold, nextNode } from "../dom/walk.ts"
import * as rules from "../rules/records.ts"
import { headingTags, silentTags } from "../rules/tags.ts"
import { hasSign, mayHavePrice, type Price, priceIn } from "./price.ts"

/** An element with one price, as small as it can be. */
interface PriceCandidate {
  readonly element: PageElement
  readonly text: string
  readonly price: Price
  /** Struck out 2, named as an old price 1, else 0. */
  readonly age: () => 0 | 1 | 2
  readonly isCurrent: () => boolean
}

const maxNodes = 1500
const maxCandidates = 12
/** An amount in a longer text is not the price of the item. */
const maxText = 80
/** Parts of a price may be this many elements deep: sign, units, cents. */
const maxParts = 4

/**
 * The current price of a card. Old ones are struck out, or named so by a class or a label; of two that follow each
 * other without any of these, the smaller is the current one.
 */
export const cardPrice = (card: PageElement): Price => {
  const candidates = candidatesIn(card)
  if (candidates.length < 2) return candidates[0]?.price ?? {}
  const ages = candidates.map(({ age }) => age())
  const least = Math.min(...ages)
  const newest = candidates.filter((_, index) => ages[index] === least)
  const marked = newest.find(({ isCurrent }) => isCurrent())
  const first = marked ?? newest[0]
  if (first === undefined) return {}
  const next = marked === undefined ? newest[1] : undefined
  return next !== undefined && isReduced(first, next) ? next.price : first.price
}

const isReduced = (first: PriceCandidate, next: PriceCandidate): boolean =>
  typeof first.price.price === "number" && typeof next.price.price === "number" &&
  first.price.currency === next.price.currency && first.element.parentNode === next.element.parentNode &&
  next.price.price < first.price.price && next.price.price > first.price.price * minReduced

/** A price below this share is one of something else. */
const minReduced = 0.2

const candidatesIn = (card: PageElement): ReadonlyArray<PriceCandidate> => {
  const found = new Map<PageElement, PriceCandidate>()
  let left = maxNodes
  for (let node: PageNode | null = card.firstChild; node !== null && --left > 0 && found.size < maxCandidates;) {
    if (node.nodeType === 3 && node.data.length <= maxNode && (partOfPrice.test(node.data) || hasSign(node.data))) {
      const candidate = candidateAround(node, card)
      if (candidate !== undefined && !found.has(candidate.element)) found.set(candidate.element, candidate)
    } else if (node.nodeType === 1 && node.attr("itemprop") === "price" && !found.has(node)) {
      const price = priceIn(node.attr("content")?.trim() ?? "")
      if (typeof price.price === "number") {
        const element = node
        found.set(element, {
          element,
          text: "",
          price,
          age: () => ageOf(around(element, card), ""),
          isCurrent: () => false
        })
      }
    }
    node = node.nodeType === 1 && silentTags.has(node.tag) ? afterSubtree(node, card) : nextNode(node, card)
  }
  return [...found.values()]
}

/** White space around included. */
const maxNode = 300
/** Units or cents, whose sign stands elsewhere. */
const partOfPrice = /^\s*\d[\d.,'\u00A0 ]*[-\u2013]?\s*$/

/** Climbs to the smallest element with the whole price. */
const candidateAround = (node: PageNode, card: PageElement): PriceCandidate | undefined => {
  let element = node.parentNode
  for (let step = 0; element !== null && step < maxParts; step++) {
    const text = priceText(element)
    if (text.length > maxText) return undefined
    if (mayHavePrice(text)) return candidateOf(...withCents(element, text, card), card)
    if (element === card) return undefined
    element = element.parentNode
  }
  return undefined
}

/** The element around, if it adds the cents. */
const withCents = (element: PageElement, text: string, card: PageElement): readonly [PageElement, string] => {
  const around = element.parentNode
  if (element === card || around === null) return [element, text]
  const whole = priceText(around)
  const isLonger = whole.startsWith(text) && /^[.,]\s?\d{2}(?!\d)/.test(whole.slice(text.length))
  return isLonger && whole.length <= maxText ? [around, whole] : [element, text]
}

const candidateOf = (element: PageElement, text: string, card: PageElement): PriceCandidate | undefined => {
  const price = priceIn(text)
  const at = text.search(signOrDigit)
  const before = at > 0 ? text.slice(0, at) : labelOf(element) || textBefore(element, card)
  const rest = text.slice(at).replace(amount, "")
  if (price.price === undefined || rules.otherAmountBefore.test(before) || rules.otherAmountAfter.test(rest)) {
    return undefined
  }
  if (isInHeadline(element, text, card) || wordsIn(text) > maxWords) return undefined
  return {
    element,
    text,
    price,
    age: () => ageOf(around(element, card), before),
    isCurrent: () =>
      element.tag === "ins" || isNamed(around(element, card), rules.currentPriceNames) ||
      /\b(?:now|sale|current|jetzt|nur|only)\b/i.test(before)
  }
}

/** As in `aria-label="Was €67"`. */
const labelOf = (element: PageElement): string => {
  const label = element.attr("aria-label") ?? ""
  const at = label.search(signOrDigit)
  return at > 0 ? label.slice(0, at) : ""
}

const signOrDigit = /(?:[A-Z]{1,3}\$|[A-Z]{3}\s)?[$€£¥₹₽₴₸₺₩₪₫฿₱₦₾৳]|\d/
const amount = /^\D{0,4}[\d.,'\u00A0\u202F ]+\s?(?:[€£$₽₴₺]|zł|Kč|kr|EUR|USD|GBP)?/
/** As in "Original price was" and "from ... incl. tax". A sentence has more. */
const maxWords = 5

const wordsIn = (text: string): number => text.split(" ").filter((part) => /\p{L}{2}/u.test(part)).length

const strikes: ReadonlySet<string> = new Set(["del", "s", "strike"])

/** The text of an element without struck parts, with a point before cents that are in an element of their own. */
const priceText = (element: PageElement): string => {
  let text = ""
  let left = maxText
  for (let node: PageNode | null = element.firstChild; node !== null && left > 0;) {
    if (node.nodeType === 3) {
      const part = fold(node.data)
      left--
      if (part !== "") {
        const cents = /^\d{2}$/.test(part) && node.parentNode !== element && /(?:^|[^.,\d])\d{1,4}$/.test(text)
        text += cents ? `.${part}` : /^[.,](?:\d|$)/.test(part) || /[.,$€£]$/.test(text) ? part : ` ${part}`
        if (text.length > maxText + 2) return text
      }
    }
    const isSkipped = node.nodeType === 1 && (silentTags.has(node.tag) || strikes.has(node.tag))
    node = isSkipped ? afterSubtree(node, element) : nextNode(node, element)
  }
  return text.trim()
}

/** The end of the text before an element that has only the price. */
const textBefore = (element: PageElement, card: PageElement): string => {
  for (let at = element; at !== card && at.parentNode !== null; at = at.parentNode) {
    const before = at.previousSibling
    if (before === null) continue
    const text = before.nodeType === 3 ? fold(before.data) : before.nodeType === 1 ? priceText(before) : ""
    if (text !== "") return mayHavePrice(text) ? "" : text.slice(-maxText)
  }
  return ""
}

/** A sum in a headline is not a price. */
const isInHeadline = (element: PageElement, text: string, card: PageElement): boolean => {
  const heading = closest(element, ...headingTags)
  return heading !== undefined && isWithin(heading, card) && wordsIn(text) > 2
}

const isWithin = (element: PageElement, card: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parentNode) if (at === card) return true
  return false
}

const ageOf = (own: ReadonlyArray<PageElement>, before: string): ReturnType<PriceCandidate["age"]> => {
  if (own.some((at) => strikes.has(at.tag) || /line-through/.test(at.attr("style") ?? ""))) return 2
  return isNamed(own, rules.oldPriceNames) || rules.oldPriceLabel.test(before) ? 1 : 0
}

const isNamed = (own: ReadonlyArray<PageElement>, names: RegExp): boolean =>
  own.some((at) => names.test(at.attr("class") ?? "") || names.test(at.attr("data-ui") ?? ""))

/** The element of a price, and those around it that have no other price. */
const around = (element: PageElement, card: PageElement): ReadonlyArray<PageElement> => {
  const found: Array<PageElement> = []
  const prices = pricesIn(priceText(element))
  for (let at: PageElement | null = element; at !== null && at !== card && found.length < maxParts;) {
    if (at !== element && pricesIn(priceText(at)) > prices) break
    found.push(at)
    at = at.parentNode
  }
  return found
}

const pricesIn = (text: string): number => text.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0
