import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as zlib from "node:zlib"
import type { Document } from "../../src/domain/Document.ts"
import { Extractor } from "../../src/extract/Extractor.ts"
import type { PageInput } from "../../src/extract/Page.ts"

/**
 * The whole pipeline, bytes to Document, over the shared set of real pages: the set's own score by page type, and the CPU a page
 * costs. `npm run bench:extraction -- 4` takes every fourth page.
 */
const shared = path.join(import.meta.dirname, "../../../shared/extraction")
const every = Number(process.argv[2] ?? 1)

interface Truth {
  readonly id: string
  readonly url: string
}

const rows = zlib.gunzipSync(fs.readFileSync(path.join(shared, "truth.jsonl.gz"))).toString().trim().split("\n")
  .map((line) => JSON.parse(line) as Truth).filter((_, index) => index % every === 0)

const inputOf = ({ id, url }: Truth): PageInput => ({
  url,
  finalUrl: URL.canParse(url) ? url : `https://page-${id}.example/`,
  status: 200,
  headers: {},
  mediaType: "text/html",
  charset: undefined,
  body: zlib.gunzipSync(fs.readFileSync(path.join(shared, "html", `${id}.html.gz`))),
  fetchedAt: Date.now(),
  fetchElapsed: 0,
  redirects: [],
  retries: 0,
  cacheHit: false,
  rendered: false,
  warnings: [],
  depth: 0,
  includeHtml: false
})

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-extraction-"))
const costs: Array<number> = []
const stages = new Map<string, number>()

const measured = Effect.gen(function*() {
  const extractor = yield* Extractor
  // The first pages pay for the compiler; they are read twice and counted once.
  for (const row of rows.slice(0, 30)) yield* extractor.extract(inputOf(row))
  const lines: Array<string> = []
  for (const row of rows) {
    const input = inputOf(row)
    const started = process.cpuUsage()
    const { json } = yield* extractor.extract(input)
    const { system, user } = process.cpuUsage(started)
    costs.push((user + system) / 1000)
    const document = JSON.parse(new TextDecoder().decode(json)) as Document
    for (const { elapsed_ms, name } of document.trace.stages) stages.set(name, (stages.get(name) ?? 0) + elapsed_ms)
    lines.push(
      JSON.stringify({
        id: row.id,
        text: document.text,
        title: document.title,
        author: document.author,
        date: document.published_date
      })
    )
  }
  return lines
})

const lines = await Effect.runPromise(measured.pipe(Effect.provide(Extractor.layerInline)))
const out = path.join(folder, "out.jsonl")
const truth = path.join(folder, "truth.jsonl")
fs.writeFileSync(out, lines.join("\n"))
const ids = new Set(rows.map(({ id }) => id))
fs.writeFileSync(
  truth,
  zlib.gunzipSync(fs.readFileSync(path.join(shared, "truth.jsonl.gz"))).toString().trim().split("\n")
    .filter((line) => ids.has((JSON.parse(line) as Truth).id)).join("\n")
)
execFileSync(process.execPath, [
  path.join(shared, "score.mjs"),
  out,
  "--by-type",
  "--truth",
  truth,
  ...process.argv.slice(3)
], { stdio: "inherit" })
fs.rmSync(folder, { recursive: true })

const sorted = costs.toSorted((a, b) => a - b)
const at = (share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
const mean = sorted.reduce((sum, cost) => sum + cost, 0) / sorted.length
console.log(`CPU ms a page: mean ${mean.toFixed(1)}, median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`)
console.log(
  [...stages].filter(([name]) => name !== "fetch").map(([name, total]) => `${name} ${(total / rows.length).toFixed(2)}`)
    .join(", ")
)
