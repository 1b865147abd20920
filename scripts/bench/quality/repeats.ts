import { Effect } from "effect"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { selectContent } from "../../../src/extract/content/select-content.ts"
import { visiblePage } from "../../../src/extract/content/visible/visible-page.ts"
import { lineHash } from "../../../src/extract/fingerprint/FoldedLine.ts"
import { encodeLines, LineHashes } from "../../../src/extract/fingerprint/LineHashes.ts"
import { pageLines } from "../../../src/extract/fingerprint/page-lines.ts"
import { SampledPages } from "../../../src/extract/fingerprint/SampledPages.ts"
import { partsToDrop, withoutLines } from "../../../src/extract/fingerprint/without-repeats.ts"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { foldModels, foldOf } from "../../support/fold-of.ts"
import { addressOf, figuresOf, inputOf, type RealPage, realPages } from "../../support/real-pages.ts"

/**
 * F1 of pages with siblings of the same host, with `repeats` keep and drop, at 2, 5 and all siblings:
 * `npm run bench -- repeats [--models FOLDER] [--set general]`. With the models of a cross-validation (`train.ts
 * FOLDER`), each page is read by the one that has not seen its site.
 */
interface ReadPage {
  readonly id: string
  readonly host: string
  readonly type: string
  readonly text: string
  readonly markdown: string
  readonly lines: Uint8Array
}

const threads = 2
const { values: options } = parseArgs({
  strict: false,
  options: { models: { type: "string" }, set: { type: "string", default: "general" } }
})
const set = options.set === "news" ? "news" : "general"
const hostOf = (page: RealPage) => new URL(addressOf(page)).hostname
const byHost = Map.groupBy(realPages(set), hostOf)
const pages = [...byHost.values()].filter(({ length }) => length > 1).flat()

const readPages = (first: number): ReadonlyArray<ReadPage> => {
  const models = typeof options.models === "string" ? foldModels(options.models) : []
  return pages.filter((_, index) => index % threads === first).map((page) => {
    const parsed = visiblePage(Effect.runSync(htmlParser.parse(inputOf(page))))
    const selection = selectContent(parsed, models[foldOf(page)])
    const { markdown, text } = renderContent(parsed, selection)
    const lines = encodeLines(pageLines({ selection, text }))
    return { id: page.id, host: hostOf(page), type: page.page_type, text, markdown, lines }
  })
}

const inThread = (first: number): Promise<ReadonlyArray<ReadPage>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: first, argv: process.argv.slice(2) })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

const sampled = (all: ReadonlyArray<ReadPage>): SampledPages => {
  const making = SampledPages.of(all.map(({ lines }) => new LineHashes(lines)))
  for (let step = making.next();; step = making.next()) if (step.done === true) return step.value
}

/** The text of a page without what it shares with these siblings. */
const dropped = (page: ReadPage, siblings: ReadonlyArray<ReadPage>): string => {
  const site = sampled([page, ...siblings])
  const repeated = new Set(site.repeatedLines(new LineHashes(page.lines)))
  const parts = partsToDrop(page.markdown, (folded) => {
    const hash = lineHash(folded)
    return repeated.has(hash) ? { pages: site.countOf(hash) - 1, of: siblings.length } : undefined
  })
  return withoutLines(page.text, parts)
}

/** The next pages of the host, in the order of the set. */
const siblingsOf = (page: ReadPage, all: ReadonlyArray<ReadPage>, count: number): ReadonlyArray<ReadPage> => {
  const at = all.indexOf(page)
  return [...all.slice(at + 1), ...all.slice(0, at)].slice(0, count)
}

const report = (name: string, read: ReadonlyArray<ReadPage>, count: number): void => {
  const hosts = Map.groupBy(read, ({ host }) => host)
  const enough = read.filter(({ host }) => (hosts.get(host)?.length ?? 0) > Math.min(count, 2))
  if (enough.length === 0) return console.log(`\n${name}: no page has two`)
  const rows = enough.map((page) => ({
    id: page.id,
    kept: page.text,
    text: dropped(page, siblingsOf(page, hosts.get(page.host) ?? [], count))
  }))
  const keep = figuresOf(set, rows.map(({ id, kept }) => ({ id, text: kept })))
  const drop = figuresOf(set, rows.map(({ id, text }) => ({ id, text })))
  console.log(`\n${name}: ${enough.length} pages, ${rows.filter(({ kept, text }) => kept !== text).length} change`)
  console.table(Object.fromEntries(
    Object.keys(keep).map((type) => [type, {
      pages: keep[type]?.["pages"],
      keep: keep[type]?.["f1"],
      drop: drop[type]?.["f1"],
      precision: drop[type]?.["precision"],
      recall: drop[type]?.["recall"]
    }])
  ))
  if (count === Infinity) worst(rows)
}

const worst = (rows: ReadonlyArray<{ readonly id: string; readonly kept: string; readonly text: string }>): void => {
  const f1 = (id: string, text: string) => figuresOf(set, [{ id, text }])["all"]?.["f1"] ?? 0
  const changes = rows.filter(({ kept, text }) => kept !== text)
    .map(({ id, kept, text }) => ({ id, keep: f1(id, kept), drop: f1(id, text) }))
  console.log("\nthe ten pages that lose most")
  console.table(changes.toSorted((a, b) => (a.drop - a.keep) - (b.drop - b.keep)).slice(0, 10))
}

if (isMainThread) {
  const read = (await Promise.all(Array.from({ length: threads }, (_, first) => inThread(first)))).flat()
  const order = new Map(pages.map(({ id }, index) => [id, index]))
  const sorted = read.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  const bytes = sorted.reduce((sum, { lines }) => sum + lines.length, 0) / sorted.length
  console.log(`${sorted.length} pages, ${bytes.toFixed(0)} bytes of lines each`)
  report("2 siblings", sorted, 2)
  report("5 siblings", sorted, 5)
  report("all siblings", sorted, Infinity)
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(readPages(Number(workerData)))
}
