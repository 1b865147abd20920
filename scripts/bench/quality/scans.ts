import { Effect, Option } from "effect"
import { parseArgs } from "node:util"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { withTrace } from "../../../src/extract/works/with-trace.ts"
import { offlineInput, offlineProvenance, offlineUrls } from "../../../src/page/page-input.ts"
import { launchBrowser } from "../../support/launch-browser.ts"
import { bodyOf, realPages } from "../../support/real-pages.ts"

/**
 * Words that optical character recognition finds on pages that the browser renders: `npm run bench -- scans [--pages 10]
 * [--dpi 150]`. Half of the pages are English, half German; with one and two columns, small print and tables. Their text
 * is that of real pages (`../shared/extraction`).
 */
const { values } = parseArgs({
  options: { pages: { type: "string", default: "10" }, dpi: { type: "string", default: "150" } }
})
const perLanguage = Number(values.pages)

const fonts = ["Liberation Serif", "Liberation Sans", "DejaVu Serif", "DejaVu Sans"]
const sizes = [11, 10, 9, 8]

/** Paragraphs of pages in a language. */
const paragraphsOf = (language: string, set: Parameters<typeof realPages>[0]): ReadonlyArray<string> =>
  realPages(set).map((page) => new TextDecoder().decode(bodyOf(page))).filter((html) =>
    new RegExp(`<html[^>]*lang="?${language}`).test(html)
  )
    .flatMap((html) => [...html.matchAll(/<p>([^<&]{150,900})<\/p>/g)].map(([, text = ""]) => text.trim()).slice(0, 6))

const tableOf = (text: string): string => {
  const words = text.match(/\p{L}{4,12}/gu) ?? []
  const rows = Array.from(
    { length: 12 },
    (_, row) => [words[2 * row] ?? "row", words[2 * row + 1] ?? "cell", 137 * (row + 1), `${row}.${10 + 7 * row}`]
  )
  return `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`
}

const pageHtml = (index: number, texts: ReadonlyArray<string>): string => {
  const columns = index % 3 === 1 ? 2 : 1
  const own = texts.slice(index * 8, index * 8 + 8)
  const body = own.map((text, at) => `${at % 3 === 0 ? `<h2>${text.slice(0, 40)}</h2>` : ""}<p>${text}</p>`).join("")
  return `<style>body{margin:0;background:#fff}main{padding:50px 60px;columns:${columns};column-gap:28px;font:${
    sizes[index % 4]
  }pt/1.35 '${fonts[Math.floor(index / 2) % 4]}'}td{padding:2px 14px}</style><main>${
    index % 5 === 4 ? tableOf(own.join(" ")) : ""
  }${body}</main>`
}

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const found = (truth: string, text: string): readonly [number, number] => {
  const left = new Map<string, number>()
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1)
  const words = wordsOf(truth)
  const hits = words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
  return [hits.length, words.length]
}

const browser = await launchBrowser()
const read = Effect.gen(function*() {
  const extractor = yield* Extractor
  for (const [language, set] of [["en", "general"], ["de", "multilingual"]] as const) {
    const texts = paragraphsOf(language, set)
    let [hits, all] = [0, 0]
    for (let index = 0; index < perLanguage; index++) {
      const tab = yield* Effect.promise(() => browser.newPage())
      yield* Effect.promise(async () => {
        await tab.setViewport({ width: 794, height: 1123, deviceScaleFactor: Number(values.dpi) / 96 })
        await tab.setContent(pageHtml(index, texts))
      })
      const truth = yield* Effect.promise(() => tab.evaluate("document.body.innerText") as Promise<string>)
      const body = yield* Effect.promise(() => tab.screenshot({ type: "jpeg", quality: 70, fullPage: true }))
      yield* Effect.promise(() => tab.close())
      const input = offlineInput({
        ...offlineUrls(""),
        mediaType: "image/jpeg",
        charset: undefined,
        body,
        fetchedAt: 0
      })
      const document: Document = JSON.parse(
        new TextDecoder().decode(withTrace(yield* extractor.extract(input), offlineProvenance))
      )
      const [right, words] = found(truth, document.text)
      hits += right
      all += words
      const seconds = (document.trace.stages.find(({ name }) => name === "parse")?.elapsed_ms ?? 0) / 1000
      console.log(
        `${language} ${index}: ${(right / words).toFixed(3)} of ${words} words, confidence ${
          document.trace.ocr?.[0]?.confidence
        }, ${seconds.toFixed(1)} s`
      )
    }
    console.log(`${language}: ${(hits / all).toFixed(4)} of ${all} words`)
  }
})
const settings = Settings.layerWith({ ocrLanguages: Option.some(["eng", "deu"]) })
await Effect.runPromise(read.pipe(Effect.provide(Extractor.layerHere), Effect.provide(settings)))
await browser.close()
