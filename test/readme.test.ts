import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { withSettings } from "../scripts/readme/settings-table.ts"
import { settings } from "../src/Settings.ts"

const root = path.join(import.meta.dirname, "..")
const readme = fs.readFileSync(path.join(root, "README.md"), "utf8")

describe("README", () => {
  it("lists the settings as the code has them, and no others; npm run readme writes them", () => {
    assert.strictEqual(withSettings(readme), readme)
  })

  it("speaks of no variable that is no setting", () => {
    const known = new Set(Object.values(settings).map(({ variable }) => variable))
    const named = [...readme.matchAll(/GLEANER_[A-Z_]+/g)].map(([name]) => name)
    assert.deepStrictEqual(named.filter((name) => !known.has(name)), [])
  })

  it("names npm scripts that exist", () => {
    const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>
    }
    const named = [...readme.matchAll(/npm (?:run (?:-s )?)?(start|test|[a-z]+:?[a-z]*)\b/g)].map(([, name]) =>
      name ?? ""
    ).filter((name) => !["ci", "run", "pack"].includes(name))
    assert.isAbove(named.length, 4)
    assert.deepStrictEqual(named.filter((name) => !(name in scripts) && name !== "s"), [])
  })
})
