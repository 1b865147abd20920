import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { compressedJson } from "../../../src/extract/works/compressed-json.ts"
import { documentDiff } from "../../../src/extract/works/document-diff.ts"

const document = (markdown?: string) =>
  new TextEncoder().encode(JSON.stringify({ url: "https://a.example/", markdown }))

it.live("Documents are compared in a reader, off the main thread, with the same result", () =>
  Effect.gen(function*() {
    const { diff } = yield* Extractor
    const lines = Array.from({ length: 20_000 }, (_, n) => `Line ${n} of a long text.`)
    const pair = {
      url: "https://a.example/",
      before: document(lines.join("\n")),
      after: document(lines.map((line, n) => n % 100 === 0 ? `${line} It is new.` : line).join("\n"))
    }
    const own = process.threadCpuUsage()
    const expected = documentDiff(pair)
    const here = process.threadCpuUsage(own).user
    yield* diff({ ...pair, before: undefined })
    const before = process.threadCpuUsage()
    const result = yield* diff(pair)
    const spent = process.threadCpuUsage(before).user
    assert.deepStrictEqual(result, expected)
    assert.isBelow(spent, here / 2)
    assert.deepStrictEqual(yield* diff({ ...pair, after: document() }), {
      text: undefined,
      isSame: false,
      title: "",
      records: [],
      share: 0
    })
    const same = { ...pair, after: compressedJson(pair.before) }
    assert.deepStrictEqual(yield* diff(same), { ...documentDiff(same), isSame: true })
  }).pipe(Effect.provide(Extractor.layerReaders.pipe(Layer.provide(Settings.layerWith({ workers: 1 }))))))
