import { Effect } from "effect"
import { contentOf } from "../../src/extract/Content.ts"
import { collectLinks } from "../../src/extract/links/collect-links.ts"
import { collectMedia } from "../../src/extract/media/collect-media.ts"
import { readFacts } from "../../src/extract/metadata/read-facts.ts"
import type { ParsedPage } from "../../src/extract/Page.ts"
import { htmlParser } from "../../src/extract/parsers/html.ts"
import { collectRecords } from "../../src/extract/records/collect-records.ts"
import { pageInput } from "../support/page-input.ts"

/** CPU of the stages after content over pages that are doubled up to 5 MB: where the work doubles too, each ratio is about 2. */
const megabyte = 1024 * 1024
const sizes = [1.25, 2.5, 5].map((size) => size * megabyte)

const repeat = (size: number, part: (index: number) => string): string => {
  const parts: Array<string> = []
  for (let length = 0, index = 0; length < size; index++) {
    const next = part(index)
    parts.push(next)
    length += next.length
  }
  return parts.join("")
}

const nested = (size: number, open: string, close: string, depth: number): string => {
  const one = `${open.repeat(depth)}word${close.repeat(depth)}`
  return repeat(size, () => one)
}

const kinds: Readonly<Record<string, (size: number) => string>> = {
  links: (size) => repeat(size, (index) => `<p><a href="/page/${index}">Link number ${index}</a></p>`),
  microdata: (size) =>
    repeat(
      size,
      (index) =>
        `<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Thing ${index}</b><i itemprop=price>${index}</i></div>`
    ),
  "one microdata item": (size) =>
    `<div itemscope>${repeat(size, (index) => `<b itemprop="p${index % 50}">Value ${index}</b>`)}</div>`,
  "nested microdata": (size) => nested(size, "<div itemscope itemprop=a><div itemprop=b>", "</div></div>", 100),
  itemref: (size) =>
    `<p id=a itemprop=x itemscope itemref=a>${repeat(size / 2, (index) => `<i itemprop=y>${index}</i>`)}</p>${
      repeat(size / 2, () => "<div itemscope itemref=\"a a a\"></div>")
    }`,
  rdfa: (size) => repeat(size, (index) => `<div typeof=Thing><b property=name>Thing ${index}</b></div>`),
  "json-ld": (size) =>
    repeat(
      size,
      (index) => `<script type="application/ld+json">{"@type":"Thing","@id":"#${index}","name":"${index}"}</script>`
    ),
  "json-ld list": (size) =>
    `<script type="application/ld+json">{"@type":"ItemList","itemListElement":[${
      repeat(size, (index) => `{"@type":"ListItem","item":{"@id":"#${index % 9}"}},`)
    }1]}</script>`,
  bylines: (size) =>
    repeat(size, (index) => `<p class="byline author date">By Person Number ${index}, May 4, 2026</p>`),
  "nested bylines": (size) => nested(size, "<div class=\"byline author date\">", "</div>", 200),
  cards: (size) =>
    repeat(
      size,
      (index) => `<li class=card><a href=/${index}><h3>Product ${index}</h3></a><p>About product ${index}.</p></li>`
    ),
  "nested cards": (size) => nested(size, "<div class=card><a href=/x>Some title of it</a>", "</div>", 150)
}

const pageOf = (body: string): ParsedPage =>
  Effect.runSync(htmlParser.parse(pageInput(`<!doctype html><title>Growth</title><body>${body}`)))

const cpu = (work: () => unknown): number => {
  const started = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(started)
  return (system + user) / 1000
}

const measure = (body: string) => {
  const page = pageOf(body)
  const content = contentOf(page)
  const facts = readFacts(page, content)
  return {
    metadata: cpu(() => readFacts(page, content)),
    links: cpu(() => collectLinks(page)),
    media: cpu(() => collectMedia(page, content.selection)),
    records: cpu(() => collectRecords(page, content, facts))
  }
}

const asked = process.argv.slice(2)
for (const [kind, make] of Object.entries(kinds).filter(([kind]) => asked.length === 0 || asked.includes(kind))) {
  const costs = sizes.map((size) => measure(make(size)))
  const line = (["metadata", "links", "media", "records"] as const).map((stage) => {
    const spent = costs.map((cost) => cost[stage])
    return `${stage} ${spent.map((ms) => ms.toFixed(0)).join(" / ")}`
  })
  console.log(`${kind}: ${line.join(", ")} (ms for 1.25 / 2.5 / 5 MB)`)
}
