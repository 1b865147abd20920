import { Effect, Option } from "effect"
import { parseArgs } from "node:util"
import type { Chunk, Document } from "../../../src/core/domain/document/Document.ts"
import { makeChunks } from "../../../src/extract/chunks/make-chunks.ts"
import { plainLines } from "../../../src/extract/chunks/plain-lines.ts"
import { loadTokenizer } from "../../../src/extract/chunks/tokenizer.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { extractorHere } from "../../../src/extract/stages/extractor-over-stages.ts"
import { findBrowser } from "../../../src/web/render/browser/find-browser.ts"
import { launchBrowser } from "../../support/launch-browser.ts"
import { documentFrom } from "../../support/page-input.ts"
import { bodyOf, inputOf, type RealPage, realPages } from "../../support/real-pages.ts"
import { followFragments, offlineFlags } from "../support/chunks/follow-fragments.ts"
import questions from "./passage-questions.json" with { type: "json" }

/**
 * Chunks of real pages: whether they keep to their budget, their positions are exact and none of the markdown is lost,
 * what they cost, whether a browser highlights the text that their addresses name, and how often a passage with the
 * answer is among the best for a question. `npm run bench -- chunks [--pages N, 1000] [--followed N, 100]`.
 */
const { values: options } = parseArgs({
  options: { pages: { type: "string", default: "1000" }, followed: { type: "string", default: "100" } }
})
const count = await loadTokenizer()
const extractor = await Effect.runPromise(Effect.provide(Extractor, extractorHere))
const all = realPages()

const documentOf = async (page: RealPage, request: object): Promise<Document> =>
  documentFrom(await Effect.runPromise(extractor.extract({ ...inputOf(page), options: request })))

const faults = { over: 0, offsets: 0, lost: 0, tokens: 0 }
const check = (markdown: string, chunks: ReadonlyArray<Chunk>, max: number) => {
  let covered = 0
  for (const chunk of chunks) {
    if (count(chunk.markdown) > max) faults.over++
    if (chunk.tokens !== count(chunk.markdown)) faults.tokens++
    if (markdown.slice(chunk.start, chunk.end) !== chunk.markdown) faults.offsets++
    if (markdown.slice(covered, chunk.start).trim() !== "") faults.lost++
    covered = chunk.end
  }
  if (markdown.slice(covered).trim() !== "") faults.lost++
}

const millisOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

const pages = all.slice(0, Number(options.pages))
const total = { chunks: 0, tokens: 0, plain: 0, chunked: 0, stored: 0, stored_max: 0 }
const links: Array<{ readonly html: Uint8Array; readonly urls: ReadonlyArray<string> }> = []
for (const [index, page] of pages.entries()) {
  let document: Document | undefined
  total.plain += await millisOf(() => documentOf(page, {}))
  total.chunked += await millisOf(async () => (document = await documentOf(page, { chunks: {} })))
  const { chunks = [], final_url, markdown = "" } = document ?? {}
  check(markdown, chunks, 400)
  const stored = await millisOf(() => makeChunks(markdown, final_url ?? "", {}, count))
  total.stored += stored
  total.stored_max = Math.max(total.stored_max, stored)
  for (const size of [{ max_tokens: 100, overlap: 20 }, { max_tokens: 1000 }, { max_tokens: 16 }]) {
    check(markdown, makeChunks(markdown, "", { chunks: size }, count).chunks, size.max_tokens)
  }
  total.chunks += chunks.length
  total.tokens += chunks.reduce((sum, { tokens }) => sum + tokens, 0)
  if (index % Math.max(1, Math.floor(pages.length / Number(options.followed))) === 0 && chunks.length > 0) {
    links.push({ html: bodyOf(page), urls: chunks.map(({ url }) => url) })
  }
}
console.log(
  `${pages.length} pages, ${total.chunks} chunks of ${Math.round(total.tokens / total.chunks)} tokens`,
  faults
)
console.log("CPU for each page in ms", {
  "without chunks": rounded(total.plain / pages.length),
  "with chunks": rounded(total.chunked / pages.length),
  "chunks of a stored Document": rounded(total.stored / pages.length),
  "the slowest stored Document": rounded(total.stored_max)
})

const folded = (text: string) => text.replaceAll(/[\s\\*_`|]+/g, " ").toLowerCase()
const ranks: Array<number> = []
for (const { answer, page: id, question } of questions) {
  const page = all.find((one) => one.id === id)
  if (page === undefined) throw new Error(`no page ${id}`)
  const { chunks = [] } = await documentOf(page, { chunks: { max_tokens: 200 }, query: question })
  ranks.push(chunks.findIndex(({ markdown }) => folded(plainLines(markdown).join(" ")).includes(folded(answer))))
  if (ranks.at(-1) === -1 || (ranks.at(-1) ?? 0) > 4) console.log(`rank ${ranks.at(-1)}: ${question} (${id})`)
}
const within = (best: number) => ranks.filter((rank) => rank >= 0 && rank < best).length / ranks.length
console.log(`${ranks.length} questions, passages of 200 tokens: recall of the answer`, {
  "in the first": within(1),
  "in the best 3": within(3),
  "in the best 5": within(5)
})

// The headless shell of the packages follows no text fragments.
const browser = await launchBrowser(offlineFlags, await Effect.runPromise(findBrowser({ browser: Option.none() })))
const { followed, highlighted, missed } = await followFragments(browser, links.slice(0, Number(options.followed)))
await browser.close()
console.log(`${highlighted} of ${followed} addresses on ${links.length} pages are highlighted`)
for (const url of missed.slice(0, 20)) console.log(`  not ${decodeURIComponent(url).slice(0, 220)}`)

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
