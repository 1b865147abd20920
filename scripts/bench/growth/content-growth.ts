import { Effect } from "effect"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { pageInput } from "../../support/page-input.ts"

/**
 * Pages made to hurt, of 1.25, 2.5 and 5 MB: the CPU of the whole pipeline, bytes to Document, should about double from
 * each to the next. `npm run bench -- content-growth [NAME]`.
 */
const sizes = [1.25, 2.5, 5]
const megabyte = 1_000_000

const filled = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length))

const pages: Readonly<Record<string, (bytes: number) => string>> = {
  "nested divs": (bytes) => `${filled("<div>", bytes / 2)}text${filled("</div>", bytes / 2)}`,
  "divs in fives": (bytes) => filled("<div><div><div><div><div>some text</div></div></div></div></div>", bytes),
  tables: (bytes) => filled("<table><tr><th>one<th>two<tr><td>three<td>four</table>", bytes),
  "one table": (bytes) => `<table>${filled("<tr><td>one<td>two three<td>four", bytes)}</table>`,
  links: (bytes) => filled("<a href=\"/a/b\">link text here</a> ", bytes),
  "a list of links": (bytes) => `<ul>${filled("<li><a href=\"/a/b\">link text here</a>", bytes)}</ul>`,
  paragraphs: (bytes) => filled("<p>Some words, in a paragraph, that go on for a while.</p>", bytes),
  "one long text": (bytes) => filled("words without end ", bytes),
  images: (bytes) => `<p>Some words</p><div class="footer">${filled("<img src=\"/a.png\">", bytes)}Subscribe</div>`,
  scripts: (bytes) => `<p>Some words</p><script>${filled("var a = 1; ", bytes)}</script>`,
  "one attribute": (bytes) => `<p title="${filled("word ", bytes)}">Some words</p>`
}

const cpuOf = Effect.fn("cpuOf")(function*(html: string) {
  const extractor = yield* Extractor
  const started = process.cpuUsage()
  yield* extractor.extract(pageInput(`<!doctype html><title>Growth</title>${html}`))
  const { system, user } = process.cpuUsage(started)
  return (user + system) / 1000
})

const [only] = process.argv.slice(2)
const measured = Effect.gen(function*() {
  for (const [name, page] of Object.entries(pages)) {
    if (only !== undefined && only !== name) continue
    yield* cpuOf(page(megabyte / 4))
    const costs = yield* Effect.forEach(sizes, (size) => cpuOf(page(size * megabyte)))
    console.log(name.padEnd(16), costs.map((cost, index) => `${sizes[index]} MB ${cost.toFixed(0)} ms`).join(", "))
  }
})

await Effect.runPromise(measured.pipe(Effect.provide(Extractor.layerInline)))
