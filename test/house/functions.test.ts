import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { parseAst } from "rolldown/parseAst"

const src = path.join(import.meta.dirname, "../../src")

/** Lines of a function, so that it fits a screen. */
const maxLines = 80

/** The functions of a source, as the lines where they begin and their lengths. */
const functionsIn = (text: string, lang: "ts" | "tsx") => {
  const found: Array<{ readonly from: number; readonly lines: number }> = []
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    const { end, start, type } = node as { readonly type?: string; readonly start: number; readonly end: number }
    if (type !== undefined && /Function/.test(type)) {
      const from = lineAt(start)
      found.push({ from, lines: lineAt(end) - from + 1 })
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(text, { lang }).body)
  return found
}

describe("the functions of src", () => {
  it("are found with their lines, arrow functions and generators too", () => {
    const text = "const a = () => {\n  b()\n}\nfunction b() {}\nconst c = Effect.gen(function*() {\n\n\n})\n"
    assert.deepStrictEqual(functionsIn(text, "ts"), [{ from: 1, lines: 3 }, { from: 4, lines: 1 }, {
      from: 5,
      lines: 4
    }])
  })

  it(`have at most ${maxLines} lines, those that build a layer too`, () => {
    const files = fs.readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name))
    assert.isAbove(files.length, 1000)
    const long = files.flatMap((name) => {
      const found = functionsIn(fs.readFileSync(path.join(src, name), "utf8"), name.endsWith("x") ? "tsx" : "ts")
      return found.filter(({ lines }) => lines > maxLines).map(({ from, lines }) =>
        `${name}:${from} has ${lines} lines`
      )
    })
    assert.deepStrictEqual(long, [])
  })
})
