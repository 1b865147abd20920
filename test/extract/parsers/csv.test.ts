import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

describe("CSV", () => {
  it.effect("is one table: quotes, line breaks and doubled quotes as in RFC 4180, section 2", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(
        "field_name,other,third\r\n\"aaa\",\"b \"\"bb\",\"c\r\ncc\"\r\nzzz,\"y,yy\",xxx",
        "text/csv"
      )
      assert.deepStrictEqual(document.tables, [{
        caption: "",
        headers: ["field_name", "other", "third"],
        rows: [["aaa", "b \"bb", "c cc"], ["zzz", "y,yy", "xxx"]]
      }])
      assert.match(
        document.markdown,
        /^\| field\\?_name \| other \| third \|\n\| -+ \| -+ \| -+ \|\n\| aaa \| b "bb \|/
      )
    }))

  for (const [name, mark] of [["semicolons", ";"], ["tabs", "\t"], ["bars", "|"]] as const) {
    it.effect(`reads ${name} too`, () =>
      Effect.gen(function*() {
        const body = [["town", "height, m"], ["Bath", "18,5"]].map((row) => row.join(mark)).join("\n")
        const document = yield* documentOf(`\uFEFF${body}`, "text/csv")
        assert.deepStrictEqual(document.tables[0], {
          caption: "",
          headers: ["town", "height, m"],
          rows: [["Bath", "18,5"]]
        })
      }))
  }

  it.effect("short rows are padded, long tables cut with a warning", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(`a,b\n1\n${"2,3\n".repeat(5000)}`, "text/csv")
      assert.deepStrictEqual(document.tables[0]?.rows[0], ["1", ""])
      assert.lengthOf(document.tables[0]?.rows ?? [], 4999)
      assert.deepStrictEqual(document.trace.warnings.map(({ code }) => code), ["csv_truncated"])
    }))

  it.effect("an empty body is an empty page", () =>
    Effect.gen(function*() {
      const document = yield* documentOf("", "text/csv")
      assert.strictEqual(document.text, "")
      assert.deepStrictEqual(document.tables, [])
    }))
})
