import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { withSettings } from "../scripts/readme/settings-table.ts"
import { warningMeanings } from "../src/domain/Document.ts"
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

  it("lists every warning with its meaning", () => {
    const lines = Object.entries(warningMeanings).map(([code, meaning]) => `- \`${code}\`: ${meaning}\n`)
    assert.deepStrictEqual(lines.filter((line) => !readme.includes(line)), [])
  })

  it("shows the test of an application as one that is run", () => {
    const example = fs.readFileSync(path.join(import.meta.dirname, "readme-example.test.ts"), "utf8")
      .replace("../src/index.ts", "gleaner").replace("../src/testing.ts", "gleaner/testing")
    assert.include(readme, `\`\`\`ts\n${example}\`\`\``)
  })

  it("has no line of prose over 120 columns", () => {
    assert.deepStrictEqual(readme.split("\n").filter((line) => line.length > 120 && !line.startsWith("|")), [])
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
