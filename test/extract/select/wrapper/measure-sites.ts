import { Predicate } from "effect"
import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"
import { induce } from "../../../../src/extract/select/wrapper/induce/induce.ts"
import { runRules } from "../../../../src/extract/select/wrapper/run-rules.ts"
import type { Site, SitePage } from "./sites/Site.ts"

/** Values by pointer with * for items, of pages that no rule has seen. */
export interface Tally {
  right: number
  /** Another value than the page has. */
  wrong: number
  missing: number
  /** A value where the page has none. */
  invented: number
  absent: number
}

type Values = ReadonlyMap<string, unknown>

const valuesOf = (data: unknown, pointer = "", found = new Map<string, unknown>()): Values => {
  if (Array.isArray(data)) data.forEach((item, index) => valuesOf(item, `${pointer}/${index}`, found))
  else if (Predicate.isObject(data)) {
    for (const [name, value] of Object.entries(data)) valuesOf(value, `${pointer}/${name}`, found)
  } else if (data !== null && data !== undefined) found.set(pointer, data)
  return found
}

const leavesOf = (schema: unknown, pointer = ""): ReadonlyArray<string> => {
  if (!Predicate.isObject(schema)) return []
  const { items, properties } = schema as { readonly items?: unknown; readonly properties?: unknown }
  if (items !== undefined) return leavesOf(items, `${pointer}/*`)
  if (!Predicate.isObject(properties)) return [pointer]
  return Object.entries(properties).flatMap(([name, part]) => leavesOf(part, `${pointer}/${name}`))
}

const template = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*")

/** Learns from the first pages of a site, and reads the others. */
export const measureSite = (site: Site, examples: number, unseen: number, checks = 0) => {
  const pages = withExamplesFirst(Array.from({ length: examples + unseen }, (_, n) => site.pageOf(n + 1)), examples)
  const { problem, rules } = induce(
    site.schema,
    pages.slice(0, examples),
    pages.slice(examples, examples + checks).map(({ page, url }) => ({ page, url }))
  )
  const tallies = talliesOf(site, pages.slice(examples), (page, address) => {
    const url = new URL(address)
    return rules === null ? null : runRules(rules, site.schema, { html: parseHtml(page), url, baseUrl: url }).data
  })
  return { problem, rules, tallies }
}

/** Compares what is read from pages with their data. */
export const talliesOf = (
  site: Site,
  pages: ReadonlyArray<SitePage>,
  read: (page: string, url: string) => unknown
): ReadonlyMap<string, Tally> => {
  const tallies = new Map(leavesOf(site.schema).map((pointer): [string, Tally] => [pointer, newTally()]))
  for (const page of pages) compare(page, read(page.page, page.url), tallies)
  return tallies
}

/** As a person would choose them: each example adds as many new fields as possible. */
export const withExamplesFirst = (pages: ReadonlyArray<SitePage>, count: number): ReadonlyArray<SitePage> => {
  const chosen: Array<SitePage> = []
  const known = new Set<string>()
  const newOf = ({ data }: SitePage) =>
    new Set([...valuesOf(data).keys()].map(template).filter((one) => !known.has(one)))
  while (chosen.length < count) {
    const left = pages.filter((one) => !chosen.includes(one))
    const best = left.reduce((one, other) => newOf(other).size > newOf(one).size ? other : one)
    for (const pointer of newOf(best)) known.add(pointer)
    chosen.push(best)
  }
  return [...chosen, ...pages.filter((one) => !chosen.includes(one))]
}

const newTally = (): Tally => ({ right: 0, wrong: 0, missing: 0, invented: 0, absent: 0 })

const compare = ({ data }: SitePage, found: unknown, tallies: ReadonlyMap<string, Tally>): void => {
  const [wanted, given] = [valuesOf(data), valuesOf(found)]
  for (const [pointer, value] of wanted) {
    const tally = tallies.get(template(pointer))
    if (tally === undefined) continue
    const own = given.get(pointer)
    if (own === undefined) tally.missing++
    else if (own === value) tally.right++
    else tally.wrong++
  }
  for (const pointer of given.keys()) {
    const tally = tallies.get(template(pointer))
    if (!wanted.has(pointer) && tally !== undefined) tally.invented++
  }
  for (const [pointer, tally] of tallies) {
    if (!pointer.includes("*") && !wanted.has(pointer)) tally.absent++
  }
}
