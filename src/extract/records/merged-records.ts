import { isObject, type JsonObject } from "../metadata/declared/json-ld.ts"
import { lettersAndDigits } from "../metadata/letters-and-digits.ts"
import type { RawRecord } from "../Page.ts"
import { isBlankValue, pageAddress, withCommonFields } from "./common-fields.ts"
import { kindOf } from "./schema-types.ts"

/**
 * One record where several say the same thing: those of one kind and name that differ in no address, number, price or
 * day. The first one gets what it has not from the others.
 */
export const mergedRecords = (records: ReadonlyArray<RawRecord>, base: URL): ReadonlyArray<RawRecord> => {
  const merged: Array<RawRecord> = []
  const places = new Map<string, Array<number>>()
  for (const record of records) {
    const key = keyOf(record, base)
    const known = key === undefined ? [] : places.get(key) ?? []
    const place = known.find((index) => isSame(merged[index]!, record, base))
    if (place !== undefined) {
      merged[place] = completed(merged[place]!, record.fields)
      continue
    }
    if (key !== undefined && known.length < maxOfName) places.set(key, [...known, merged.length])
    merged.push(record)
  }
  return merged
}

/** Records of one name that are compared with the next. */
const maxOfName = 10

const keyOf = ({ fields, source, type }: RawRecord, base: URL): string | undefined => {
  const kind = kindOf(type)
  if (kind === undefined) return undefined
  const name = lettersAndDigits(withCommonFields({ fields, source, type }, base).name)
  return name === "" ? undefined : `${kind} ${name}`
}

const isSame = (one: RawRecord, other: RawRecord, base: URL): boolean => {
  const [first, second] = [one, other].map((record) => withCommonFields(record, base))
  if (first === undefined || second === undefined) return false
  const [price, price2] = [first.price, second.price]
  // The posts of a thread have one headline.
  if (kindOf(one.type) === "Article" && one.source === other.source && (first.url === "" || second.url === "")) {
    return false
  }
  return !differ(pageAddress(first.url), pageAddress(second.url)) &&
    (price === null || price2 === null || price === price2) &&
    identifiers.every((name) => !differ(text(one.fields[name]), text(other.fields[name])))
}

const identifiers =
  "sku mpn gtin gtin8 gtin12 gtin13 gtin14 isbn productID vehicleIdentificationNumber startDate color size".split(" ")

const differ = (one: string, other: string): boolean => one !== "" && other !== "" && one !== other

const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : ""

/** The fields, with those of another source where they are blank, and with its lists where they have no more than one. */
const completed = (record: RawRecord, other: JsonObject): RawRecord => {
  const added = Object.entries(other).filter(([name, value]) => {
    const own = record.fields[name]
    return isBlankValue(own, 0) ? !isBlankValue(value, 0) : lists.has(name) && entries(value) > 1 && entries(own) < 2
  })
  return added.length === 0 ? record : { ...record, fields: { ...record.fields, ...Object.fromEntries(added) } }
}

const lists: ReadonlySet<string> = new Set(["recipeIngredient", "recipeInstructions"])

/** Lines of a list, also of one that is one text. */
const entries = (value: unknown): number => {
  if (typeof value === "string") return value.split("\n").length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + entries(item), 0)
  if (!isObject(value)) return 0
  return Math.max(1, entries(value["itemListElement"] ?? value["text"]))
}
