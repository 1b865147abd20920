import { assert, describe, it } from "@effect/vitest"
import { parquetMetadata, parquetReadObjects } from "hyparquet"
import { ParquetFile } from "../../../../src/core/domain/csv/ParquetFile.ts"

const whole = (parts: ReadonlyArray<Uint8Array>): ArrayBuffer => new Uint8Array(Buffer.concat(parts)).buffer

describe("a Parquet file", () => {
  it("has texts as they are, numbers, and null for an empty cell", async () => {
    const file = new ParquetFile({ columns: ["url", "status", "title"] })
    const parts = [file.add([["a", "200", "=1+1"]]), file.add([["b", 404, ""], ["c", "", "\uD800z"]]), file.end()]
    assert.deepStrictEqual(await parquetReadObjects({ file: whole(parts) }), [
      { url: "a", status: 200, title: "=1+1" },
      { url: "b", status: 404, title: null },
      { url: "c", status: null, title: "\uFFFDz" }
    ])
  })

  it("is written in row groups, so that the rows before are not in memory", async () => {
    const file = new ParquetFile({ columns: ["url", "markdown"] })
    const texts = Array.from({ length: 5 }, (_, n) => `${n}${"tide ".repeat(120_000)}`)
    const parts = [...texts.map((text, n) => file.add([[`p${n}`, text]])), file.end()]
    assert.deepStrictEqual(parts.map(({ length }) => length > 1000), [false, true, false, true, false, true])
    const read = whole(parts)
    assert.lengthOf(parquetMetadata(read).row_groups, 3)
    const rows = await parquetReadObjects({ file: read })
    assert.deepStrictEqual(rows.map(({ markdown }) => markdown), texts)
  })

  it("may be empty", async () => {
    assert.deepStrictEqual(await parquetReadObjects({ file: whole([new ParquetFile({ columns: ["url"] }).end()]) }), [])
  })
})
