import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const size = 200_000

/** What each is answered with: the code of its warning, or "" where it is a page like others. */
const bodies: ReadonlyArray<readonly [name: string, mediaType: string, body: string, code: string]> = [
  ["arrays in arrays", "application/json", "[".repeat(size) + "]".repeat(size), "json_deep"],
  ["JSON that breaks off", "application/json", "{\"a\": [1, 2", "json_invalid"],
  ["elements that are never closed", "application/xml", "<a>".repeat(size), "xml_invalid"],
  ["nothing but brackets as XML", "application/rss+xml", "<".repeat(size), "xml_invalid"],
  [
    "entities of entities",
    "application/rss+xml",
    `<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "${"&a;".repeat(1000)}"><!ENTITY c "${
      "&b;".repeat(1000)
    }">]><rss><channel><title>&c;</title></channel></rss>`,
    ""
  ],
  ["nothing but quotes as a table", "text/csv", "\"".repeat(size), ""],
  ["a gap without end in plain text", "text/plain", `x${" ".repeat(size)}x`, ""],
  ["a gap without end in markdown", "text/markdown", `x${" ".repeat(size)}x`, ""],
  ["brackets in markdown", "text/markdown", "![".repeat(size), ""],
  ["links in markdown that are never closed", "text/markdown", "[a](".repeat(size), ""],
  ["blank lines in markdown", "text/markdown", "\n \n".repeat(size), ""],
  ["headings in markdown that go on", "text/markdown", `# ${"a #".repeat(size)}`, ""]
]

describe("a hostile body", () => {
  for (const [name, mediaType, body, code] of bodies) {
    it.effect(`is read in time of its length: ${name}`, () =>
      Effect.gen(function*() {
        const { trace } = yield* documentOf(body, mediaType)
        assert.deepStrictEqual(trace.warnings.map((warning) => warning.code), code === "" ? [] : [code])
      }), 20_000)
  }
})
