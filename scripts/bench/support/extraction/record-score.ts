import type { PageRecord } from "../../../../src/core/domain/document/Document.ts"

export interface RecordLabel {
  readonly type?: string
  /** Every name that is right. */
  readonly name: ReadonlyArray<string>
  /** Every address that is right, relative to the page. */
  readonly url?: string | ReadonlyArray<string>
  /** Current prices, of all variants. 0 is free. */
  readonly price?: ReadonlyArray<number>
  readonly currency?: string
  /** `imageKey` of every picture of the item. */
  readonly image?: ReadonlyArray<string>
}

export interface PageLabels {
  readonly id: string
  readonly kind: "list" | "product" | "article" | "other"
  /** Held out of tuning. */
  readonly held: boolean
  /** Items of lists beside the main one: neither required nor wrong. The posts of a thread are not judged. */
  readonly others: ReadonlyArray<RecordLabel> | "any"
  readonly records: ReadonlyArray<RecordLabel>
}

const fieldNames = ["type", "name", "price", "currency", "image", "url"] as const
type FieldName = (typeof fieldNames)[number]

interface FieldCount {
  readonly given: number
  readonly right: number
  readonly labelled: number
}

export interface RecordScore {
  readonly pages: number
  readonly allRight: number
  /** Labelled records, and the found ones of them. */
  readonly labelled: number
  readonly found: number
  /** Records of the Document that are judged, and the right ones of them. */
  readonly judged: number
  readonly right: number
  readonly empty: number
  readonly fields: Readonly<Record<FieldName, FieldCount>>
  readonly misses: ReadonlyArray<string>
}

/**
 * A record is an item if its address or its name is the label's. Declared records of other things (the site, a review)
 * are not judged.
 */
export const scoreRecords = (page: PageLabels, records: ReadonlyArray<PageRecord>, base: string): RecordScore => {
  const labelOf = labelFinder(page.records, base)
  const otherOf = labelFinder(page.others === "any" ? [] : page.others, base)
  const matches = records.map((record) => ({ record, label: labelOf(record) }))
  const wrong = page.others === "any" ?
    [] :
    records.filter((record) =>
      record.source === "repeated" && labelOf(record) === undefined && otherOf(record) === undefined
    )
  const pairs = matches.flatMap(({ label, record }) => label === undefined ? [] : [{ label, record }])
  const found = new Set(pairs.map(({ label }) => label))
  const others = page.others === "any" ? [] : records.filter((record) => otherOf(record) !== undefined)
  const right = pairs.length + others.length
  const missed = page.records.filter((label) => !found.has(label))
  return {
    pages: 1,
    allRight: wrong.length + missed.length === 0 ? 1 : 0,
    labelled: page.records.length,
    found: found.size,
    judged: right + wrong.length,
    right,
    empty: records.filter(isEmpty).length,
    fields: byField((name) => countOf(pairs.map(({ label, record }) => judgementOf(name, record, label, base)))),
    misses: [
      ...missed.map(({ name }) => `missed ${name[0]}`),
      ...wrong.map(({ name, url }) => `wrong ${name} ${url}`),
      ...pairs.flatMap(({ label, record }) =>
        fieldNames.filter((name) => judgementOf(name, record, label, base) === "wrong").map((name) =>
          `${name} ${JSON.stringify(record[name])} for ${JSON.stringify(label[name])}`
        )
      )
    ]
  }
}

export const sumScores = (scores: ReadonlyArray<RecordScore>): RecordScore => {
  const sum = (of: (score: RecordScore) => number): number => scores.reduce((total, score) => total + of(score), 0)
  return {
    pages: sum(({ pages }) => pages),
    allRight: sum(({ allRight }) => allRight),
    labelled: sum(({ labelled }) => labelled),
    found: sum(({ found }) => found),
    judged: sum(({ judged }) => judged),
    right: sum(({ right }) => right),
    empty: sum(({ empty }) => empty),
    fields: byField((name) => ({
      given: sum(({ fields }) => fields[name].given),
      right: sum(({ fields }) => fields[name].right),
      labelled: sum(({ fields }) => fields[name].labelled)
    })),
    misses: scores.flatMap(({ misses }) => misses)
  }
}

