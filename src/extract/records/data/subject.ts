import { leavesOf, type ObjectShape } from "../../../core/domain/data/data-shape.ts"
import type { PageRecord } from "../../../core/domain/document/Document.ts"
import type { PageFacts, ParsedPage } from "../../Page.ts"
import type { ShapeFiller } from "./fill-shape.ts"
import type { Base } from "./find-values.ts"
import { foldedName } from "./property-names.ts"

const maxGroups = 12
/** Members by which a group is judged. */
const sample = 8
/** More members do not make a list a better one. */
const enough = 32
const maxSame = 4

export const baseOf = (record: PageRecord): Base => ({ source: record.source, fields: record.fields, record })

/** Records of one source and type. */
export type Group = ReadonlyArray<PageRecord>

export const groupsOf = (records: ReadonlyArray<PageRecord>): ReadonlyArray<Group> => {
  const groups = new Map<string, Array<PageRecord>>()
  for (const record of records) {
    const key = `${record.source} ${record.type} ${isCard(record)}`
    const group = groups.get(key)
    if (group !== undefined) group.push(record)
    else if (groups.size < maxGroups) groups.set(key, [record])
  }
  return [...groups.values()]
}

/** A block of a list. Only the product of the page has a name instead of a title. */
const isCard = ({ fields, source }: PageRecord): boolean => source === "repeated" && fields["name"] === undefined

/**
 * The record that the page is about, then others about the same thing. A record of another page, or one of several of
 * which none is clearly that of the page, is a neighbour.
 */
export const subjectOf = (
  groups: ReadonlyArray<Group>,
  shape: ObjectShape,
  filler: ShapeFiller,
  page: ParsedPage,
  facts: PageFacts
): ReadonlyArray<PageRecord> => {
  const own = ownTest(page, facts)
  let best: PageRecord | undefined
  let most = 0
  // A record of the request's own rules is about the page, if they describe only one.
  const described = groups.flatMap((group) => group.length === 1 && group[0]?.source === "selectors" ? group : [])
  for (const group of groups) {
    const candidate = candidateOf(group, own)
    if (candidate === undefined) continue
    if (besides.has(candidate.type) && !own.isExact(candidate)) continue
    const all = filler.count(shape, baseOf(candidate))
    const score = all + (isOfType(shape.title, candidate.type) ? 2 : 0)
    if (all > 0 && score > most) {
      most = score
      best = candidate
    }
  }
  if (best === undefined) return described
  const { name } = best
  const same = groups.flatMap((group) => {
    const [other] = group
    return group.length === 1 && other !== undefined && other !== best && name !== "" && other.name === name
      ? [other]
      : []
  })
  return [...described, best, ...same.slice(0, maxSame)]
}

/** The owner of the site, whom a page may be asked for the contact of. */
export const ownerOf = (groups: ReadonlyArray<Group>): PageRecord | undefined =>
  groups.find(([first, second]) => second === undefined && owners.test(first?.type ?? ""))?.[0]

const owners = /^(?:Organization|Corporation|OnlineStore|NewsMediaOrganization|LocalBusiness|\w+Business|Store)$/

/** Things that many pages describe beside their subject. */
const besides: ReadonlySet<string> = new Set(
  "Organization Corporation OnlineStore NewsMediaOrganization LocalBusiness Store Brand Person Place PostalAddress VideoObject AudioObject Question Answer Review Comment Offer AggregateRating HowToStep"
    .split(" ")
)

interface OwnTest {
  /** Whether a record is that of the page. Undefined: it does not say. */
  readonly isOwn: (record: PageRecord) => boolean | undefined
  /** The record has the address or the title of the page. */
  readonly isExact: (record: PageRecord) => boolean
}

const ownTest = (page: ParsedPage, facts: PageFacts): OwnTest => {
  const here = new Set([page.url.href, facts.metadata.canonical_url].filter((url) => url !== "").map(plainAddress))
  const title = foldedName(facts.title)
  const isHere = (url: string): boolean => url !== "" && here.has(plainAddress(url))
  return {
    isExact: ({ name, url }) => isHere(url) || (title !== "" && foldedName(name) === title),
    isOwn: ({ name, url }) => {
      const folded = foldedName(name)
      if (isHere(url)) return true
      if (folded !== "" && title !== "" && (title.includes(folded) || folded.includes(title))) return true
      return url === "" ? undefined : false
    }
  }
}

/** Without what does not change the page. */
const plainAddress = (url: string): string =>
  url.replace(/[#?].*$/s, "").replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "")

const candidateOf = (group: Group, own: OwnTest): PageRecord | undefined => {
  const [first] = group
  if (first === undefined || isCard(first) || first.source === "selectors") return undefined
  if (group.length === 1 || group.every(({ name }) => name !== "" && name === first.name)) {
    return own.isOwn(first) === false ? undefined : first
  }
  const mine = group.filter((record) => own.isOwn(record) === true)
  const exact = mine.filter(own.isExact)
  return exact.length === 1 ? exact[0] : mine.length === 1 ? mine[0] : undefined
}

/** Whether a name, as one or as several, is that of a type. */
const isOfType = (name: string, type: string): boolean => {
  const [wanted, given] = [foldedName(name), foldedName(type)]
  return given !== "" && (wanted === given || wanted === `${given}s` || wanted === `${given.replace(/y$/, "ie")}s`)
}

/** The group that gives most for the rows of a list. */
export const rowsOf = (groups: ReadonlyArray<Group>, name: string, items: ObjectShape, filler: ShapeFiller): Group => {
  let best: Group = []
  let most = 0
  for (const group of groups) {
    const counts = group.slice(0, sample).map((record) => filler.count(items, baseOf(record)))
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
    const isNamed = [name, items.title].some((text) => isOfType(text, group[0]?.type ?? ""))
    const score = mean * Math.log2(1 + Math.min(group.length, enough)) * (isNamed ? 2 : 1)
    const usable = counts.filter((count) => count >= minValues(items)).length
    if (usable >= counts.length / 2 && score > most) {
      most = score
      best = group
    }
  }
  return best
}

/** Fewer values of several do not make a row. */
export const minValues = (items: ObjectShape): number => Math.min(2, leavesOf(items))
