import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const size = 200_000

/** Answer to each: the code of its warning, or "" where it is a page like others. */
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
  ["nothing but commas as a table", "text/csv", ",".repeat(9_500_000), "csv_truncated"],
  ["rows of commas", "text/csv", `${",".repeat(999)}\n`.repeat(2000), "csv_truncated"],
  ["more columns than a table has", "text/csv", `${"a,".repeat(300)}\n${"1,".repeat(300)}`, "csv_truncated"],
  ["JSON of small values alone", "application/json", `[${"[],".repeat(1_500_000)}1]`, "json_large"],
  [
    "deep arrays that would fill gigabytes when they are indented",
    "application/json",
    `[${`${"[".repeat(3000)}1${"]".repeat(3000)},`.repeat(100)}1]`,
    "json_deep"
  ],
  ["XML of small elements alone", "application/xml", `<r>${"<a/>".repeat(700_000)}</r>`, "xml_truncated"],
  [
    "an element of attributes",
    "application/xml",
    `<r${Array.from({ length: 800_000 }, (_, index) => ` a${index}=""`).join("")}/>`,
    "xml_truncated"
  ],
  [
    "a feed of empty items",
    "application/rss+xml",
    `<rss><channel>${"<item/>".repeat(700_000)}</channel></rss>`,
    "feed_truncated"
  ],
  ["a gap without end in plain text", "text/plain", `x${" ".repeat(size)}x`, ""],
  ["a gap without end in markdown", "text/markdown", `x${" ".repeat(size)}x`, ""],
  ["brackets in markdown", "text/markdown", "![".repeat(size), ""],
  ["links in markdown that are never closed", "text/markdown", "[a](".repeat(size), ""],
  ["blank lines in markdown", "text/markdown", "\n \n".repeat(size), ""],
  ["addresses in markdown that never end", "text/markdown", `https://a.example/${"(".repeat(size)}`, ""],
  ["parentheses of links in markdown", "text/markdown", `[a](${"b(c)".repeat(size)}`, ""],
  ["open anchors in markdown", "text/markdown", "<a href ".repeat(size), ""],
  ["labels in markdown that are never defined", "text/markdown", "[a][".repeat(size), ""],
  ["definitions in markdown", "text/markdown", "[a]: b\n".repeat(size), ""],
  ["front matter that never ends", "text/markdown", `---\n${"title: a\n".repeat(size)}`, ""],
  ["headings in markdown that go on", "text/markdown", `# ${"a #".repeat(size)}`, ""]
]

describe("a hostile body", () => {
  for (const [name, mediaType, body, code] of bodies) {
    it.effect(`is read in time of its length: ${name}`, () =>
      Effect.gen(function*() {
        const { trace } = yield* documentOf(body, mediaType)
        assert.deepStrictEqual(trace.warnings.map((warning) => warning.code), code === "" ? [] : [code])
      }))
  }
})
