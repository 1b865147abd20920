import { Predicate } from "effect"
import type { Rules } from "../../../../src/core/domain/data/Rules.ts"
import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"
import { induce } from "../../../../src/extract/select/wrapper/induce/induce.ts"
import { relearn } from "../../../../src/extract/select/wrapper/induce/relearn.ts"
import { isDrifted } from "../../../../src/extract/select/wrapper/is-drifted.ts"
import { runRules } from "../../../../src/extract/select/wrapper/run-rules.ts"
import { talliesOf, withExamplesFirst } from "./measure-sites.ts"
import { type Redesign, redesigned } from "./sites/redesign.ts"
import { Random, type Site, type SitePage } from "./sites/Site.ts"

const [examples, checks, job, unseen] = [3, 9, 12, 8]
/** Instances that a wrapper keeps. */
const maxKnown = 12

/**
 * Learns rules, gives the site another markup, and learns anew from the data that the first rules gave. `outdated`:
 * share of the known values that the pages no longer have.
 */
export const measureRedesign = (site: Site, kind: Redesign, outdated: number) => {
  const pages = withExamplesFirst(Array.from({ length: examples + checks }, (_, n) => site.pageOf(n + 1)), examples)
  const { coverage, rules: before } = induce(
    site.schema,
    pages.slice(0, examples),
    pages.slice(examples).map(({ page, url }) => ({ page, url }))
  )
  if (before === null) return undefined
  const known = pages.slice(0, maxKnown).map(({ page, url }) => ({ url, data: read(before, site, page, url) }))
  const other = redesigned(site, kind)
  const pagesOf = (from: number, count: number) => Array.from({ length: count }, (_, n) => other.pageOf(from + n))
  const jobPages = pagesOf(100, job)
  const filledBy = (rules: Rules, all: ReadonlyArray<SitePage>, pointer: string) =>
    all.filter(({ page, url }) => pointersIn(read(rules, site, page, url)).has(pointer)).length
  const drifted = Object.entries(coverage.filled).filter(([pointer, filled]) =>
    isDrifted(
      { filled, pages: coverage.pages },
      { filled: filledBy(before, jobPages, pointer), pages: jobPages.length }
    )
  ).map(([pointer]) => pointer)
  const byUrl = new Map(pagesOf(1, examples + checks).map((page) => [page.url, page]))
  const random = new Random(`outdated ${site.name}`)
  const started = process.cpuUsage()
  const learnt = relearn(
    site.schema,
    before,
    known.flatMap(({ data, url }) => {
      const page = byUrl.get(url)
      return page === undefined || data === null ? [] : [{ url, page: page.page, data: aged(data, random, outdated) }]
    }),
    jobPages
  )
  const { user } = process.cpuUsage(started)
  const last = pagesOf(200, unseen)
  const tally = (rules: Rules) => talliesOf(site, last, (page, url) => read(rules, site, page, url))
  return { before: tally(before), after: tally(learnt.rules), drifted, learnt, seconds: user / 1e6 }
}

const read = (rules: Rules, { schema }: Site, page: string, address: string) => {
  const url = new URL(address)
  return runRules(rules, schema, { html: parseHtml(page), url, baseUrl: url }).data
}

const pointersIn = (data: unknown, pointer = "", found = new Set<string>()): ReadonlySet<string> => {
  if (Array.isArray(data)) { for (const item of data) pointersIn(item, `${pointer}/*`, found) }
  else if (Predicate.isObject(data)) {
    for (const [name, part] of Object.entries(data)) pointersIn(part, `${pointer}/${name}`, found)
  } else if (data !== null && data !== undefined) found.add(pointer)
  return found
}

/** Data in which numbers and texts have changed since. */
const aged = (data: unknown, random: Random, share: number): unknown => {
  if (Array.isArray(data)) return data.map((item) => aged(item, random, share))
  if (Predicate.isObject(data)) {
    return Object.fromEntries(Object.entries(data).map(([name, part]) => [name, aged(part, random, share)]))
  }
  if (!random.chance(share)) return data
  return typeof data === "number" ? data + 1 : data
}
