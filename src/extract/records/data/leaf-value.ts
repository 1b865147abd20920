import type { Leaf, LeafValue } from "../../../core/domain/data/data-shape.ts"
import { resolveLink } from "../../../core/domain/WebUrl.ts"
import { isoDate } from "../../metadata/dates/dates.ts"
import { isObject } from "../../metadata/declared/json-ld.ts"
import { plainText } from "../../metadata/plain-text.ts"
import { amountIn, priceIn } from "../price.ts"
import { addresses, type Concept } from "./concepts.ts"
import { foldedName } from "./property-names.ts"

/** Page on which values are read. */
export interface ReadingContext {
  readonly base: URL
  /** Time of the fetch, before which dates are plausible. */
  readonly now: number
  /** Remaining characters of texts to read, because many properties may mean one long text. */
  characters: number
}

export interface FoundValue {
  readonly value: LeafValue
  /** The value as the page has it. */
  readonly written: string
}

/**
 * A declared value in the type and format of a leaf. Undefined if it is not certain to be one. Only the form changes:
 * every value is one that the page has.
 */
export const leafValue = (
  given: unknown,
  leaf: Leaf,
  concept: Concept | undefined,
  context: ReadingContext
): FoundValue | undefined => {
  const isAddress = leaf.format === "uri" ||
    (leaf.format === undefined && concept !== undefined && addresses.has(concept))
  const longest = leaf.kind === "string" && leaf.format === undefined ? maxText : maxShort
  const written = writtenIn(given, isAddress, context, longest, 0)
  if (written === "") return undefined
  const value = readers[leaf.kind](written, leaf, isAddress && leaf.choices === undefined, context)
  if (value === undefined) return undefined
  if (leaf.choices === undefined) return { value, written }
  const wanted = foldedName(String(value))
  const choice = leaf.choices.find((one) => one === value || (typeof one === "string" && foldedName(one) === wanted))
  return choice === undefined ? undefined : { value: choice, written }
}

const maxText = 100_000
/** Of a number, a date or an address. */
const maxShort = 10_000
const maxDepth = 4
const maxItems = 20

/** The text of a declared value: its own, that of its first item, its name, or the address of an object. */
const writtenIn = (
  given: unknown,
  isAddress: boolean,
  context: ReadingContext,
  longest: number,
  depth: number
): string => {
  if (typeof given === "string") {
    if (given.length > longest || given.length > context.characters) return ""
    context.characters -= given.length
    return cleaned(given)
  }
  if (typeof given === "number" || typeof given === "boolean") return String(given)
  if (depth > maxDepth) return ""
  const parts = Array.isArray(given)
    ? given.slice(0, maxItems)
    : isObject(given)
    ? (isAddress ? addressKeys : textKeys).map((key) => given[key])
    : []
  for (const part of parts) {
    const text = writtenIn(part, isAddress, context, longest, depth + 1)
    if (text !== "") return text
  }
  return ""
}

const textKeys = ["@value", "name", "headline", "value", "text"]
const addressKeys = ["url", "contentUrl", "@id"]

const cleaned = (text: string): string => {
  const member = /^https?:\/\/schema\.org\/([A-Za-z]\w{0,60})$/.exec(text.trim())
  return member?.[1] ?? plainText(text.includes("<") ? text.replace(markup, " ") : text)
}

/** Descriptions of shops are often HTML. */
const markup = /<\/?[a-z][^<>]{0,200}>/gi

type Reader = (written: string, leaf: Leaf, isAddress: boolean, context: ReadingContext) => LeafValue | undefined

const readers: Readonly<Record<Leaf["kind"], Reader>> = {
  string: (written, { format }, isAddress, { base, now }) => {
    switch (format) {
      case "date":
        return isoDate(written, now) || undefined
      case "date-time":
        return dateTime(written)
      case "email":
        return email.exec(written)?.[1]
      default:
        if (!isAddress) return written
        return (isReference(written) ? resolveLink(written, base) : undefined) ??
          (format === "uri" ? undefined : written)
    }
  },
  number: (written) => numberIn(written),
  integer: (written) => {
    const number = numberIn(written)
    return Number.isSafeInteger(number) ? number : undefined
  },
  boolean: (written) => {
    const word = foldedName(written)
    return truths.has(word) ? true : untruths.has(word) ? false : undefined
  }
}

/** Any word could be resolved, so a reference has a path or an extension. */
const isReference = (written: string): boolean =>
  /^(?:https?:|\.{0,2}\/)/i.test(written) || (!/[\s@]/.test(written) && /[\w-][./][a-z]/i.test(written))

const email = /^(?:mailto:)?([^\s@<>"(),:;]{1,64}@(?:[\da-z-]{1,63}\.){1,8}[a-z]{2,63})$/i

/** Words for yes, and for what can be bought, in the larger languages, as `foldedName` writes them. */
const truths: ReadonlySet<string> = new Set(
  ("true yes instock instoreonly onlineonly limitedavailability available ja oui si sim tak evet да 是 はい 예 " +
    "auflager lieferbar sofortlieferbar verfugbar verfuegbar enstock disponible disponivel disponibile opvoorraad " +
    "dostepny ilager stoktavar вналичии 有货 在庫あり 재고있음").split(" ").map(foldedName)
)
const untruths: ReadonlySet<string> = new Set(
  ("false no outofstock soldout discontinued unavailable notavailable nein non nao nie nej hayir нет 否 いいえ 아니오 " +
    "ausverkauft nichtauflager nichtlieferbar nichtverfugbar nichtverfuegbar rupturedestock epuise " +
    "indisponible agotado nodisponible esgotado indisponivel esaurito nondisponibile uitverkocht nietopvoorraad " +
    "niedostepny slutsald tukendi нетвналичии 缺货 在庫なし 품절").split(" ").map(foldedName)
)

/** RFC 3339 section 5.6. Undefined without an offset from UTC, which must not be guessed. */
const dateTime = (written: string): string | undefined => {
  const [, day, hour, seconds = ":00", fraction = "", zulu, sign = zulu, offset = ""] = isoTime.exec(written) ?? []
  if (day === undefined || hour === undefined || sign === undefined) return undefined
  const zone = zulu === undefined ? `${sign}${offset.slice(0, 2)}:${offset.slice(-2)}` : "Z"
  const text = `${day}T${hour}${seconds}${fraction}${zone}`
  return Number.isFinite(Date.parse(text)) && isRealDay(day) ? text : undefined
}

const isoTime = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(?:([Zz])|([+-])(\d\d:?\d\d))$/

/** Date.parse takes the 31st of any month. */
const isRealDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

/** A number, a price, a number with a unit, or a share such as 4.5/5. */
const numberIn = (written: string): number | undefined => {
  if (written.length > maxNumber) return undefined
  if (/^[-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?$/.test(written)) return Number(written)
  const amount = amountIn(written) ?? priceIn(written).price
  if (typeof amount === "number") return finite(amount)
  const [, sign = "", digits] = withUnit.exec(written) ?? []
  const number = digits === undefined ? undefined : amountIn(digits)
  return number === undefined ? undefined : finite(sign === "-" || sign === "\u2212" ? -number : number)
}

const finite = (number: number): number | undefined => Number.isFinite(number) ? number : undefined

const maxNumber = 60
const withUnit = /^([-+\u2212]?)(\d[\d.,'\u00A0\u202F]{0,20})(?: ?\/ ?\d{1,3}| ?(?:%|°?\p{L}{1,15}\.?))?$/u
