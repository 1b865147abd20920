import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const english = "The ferry to the islands was late again, and it is not the weather that is to blame for it this time. "
  .repeat(4)
const hebrew = "המעבורת אל האיים איחרה שוב, והפעם לא מזג האוויר אשם בכך אלא המנוע הישן של הספינה. ".repeat(4)

const declared: ReadonlyArray<readonly [tag: string, text: string, language: string]> = [
  ["EN_gb", english, "en-GB"],
  ["en-latn-us", english, "en-Latn-US"],
  ["iw", hebrew, "he"],
  ["he-IL", hebrew, "he-IL"],
  ["en-aaaaa-aaaaa", english, "en"],
  ["template", english, "en"]
]

describe("a language as it is declared", () => {
  for (const [tag, text, language] of declared) {
    it.effect(`${tag} is ${language}`, () =>
      Effect.gen(function*() {
        const document = yield* documentOf(
          `<html lang="${tag}"><title>A ferry</title><article><p>${text}</p></article>`
        )
        assert.strictEqual(document.language, language)
      }))
  }
})

describe("a language that nothing declares", () => {
  for (
    const [text, language] of [
      [english, "en"],
      [hebrew, "he"],
      [
        "Die Fähre zu den Inseln kam wieder zu spät, und das lag diesmal nicht am Wetter, wie the captain sagte. "
          .repeat(4),
        "de"
      ]
    ] as const
  ) {
    it.effect(`is ${language} by its words`, () =>
      Effect.gen(function*() {
        const document = yield* documentOf(`<title>A ferry</title><article><p>${text}</p></article>`)
        assert.strictEqual(document.language, language)
      }))
  }
})
