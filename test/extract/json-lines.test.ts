import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "../../src/extract/Extractor.ts"
import { jsonOf } from "./document-of.ts"
import { inputOf } from "./markdown/page-of.ts"

layer(Extractor.layerInline)("the Document's JSON", (it) => {
  it.effect("is one line to every reader of lines", () =>
    Effect.gen(function*() {
      const extractor = yield* Extractor
      const source = "<title>a\u2028b</title><p>One\u2028two\u2029three\u0085four, and a word more.</p>"
      const extraction = yield* extractor.extract({ ...inputOf(source), options: { include_html: true } })
      const text = jsonOf(extraction)
      assert.notMatch(text, /[\n\r\u0085\u2028\u2029]/)
      assert.strictEqual(JSON.parse(text).html, source)
    }))
})
