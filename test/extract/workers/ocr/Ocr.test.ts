import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Redacted } from "effect"
import { pathToFileURL } from "node:url"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { usableLanguages } from "../../../../src/extract/workers/ocr/ocr-peer.ts"
import { Ocr } from "../../../../src/extract/workers/ocr/Ocr.ts"
import { programFile } from "../../../support/processes/programs.ts"
import { inputOf } from "../../markdown/page-of.ts"

const key = (name: string) => ({ name, secret: Redacted.make(`${name}-0123456789abcdef`) })

/** Over processes that do what the URL says. */
const misbehaving = Layer.effect(Ocr, Ocr).pipe(
  Layer.provide(Ocr.layerOf(pathToFileURL(programFile("misbehaving-ocr")))),
  Layer.provide(Settings.layerWith({ ocrLanguages: Option.some(["eng"]), apiKeys: [key("hog"), key("other")] }))
)

const at = (query: string) => {
  const url = `https://site.test/scan.pdf?${query}`
  return { ...inputOf(""), url, finalUrl: url }
}

const claimOf = (owner: string) => ({ owner, priority: "interactive" as const })

const read = Effect.fnUntraced(function*(query: string, pages: ReadonlyArray<number>, owner = "hog") {
  return yield* (yield* Ocr).read(at(query), pages, claimOf(owner))
})

describe("the process for scans", () => {
  it.live("that is killed by a page is replaced, and the other pages are read", () =>
    Effect.gen(function*() {
      const { missed, pages } = yield* read("kills=2", [1, 2, 3])
      assert.deepStrictEqual(pages.map(({ page }) => page), [1, 3])
      assert.deepStrictEqual(missed, [{ pages: [2], why: "it took too long or needed too much memory" }])
    }).pipe(Effect.provide(misbehaving)))

  it.live("is not waited for by another owner, and is free again after a caller that gives up", () =>
    Effect.gen(function*() {
      const hog = yield* Effect.forkChild(read("hangs", [1]))
      const queued = yield* Effect.forkChild(read("queued", [1]))
      const { pages } = yield* read("other", [1], "other")
      assert.strictEqual(pages.length, 1)
      yield* Fiber.interrupt(queued)
      yield* Fiber.interrupt(hog)
    }).pipe(Effect.provide(misbehaving)))
})

describe("the languages of scans", () => {
  it("are those named that are installed", () => {
    assert.deepStrictEqual(usableLanguages(["zzz"]), [])
    assert.deepStrictEqual(usableLanguages(["zzz", "eng"]), usableLanguages(undefined).filter((name) => name === "eng"))
    const [first = "eng"] = usableLanguages(undefined)
    assert.strictEqual(first, "eng")
  })
})
