import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { withCounts, withWarnings } from "../../scripts/readme/counts.ts"
import { withErrors } from "../../scripts/readme/error-tables.ts"
import { withRefusals } from "../../scripts/readme/firecrawl-tables.ts"
import { withSettings } from "../../scripts/readme/settings-table.ts"
import { routeOptions } from "../../src/core/domain/options/RouteOptions.ts"
import { settings } from "../../src/core/settings/Settings.ts"
import { blocksUnder, handbook, handbookText } from "../support/handbook.ts"

const root = path.join(import.meta.dirname, "../..")
const page = (file: string): string => handbook.get(file) ?? assert.fail(`${file} is not there`)

describe("the documentation", () => {
  it("lists exactly the settings of the code; npm run readme writes them", () => {
    const operating = page("src/docs/operating.md")
    assert.strictEqual(withSettings(operating), operating)
  })

  it("lists exactly what the routes of Firecrawl refuse; npm run readme writes it", () => {
    const firecrawl = page("src/docs/firecrawl.md")
    assert.strictEqual(withRefusals(firecrawl), firecrawl)
  })

  it("lists exactly the problems and the limits of the API; npm run readme writes them", () => {
    const errors = page("src/docs/errors.md")
    assert.strictEqual(withErrors(errors), errors)
  })

  it("counts the warnings of the code; npm run readme writes the number", () => {
    const readme = page("README.md")
    assert.strictEqual(withCounts(readme), readme)
  })

  it("names only variables that are settings", () => {
    const known = new Set(Object.values(settings).map(({ variable }) => variable))
    const named = [...handbookText.matchAll(/GLEANER_[A-Z_]+/g)].map(([name]) => name)
    // `GLEANER_` alone stands for all of them.
    assert.deepStrictEqual(named.filter((name) => !known.has(name)), [])
  })

  it("lists every warning with its meaning; npm run readme writes them", () => {
    const guide = page("src/docs/guide.md")
    assert.strictEqual(withWarnings(guide), guide)
  })

  it("names every option of a request", () => {
    const names = new Set(Object.values(routeOptions).flat())
    assert.deepStrictEqual([...names].filter((name) => !handbookText.includes(`\`${name}\``)), [])
  })

  it("shows the test of an application as one that is run", () => {
    const example = fs.readFileSync(path.join(import.meta.dirname, "readme-example.test.ts"), "utf8")
      .replace("../../src/index.ts", "gleaner").replace("../../src/testing/index.ts", "gleaner/testing")
    assert.deepStrictEqual(blocksUnder("Composing layers in tests", "ts"), [example])
  })

  it("has no line of prose over 120 columns", () => {
    const long = [...handbook].flatMap(([file, text]) =>
      text.split("\n").filter((line) => line.length > 120 && !line.startsWith("|")).map((line) => `${file}: ${line}`)
    )
    assert.deepStrictEqual(long, [])
  })

  it("names files that exist", () => {
    const named = [...handbookText.matchAll(/`([a-z-]+\/[\w./-]+\.tsx?)`/g)].map(([, name = ""]) => name)
    assert.isAbove(named.length, 40)
    const exists = (name: string) => ["", "src"].some((folder) => fs.existsSync(path.join(root, folder, name)))
    assert.deepStrictEqual(named.filter((name) => !exists(name)), [])
  })

  it("names npm scripts that exist", () => {
    const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>
    }
    const named = [...handbookText.matchAll(/npm (?:run (?:-s )?)?(start|test|[a-z]+:?[a-z]*)\b/g)].map(([, name]) =>
      name ?? ""
    ).filter((name) => !["ci", "run", "pack", "install"].includes(name))
    assert.isAbove(named.length, 4)
    assert.deepStrictEqual(named.filter((name) => !(name in scripts) && name !== "s"), [])
  })

  it("has a README that stays a tour", () => {
    assert.isBelow(page("README.md").split("\n").length, 450)
  })

  it("says nothing twice: no paragraph, item or row stands in two places", () => {
    const seen = new Map<string, string>()
    const twice: Array<string> = []
    for (const [file, text] of handbook) {
      for (const part of text.replaceAll(/^```[^]*?^```$/gm, "").split(/\n\n|\n(?=[-|])/)) {
        const said = part.trim()
        if (said.length < 60 || /^\|[-|]+\|$/.test(said)) continue
        const other = seen.get(said)
        if (other !== undefined) twice.push(`${other} and ${file}: ${said}`)
        seen.set(said, file)
      }
    }
    assert.deepStrictEqual(twice, [])
  })
})
