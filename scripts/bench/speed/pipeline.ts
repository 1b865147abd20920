import { Effect } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import * as zlib from "node:zlib"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { pageInput } from "../../support/page-input.ts"
import { withPeers } from "../support/peers.ts"
import { median, numbersFrom, quantile, report, type Row } from "../support/report.ts"
import { generatedPage, standardPage } from "../support/sites/generated-page.ts"

/**
 * CPU milliseconds from HTML to the whole Document by stage, against readability and turndown over linkedom and over
 * jsdom, page by page in turn: `npm run bench -- pipeline [pages, 60]`. The pages are the shared real ones where they
 * are there, else generated.
 */
const [count = 0] = numbersFrom(60)
const shared = path.join(import.meta.dirname, "../../../../shared/extraction/html")

const realPages = (): ReadonlyArray<string> => {
  const names = fs.readdirSync(shared).toSorted()
  const step = Math.max(1, Math.floor(names.length / count))
  return names.filter((_, index) => index % step === 0).slice(0, count)
    .map((name) => zlib.gunzipSync(fs.readFileSync(path.join(shared, name))).toString())
}

const pages = fs.existsSync(shared)
  ? realPages()
  : Array.from({ length: count }, (_, index) => generatedPage(index, count, (to) => `/articles/${to}`, standardPage))

const cpuMillis = <A>(run: () => A): readonly [result: A, millis: number] => {
  const started = process.cpuUsage()
  const result = run()
  const { system, user } = process.cpuUsage(started)
  return [result, (system + user) / 1000]
}

type Step = readonly [name: string, run: (input: unknown) => unknown]

withPeers()
const { readers }: { readers: Readonly<Record<string, ReadonlyArray<Step>>> } = await import(
  path.join(import.meta.dirname, "../peers/readers.mjs")
)
const costs = new Map<string, Array<number>>()
const add = (name: string, millis: number): void => void costs.set(name, [...costs.get(name) ?? [], millis])

const gleaner = (html: string, keep: boolean) =>
  Effect.gen(function*() {
    const extractor = yield* Extractor
    const [{ json }, millis] = cpuMillis(() => Effect.runSync(extractor.extract(pageInput(html))))
    if (!keep) return
    add("gleaner: in all", millis)
    const { trace }: Document = JSON.parse(new TextDecoder().decode(json))
    // The stages report their time; each gets its share of the CPU time.
    const stages = trace.stages.filter(({ name }) => name !== "fetch")
    const elapsed = stages.reduce((sum, stage) => sum + stage.elapsed_ms, 0)
    for (const { elapsed_ms, name } of stages) add(`gleaner: ${name}`, millis * elapsed_ms / elapsed)
  })

const peer = (name: string, steps: ReadonlyArray<Step>, html: string, keep: boolean): void => {
  let value: unknown = html
  let whole = 0
  for (const [step, run] of steps) {
    const [result, millis] = cpuMillis(() => run(value))
    value = result
    whole += millis
    if (keep) add(`${name}: ${step}`, millis)
  }
  if (keep) add(`${name}: in all`, whole)
}

// The first pages pay for the compiler: they are read once more and counted then.
const warmUp = Math.min(15, pages.length)
const program = Effect.gen(function*() {
  for (const [index, html] of [...pages.slice(0, warmUp), ...pages].entries()) {
    yield* gleaner(html, index >= warmUp)
    for (const [name, steps] of Object.entries(readers)) {
      try {
        peer(name, steps, html, index >= warmUp)
      } catch (cause) {
        console.error(`${name} cannot read page ${index}: ${String(cause)}`)
      }
    }
  }
})
await Effect.runPromise(program.pipe(Effect.provide(Extractor.layerInline)))

const base = median(costs.get("gleaner: in all") ?? [])
const rows: ReadonlyArray<Row> = [...costs].map(([name, values]) => ({
  [`CPU ms a page, ${pages.length} pages`]: name,
  median: median(values),
  mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  p95: quantile(values, 0.95),
  "median x": median(values) / base
}))
report(rows)
