import type { PageType } from "../Page.ts"
import { Hash64 } from "./Hash64.ts"
import { Simhash } from "./Simhash.ts"
import { TextLines } from "./TextLines.ts"

/** Content of a page, for `nearKeyOf`. */
export interface NearText {
  /** Its lines are the blocks of the content. */
  readonly text: string
  readonly title: string
  readonly pageType: PageType
}

/**
 * Key by which near duplicates are found: the identity of the article in 16 hexadecimal digits, then the simhash of its
 * whole text in 16. Undefined if too little of the page is prose, or if pages of its type differ by a few words
 * (products, lists, threads).
 *
 * The identity is a hash of the title and of all lines but short ones with a date, a time or a count of readers, which
 * are only in the simhash. Pages that differ in another word have two identities. One pass over the text.
 */
export const nearKeyOf = ({ pageType, text, title }: NearText): string | undefined => {
  if (!articleTypes.has(pageType) || title === "") return undefined
  const identity = new Hash64()
  identity.addText(title.toLowerCase())
  const simhash = new Simhash()
  let proseWords = 0
  for (const written of cut(text).split("\n")) {
    line.read(written)
    if (line.words === 0) continue
    const isSentence = sentenceEnd.test(written)
    const isProse = line.words >= (isSentence ? minSentence : minParagraph)
    if (isProse) proseWords += line.words
    const mayDiffer = line.hasDigit && !isSentence && line.words <= maxDateLine && changing.test(written)
    if (!mayDiffer || price.test(written)) identity.addLine(line)
    addShingles(simhash, isProse ? proseWeight : 1)
  }
  return proseWords < minProse ? undefined : identity.digits() + simhash.digits()
}

const articleTypes: ReadonlySet<PageType> = new Set<PageType>(["article", "documentation", "service"])

const cut = (text: string): string => text.length > maxText ? text.slice(0, maxText) : text

/** Adds the runs of three words of the line. */
const addShingles = (simhash: Simhash, weight: number): void => {
  const { count, hashes } = line
  for (let at = 0; at < count; at += 2) {
    let low = hashes[at]!
    let high = hashes[at + 1]!
    const end = at + 6 < count ? at + 6 : count
    for (let next = at + 2; next < end; next += 2) {
      low = Math.imul(low ^ (low >>> 15), 0x2C1B3C6D) + hashes[next]! | 0
      high = Math.imul(high ^ (high >>> 13), 0x297A2D39) + hashes[next + 1]! | 0
    }
    simhash.add(low, high, weight)
  }
}

/** Scratch space: pages are read one at a time. */
const line = new TextLines()

const sentenceEnd = /[.!?…。！？؟।]["'”’»)\]」』]?\s*$/
const price = /[$€£¥₹₽₩₺₴฿]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|CZK|BRL)\b|(?:zł|kr|Kč|元|円)/

/** A date, a time, or a number of readers, comments or the like. */
const changing =
  /(?<!\d)(?:19|20)\d\d(?!\d)|\d:\d\d|\d[./-]\d{1,2}[./-]\d|\d\s?(?:年|月|日)|\b(?:view|comment|share|like|repl|read|hour|minute|day|Aufruf|Kommentar|Leser|Minute|Stunde|vue|commentaire|lecture|vista|comentario|visualizzazion|comment[io])/i

/** Words of a line that ends as a sentence, and of one that does not, from which on it is prose. */
const minSentence = 10
const minParagraph = 20
/** Words of prose, below which a page is compared only by its whole text. */
const minProse = 60
/** The words of prose count more than those of other lines. */
const proseWeight = 4
/** Words of a line with a date. */
const maxDateLine = 12
/** Characters of a text that are read. */
const maxText = 400_000
