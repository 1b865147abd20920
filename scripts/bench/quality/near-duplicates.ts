import { Effect } from "effect"
import { SimilarPages } from "../../../src/crawling/crawl/settle/SimilarPages.ts"
import { SiteTemplates } from "../../../src/crawling/jobs/templates/SiteTemplates.ts"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { nearKeyOf, type NearText } from "../../../src/extract/fingerprint/near-key.ts"
import { pageShape } from "../../../src/extract/fingerprint/page-shape.ts"
import { readFacts } from "../../../src/extract/metadata/read-facts.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { pageInput } from "../../support/page-input.ts"
import { addressOf, bodyOf, realPages } from "../../support/real-pages.ts"
import { edits, nearVariants } from "../support/changes/near-variants.ts"
import { numbersFrom, report, type Row } from "../support/report.ts"
import { templatePages } from "../support/sites/template-pages.ts"

/**
 * Near duplicates and templates. `npm run bench -- near-duplicates [every] [pages of a template]`: of every so manieth
 * real page, the share of variants that are found and of edited texts that are taken for it; pages of templates that
 * are taken for another one; groups of these templates; pairs of the real pages; CPU.
 */
const [every = 4, each = 200] = numbersFrom(4, 200)

interface ReadPage extends NearText {
  readonly shape: string
}

const read = (html: string, url: string): ReadPage => {
  const page = Effect.runSync(htmlParser.parse(pageInput(html, url)))
  const content = contentOf(page)
  const { title } = readFacts(page, content)
  return { text: content.text, title, pageType: content.selection.pageType, shape: pageShape(page.html.body) }
}

const isNear = (page: NearText, other: NearText): boolean => {
  const [key, otherKey] = [nearKeyOf(page), nearKeyOf(other)]
  if (key === undefined || otherKey === undefined) return false
  const pages = new SimilarPages()
  pages.add({ near: key, url: "" })
  return pages.find(otherKey) !== undefined
}

const counts = new Map<string, { near: number; of: number }>()
const count = (name: string, near: boolean) => {
  const known = counts.get(name) ?? { near: 0, of: 0 }
  counts.set(name, { near: known.near + Number(near), of: known.of + 1 })
}

/** The pages that resemble one before them. Pages with the same text are left out: they are dropped in any case. */
const resembling = (pages: Iterable<readonly [url: string, page: NearText]>): ReadonlyArray<string> => {
  const known = new SimilarPages()
  const found: Array<string> = []
  const texts = new Set<string>()
  for (const [url, page] of pages) {
    const near = nearKeyOf(page)
    const similar = near === undefined ? undefined : known.find(near)
    if (similar !== undefined && !texts.has(page.text)) {
      found.push(`${url} is like ${similar.url} (${similar.distance})`)
    }
    if (similar === undefined && near !== undefined) known.add({ near, url })
    texts.add(page.text)
  }
  return found
}

const real: Array<readonly [string, ReadPage]> = []
for (const [index, page] of realPages().entries()) {
  const html = new TextDecoder().decode(bodyOf(page))
  const url = addressOf(page)
  const own = read(html, url)
  real.push([url, own])
  if (index % every > 0 || nearKeyOf(own) === undefined) continue
  for (const [name, change] of Object.entries(nearVariants)) {
    count(`variant: ${name}`, isNear(own, read(change(html), url)))
  }
  for (const [name, edit] of Object.entries(edits)) {
    const text = edit(own.text)
    if (text !== undefined) count(`edited: ${name}`, isNear(own, { ...own, text }))
  }
  count("edited: title", isNear(own, { ...own, title: `${own.title} II` }))
}

const templates = new SiteTemplates()
const kinds = new Map<string, string>()
const made = templatePages(each).map(({ html, template, url }) => {
  const page = read(html, url)
  kinds.set(url, template)
  const seen = { text: "", likeness: { shape: page.shape, fields: "" } }
  templates.add({ url, outcome: "stored", code: "", status: 200, depth: 0, found_on: "", elapsed_ms: 0, seen })
  return [url, page] as const
})

/** Milliseconds of CPU of a page, the best of a few turns. */
const cpuOf = (work: (page: ReadPage) => void): number =>
  Math.min(...Array.from({ length: 5 }, () => {
    const before = process.cpuUsage().user
    for (const [, page] of real) work(page)
    return (process.cpuUsage().user - before) / 1000 / real.length
  }))

const rows: Array<Row> = Array.from(counts, ([name, { near, of }]) => ({ name, near, of }))
const wrong = resembling(made)
rows.push({ name: "pages of templates", near: wrong.length, of: made.length })
const same = resembling(real)
rows.push({ name: "real pages", near: same.length, of: real.length })
rows.push({
  name: "real pages with a key",
  near: real.filter(([, page]) => nearKeyOf(page) !== undefined).length,
  of: real.length
})
rows.push({ name: "groups of templates", near: templates.list().length, of: new Set(kinds.values()).size })
rows.push({ name: "CPU of a key, ms", near: cpuOf(nearKeyOf) })
report(rows)
for (const line of [...wrong.slice(0, 10), ...same]) console.error(line)
for (const { examples, pages } of templates.list()) {
  console.error(`${pages} pages: ${[...new Set(examples.map((url) => kinds.get(url)))].join(", ")}`)
}
