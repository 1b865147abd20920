import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { robotsDirectives } from "../../../src/extract/metadata/declared/robots-directives.ts"

const meta = (...contents: ReadonlyArray<string>) => robotsDirectives(contents, undefined, "gleaner")
const header = (...lines: ReadonlyArray<string>) => robotsDirectives([], lines.join("\n"), "gleaner")

describe("robots directives", () => {
  it("are read from meta elements in any case, each once, without the defaults", () => {
    assert.deepStrictEqual(meta("NoIndex , nofollow", "noindex,all,index,follow"), ["noindex", "nofollow"])
    assert.deepStrictEqual(meta("none"), ["noindex", "nofollow"])
    assert.deepStrictEqual(meta("max-snippet: 20, max-image-preview:large, "), [
      "max-snippet:20",
      "max-image-preview:large"
    ])
  })

  it("are read from each line of X-Robots-Tag, for everybody and for us alone", () => {
    assert.deepStrictEqual(header("noindex", "otherbot: nofollow, noarchive", "nosnippet"), ["noindex", "nosnippet"])
    assert.deepStrictEqual(header("Gleaner: noindex, nofollow"), ["noindex", "nofollow"])
    assert.deepStrictEqual(header("otherbot: noindex, gleaner: noarchive, *: noai"), ["noarchive", "noai"])
    assert.deepStrictEqual(header("max-snippet:-1, googlebot: none"), ["max-snippet:-1"])
  })

  it("may have a date with a comma of its own", () => {
    assert.deepStrictEqual(header("unavailable_after: Fri, 25 Jun 2027 15:00:00 GMT, noindex"), [
      "unavailable_after:fri, 25 jun 2027 15:00:00 gmt",
      "noindex"
    ])
  })

  it("are bounded, whatever a page says", () => {
    fc.assert(fc.property(fc.array(fc.string()), fc.string(), (metas, line) => {
      const found = robotsDirectives(metas, line, "gleaner")
      assert.isTrue(found.every((directive) => directive !== "" && directive.length <= 200))
    }))
    assert.isAtMost(header(Array.from({ length: 10_000 }, (_, at) => `x${at}`).join(",")).length, 50)
  })
})
