import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { encodeAs } from "../../web/fetch/charset/encode-as.ts"
import { inputOf } from "../markdown/page-of.ts"

it("a page that declares no encoding is read in the likeliest one, and says so", () => {
  const text = "<p>Учора в Києві відбулася зустріч міністрів</p>"
  const page = Effect.runSync(htmlParser.parse({ ...inputOf(""), charset: undefined, body: encodeAs(text, "koi8-u") }))
  assert.strictEqual(page.source(), text)
  assert.deepStrictEqual(page.warnings.map(({ code }) => code), ["encoding_guessed"])
})
