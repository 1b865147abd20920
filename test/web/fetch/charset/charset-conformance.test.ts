import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { decodeText } from "../../../../src/web/fetch/charset/charset.ts"

const folder = path.join(import.meta.dirname, "../../../../../shared/conformance/html5lib/encoding")
const files = ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"]

interface Case {
  readonly data: Uint8Array
  readonly encoding: string
}

/** The html5lib format: `#data`, bytes, `#encoding`, name; an empty line between two cases. */
const casesOf = (file: string): ReadonlyArray<Case> =>
  fs.readFileSync(path.join(folder, file)).toString("latin1").split(/^#data\n/m).slice(1).map((block) => {
    const [data = "", encoding = ""] = block.split(/\n#encoding\n/)
    return { data: Buffer.from(data, "latin1"), encoding: encoding.trim().toLowerCase() }
  })

// scripted/tests1.dat holds one case: a script writes the meta. Nothing here runs scripts, and so it does not apply.
describe.skipIf(!fs.existsSync(folder))(`html5lib encoding cases (in ${folder})`, () => {
  const expected: Record<string, number> = { "tests1.dat": 59, "tests2.dat": 22, "test-yahoo-jp.dat": 1 }
  for (const file of files) {
    it(`reads the encoding of every case of ${file}`, () => {
      const cases = casesOf(file)
      assert.strictEqual(cases.length, expected[file])
      const wrong = cases.flatMap(({ data, encoding }) => {
        // Where nothing is declared, the suite expects windows-1252 whatever the bytes, and we UTF-8 where they are
        // valid: one byte behind the data makes them invalid.
        const { encoding: ours } = decodeText(Buffer.concat([data, Buffer.from([0xE9])]), undefined, "text/html")
        return ours === encoding ? [] : [{ data: Buffer.from(data).toString("latin1"), encoding, ours }]
      })
      assert.deepStrictEqual(wrong, [])
    })
  }
})
