import { assert, describe, it } from "@effect/vitest"
import { SimilarPages } from "../../../../src/crawling/crawl/settle/SimilarPages.ts"

const near = (identity: string, simhash: number) => identity.repeat(16) + simhash.toString(16).padStart(16, "0")

describe("SimilarPages", () => {
  it("finds the closest page of one identity within 3 bits, the first of several", () => {
    const pages = new SimilarPages()
    for (const [at, simhash] of [0b1111, 0b0001, 0b0010].entries()) {
      assert.strictEqual(pages.add({ near: near("a", simhash), url: `/${simhash}` }), at)
    }
    assert.deepStrictEqual(pages.find(near("a", 0)), { url: "/1", distance: 1 })
    assert.deepStrictEqual(pages.find(near("a", 0b1110)), { url: "/15", distance: 1 })
    assert.deepStrictEqual(pages.find(near("a", 0b1110000)), undefined)
    assert.deepStrictEqual(pages.find(near("b", 0)), undefined)
  })

  it("is bounded", () => {
    const pages = new SimilarPages(3)
    const added = ["a", "b", "c", "d"].map((identity) => pages.add({ near: near(identity, 0), url: identity }))
    assert.deepStrictEqual(added, [0, 0, 0, undefined])
    const same = new SimilarPages()
    const places = Array.from({ length: 20 }, (_, at) => same.add({ near: near("a", at * 1000), url: String(at) }))
    assert.strictEqual(places.filter((place) => place !== undefined).length, 8)
  })
})
