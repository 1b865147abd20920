import { assert, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

const room = path.join(import.meta.dirname, "../../src/crawling/stores/postgres")
const maxColumns = 120

it("the SQL of Postgres has no line that is too long to read", () => {
  const files = fs.readdirSync(room, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
  const long = files.flatMap((name) =>
    fs.readFileSync(path.join(room, name), "utf8").split("\n").flatMap((line, at) =>
      line.length > maxColumns ? [`${name}:${at + 1} has ${line.length} columns`] : []
    )
  )
  assert.deepStrictEqual(long, [])
  assert.isAbove(files.length, 20)
})

it("the statements of Postgres use nothing that its relatives lack", () => {
  const sources = fs.readdirSync(room, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts") && !name.startsWith("migrations/0")
  )
  const found = (pattern: RegExp) =>
    sources.filter((name) => pattern.test(fs.readFileSync(path.join(room, name), "utf8")))
  assert.deepStrictEqual(found(/\bctid\b|\bxmin\b|hashtext\(/), [])
  assert.deepStrictEqual(found(/pg_(try_)?advisory/), ["advisory-lock.ts"])
  // A text may have a NUL, which is valid JSON.
  assert.deepStrictEqual(found(/::jsonb?\b/), [])
})