/** Precision and recall of records; of each field, its precision and how many of the labelled ones are right. */
export const tableOf = (score: RecordScore): Readonly<Record<string, string | number>> => ({
  pages: score.pages,
  "all right": score.allRight,
  precision: share(score.right, score.judged),
  recall: share(score.found, score.labelled),
  empty: score.empty,
  ...Object.fromEntries(fieldNames.map((name) => {
    const { given, labelled, right } = score.fields[name]
    return [name, `${share(right, given)} ${share(Math.min(right, labelled), labelled)}`]
  }))
})

/** A picture without the server, the size and the format of its address. */
const imageKey = (url: string): string => {
  const inner = URL.canParse(url) ? new URL(url).searchParams.get("url") : null
  const parts = decoded(decoded(inner ?? url).split(/[?#]/)[0] ?? "").split("/")
  return (parts.at(-1) || parts.at(-2) || "").toLowerCase().replace(/\.(?:jpe?g|png|webp|avif|gif)$/, "")
    .replace(/[-_](?:\d+x\d*|x\d+|\d+w)(?=$|[._])/g, "").replace(/\.\d+\.\d+$/, "").slice(0, 60)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const labelFinder = (labels: ReadonlyArray<RecordLabel>, base: string) => {
  const byUrl = new Map(
    labels.flatMap((label) => urlsOf(label).map((url) => [addressKey(url, base), label] as const))
  )
  const byName = new Map(labels.flatMap((label) => label.name.map((name) => [letters(name), label] as const)))
  return ({ name, url }: PageRecord): RecordLabel | undefined =>
    (url === "" ? undefined : byUrl.get(addressKey(url, base))) ?? (name === "" ? undefined : byName.get(letters(name)))
}

const urlsOf = ({ url }: RecordLabel): ReadonlyArray<string> => url === undefined ? [] : [url].flat()

const letters = (text: string): string => text.slice(0, 160).toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")

const addressKey = (url: string, base: string): string => {
  if (!URL.canParse(url, base)) return url
  const { hostname, pathname, search } = new URL(url, base)
  return `${hostname}${pathname.replace(/\/$/, "")}${search}`
}

type Judgement = "right" | "wrong" | "missing" | "none" | "unjudged"

const judgementOf = (field: FieldName, record: PageRecord, label: RecordLabel, base: string): Judgement => {
  const value = record[field]
  const isLabelled = field === "price" ? label.price?.some((price) => price > 0) === true : label[field] !== undefined
  if (value === "" || value === null) return isLabelled ? "missing" : "none"
  if (field === "currency" && label.currency === undefined || field === "type" && label.type === undefined) {
    return "unjudged"
  }
  return isRight[field](record, label, base) ? "right" : "wrong"
}

const isRight: Readonly<Record<FieldName, (record: PageRecord, label: RecordLabel, base: string) => boolean>> = {
  type: ({ type }, label) => familyOf(type) === label.type,
  name: ({ name }, label) => label.name.some((other) => letters(other) === letters(name)),
  price: ({ price }, label) =>
    price === 0 || label.price?.some((other) => Math.abs(other - (price ?? 0)) < 0.005) === true,
  currency: ({ currency }, label) => currency === label.currency,
  image: ({ image }, label) => label.image?.includes(imageKey(image)) === true,
  url: ({ url }, label, base) => urlsOf(label).some((other) => addressKey(url, base) === addressKey(other, base))
}

const familyOf = (type: string): string =>
  /Article|BlogPosting/.test(type)
    ? "Article"
    : type.startsWith("Product")
    ? "Product"
    : type.endsWith("Event")
    ? "Event"
    : type

const countOf = (judgements: ReadonlyArray<Judgement>): FieldCount => {
  const count = (...wanted: ReadonlyArray<Judgement>): number => judgements.filter((one) => wanted.includes(one)).length
  return { given: count("right", "wrong"), right: count("right"), labelled: count("right", "wrong", "missing") }
}

const byField = (of: (name: FieldName) => FieldCount): Readonly<Record<FieldName, FieldCount>> => ({
  type: of("type"),
  name: of("name"),
  price: of("price"),
  currency: of("currency"),
  image: of("image"),
  url: of("url")
})

const share = (part: number, whole: number): string => whole === 0 ? "-" : (part / whole).toFixed(3)

const isEmpty = ({ fields }: PageRecord): boolean => {
  const own = Object.entries(fields).filter(([name]) => name !== "@id" && name !== "position")
  return own.every(([, value]) => value === "" || value === null || Array.isArray(value) && value.length === 0)
}
