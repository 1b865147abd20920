import * as fs from "node:fs"
import * as path from "node:path"
import * as zlib from "node:zlib"
import { type Block, segment } from "../../src/extract/content/blocks.ts"
import { featuresOf, type FeatureTable } from "../../src/extract/content/features.ts"
import { pageSignals } from "../../src/extract/content/page-signals.ts"
import { parseHtml } from "../../src/extract/dom/parse-html.ts"
import { decodeText } from "../../src/fetch/charset.ts"

/** A row of the shared set's truth. */
export interface Truth {
  readonly id: string
  readonly url: string
  readonly page_type: string
  readonly main_content: string
}

export interface Example {
  readonly truth: Truth
  readonly host: string
  readonly blocks: ReadonlyArray<Block>
  readonly table: FeatureTable
  readonly labels: Uint8Array
  readonly weights: Float32Array
}

export const sharedSet = path.join(import.meta.dirname, "../../../shared/extraction")

export const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Every page of the set with its blocks, their features, and labels made by aligning block texts to the truth. */
export const loadExamples = (limit: number): ReadonlyArray<Example> =>
  zlib.gunzipSync(fs.readFileSync(path.join(sharedSet, "truth.jsonl.gz"))).toString().trim().split("\n").slice(0, limit)
    .map((line) => exampleOf(JSON.parse(line) as Truth))

const exampleOf = (truth: Truth): Example => {
  const body = zlib.gunzipSync(fs.readFileSync(path.join(sharedSet, "html", `${truth.id}.html.gz`)))
  const html = parseHtml(decodeText(body, undefined, "text/html").text)
  // A few pages of the set have lost their address.
  const url = URL.parse(truth.url) ?? new URL(`https://page-${truth.id}.example/`)
  const blocks = segment(html.body)
  const labels = labelsOf(blocks, truth.main_content)
  const truthWords = wordsOf(truth.main_content).length
  const weights = Float32Array.from(blocks, ({ words }) => Math.min(words, 400) ** 0.85 * 200 / (truthWords + 60))
  return { truth, host: url.hostname, blocks, table: featuresOf(blocks, pageSignals(html, url)), labels, weights }
}

const labelsOf = (blocks: ReadonlyArray<Block>, content: string): Uint8Array => {
  const reference = wordsOf(content)
  const joined = ` ${reference.join(" ")} `
  const lines = new Set(content.split("\n").map((line) => wordsOf(line).join(" ")))
  const grams = new Set<string>()
  for (let i = 0; i + 2 < reference.length; i++) grams.add(`${reference[i]} ${reference[i + 1]} ${reference[i + 2]}`)
  const labels = new Uint8Array(blocks.length)
  const unsure: Array<number> = []
  for (const [index, block] of blocks.entries()) {
    const words = wordsOf(block.text)
    if (words.length >= 4) labels[index] = shareOf(words, grams) > 0.5 ? 1 : 0
    else if (lines.has(words.join(" "))) labels[index] = 1
    else if (joined.includes(` ${words.join(" ")} `)) unsure.push(index)
  }
  // A few words occur by chance; they count where their neighbours do.
  for (const index of unsure) {
    const around = [-2, -1, 1, 2].map((offset) => labels[index + offset] ?? 0)
    labels[index] = around.reduce((sum, label) => sum + label, 0) >= 2 ? 1 : 0
  }
  return labels
}

const shareOf = (words: ReadonlyArray<string>, grams: ReadonlySet<string>): number => {
  let found = 0
  for (let i = 0; i + 2 < words.length; i++) if (grams.has(`${words[i]} ${words[i + 1]} ${words[i + 2]}`)) found++
  return found / (words.length - 2)
}

/** Word-level F1 of the blocks whose probability is above the threshold, as the set's scorer counts. */
export const f1 = (example: Example, p: Float32Array, threshold: number): number => {
  const reference = wordsOf(example.truth.main_content)
  const predicted = example.blocks.flatMap((block, index) => (p[index] ?? 0) > threshold ? wordsOf(block.text) : [])
  if (reference.length === 0) return predicted.length === 0 ? 1 : 0
  const counts = new Map<string, number>()
  for (const word of reference) counts.set(word, (counts.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of predicted) {
    const left = counts.get(word) ?? 0
    if (left === 0) continue
    counts.set(word, left - 1)
    shared++
  }
  return shared === 0 ? 0 : 2 * shared / (predicted.length + reference.length)
}
