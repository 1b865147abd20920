import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { jsonOf } from "../document-of.ts"
import { inputOf } from "../markdown/page-of.ts"

/** The tab's text and the site's name, where no heading helps. */
const titles: ReadonlyArray<readonly [tab: string, site: string, title: string]> = [
  ...["|", "-", "–", "—", "·", "•", "«", "»", "‹", "›", "::", "_", ":", "/", "~"].flatMap((mark) =>
    [
      [`The ferry is back ${mark} Harbour Post`, "Harbour Post", "The ferry is back"],
      [`Harbour Post ${mark} The ferry is back`, "Harbour Post", "The ferry is back"]
    ] as const
  ),
  ["渡轮恢复通航_港口日报", "港口日报", "渡轮恢复通航"],
  ["渡轮恢复通航-港口日报", "港口日报", "渡轮恢复通航"],
  ["渡し船が再開｜港新聞", "港新聞", "渡し船が再開"],
  ["여객선 다시 운항 - 항구일보", "항구일보", "여객선 다시 운항"],
  ["여객선 다시 운항ㅣ항구일보", "항구일보", "여객선 다시 운항"],
  ["여객선 다시 운항 ㅣ 항구일보", "항구일보", "여객선 다시 운항"],
  ["Die Fähre fährt wieder │ Hafenbote", "Hafenbote", "Die Fähre fährt wieder"],
  ["渡轮恢复通航丨港口日报", "港口日报", "渡轮恢复通航"],
  ["The ferry is back» Harbour Post", "Harbour Post", "The ferry is back"],
  ["The ferry is back -", "Harbour Post", "The ferry is back"],
  ["Паром снова ходит — Портовый вестник", "Портовый вестник", "Паром снова ходит"],
  ["عادت العبّارة | صحيفة الميناء", "صحيفة الميناء", "عادت العبّارة"],
  ["Bread &amp;amp; butter | Harbour Post", "Harbour Post", "Bread & butter"],
  ["A well-known on-off ferry - Harbour Post", "Harbour Post", "A well-known on-off ferry"],
  ["Harbour Post » Blog Archive » The ferry is back", "Harbour Post", "The ferry is back"],
  ["Harbour Post wins a prize", "Harbour Post", "Harbour Post wins a prize"]
]

layer(Extractor.layerInline)("a title without the site", (it) => {
  describe("is the headline in", () => {
    for (const [tab, site, title] of titles) {
      it.effect(tab, () =>
        Effect.gen(function*() {
          const head = `<title>${tab}</title><meta property="og:site_name" content="${site}">`
          const extraction = yield* (yield* Extractor).extract(
            inputOf(`<html><head>${head}</head><body><p>Text.</p></body></html>`)
          )
          assert.strictEqual(JSON.parse(jsonOf(extraction)).title, title)
        }))
    }
  })

  describe("is that of the account of the site, where its host has another name, in", () => {
    for (const mark of ["|", "-", "–", "»", "ㅣ", ":"]) {
      it.effect(mark, () =>
        Effect.gen(function*() {
          const page =
            `<title>The ferry is back ${mark} Harbour Post</title><meta name="twitter:site" content="@HarbourPost">`
          const extraction = yield* (yield* Extractor).extract(inputOf(`${page}<p>Text.</p>`))
          assert.strictEqual(JSON.parse(jsonOf(extraction)).title, "The ferry is back")
        }))
    }
  })

  describe("has no kicker of the heading, named", () => {
    for (
      const name of ["kicker", "article__kicker", "overline", "Dachzeile", "eyebrow", "volanta", "headline-supertitle"]
    ) {
      it.effect(name, () =>
        Effect.gen(function*() {
          const page =
            `<title>After the repairs: the ferry is back | Harbour Post</title><h1><span class="${name}">After the repairs</span> <span>The ferry is back</span></h1>`
          const extraction = yield* (yield* Extractor).extract(inputOf(`${page}<p>Text.</p>`))
          assert.strictEqual(JSON.parse(jsonOf(extraction)).title, "The ferry is back")
        }))
    }
  })

  it.effect("is a smaller heading, where the first is the site's or the title has a dash", () =>
    Effect.gen(function*() {
      for (
        const [tab, body, title] of [
          ["渡轮恢复通航 港口日报", "<h1>港口日报</h1><h2>渡轮恢复通航</h2>", "渡轮恢复通航"],
          [
            "The ferry to the islands is back — and it is late - Harbour",
            "<h2>The ferry to the islands is back — and it is late</h2>",
            "The ferry to the islands is back — and it is late"
          ]
        ] as const
      ) {
        const head = `<title>${tab}</title><meta property="og:site_name" content="Harbour">`
        const extraction = yield* (yield* Extractor).extract(inputOf(`<head>${head}</head>${body}<p>Text.</p>`))
        assert.strictEqual(JSON.parse(jsonOf(extraction)).title, title)
      }
    }))

  it.effect("is the declared one beside a heading that shares fewer than half of its words", () =>
    Effect.gen(function*() {
      const page =
        "<title>Data analytics services and solutions | Harbour</title><h1>Intelligent analytics services</h1>"
      const extraction = yield* (yield* Extractor).extract(inputOf(page))
      assert.strictEqual(JSON.parse(jsonOf(extraction)).title, "Data analytics services and solutions")
    }))
})
