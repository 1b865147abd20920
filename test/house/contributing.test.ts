import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "../..")
const guide = fs.readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8")

/** A path that stands for a new file begins with its folder, which is there. */
const places = [...guide.matchAll(/`((?:src|test|scripts|\.ci)\/[^`\s]*)`/g)]
  .map(([, place = ""]) => place.replace(/\/NAME.*$/, ""))

const helpers = [...guide.matchAll(/`(\w+)\([^`]*\)`/g)].map(([, name = ""]) => name)

describe("CONTRIBUTING.md", () => {
  it("names files and folders that are there", () => {
    assert.isAbove(places.length, 50)
    assert.deepStrictEqual(places.filter((place) => !fs.existsSync(path.join(root, place))), [])
  })

  it("names helpers that the tests have", () => {
    const entries = path.join(root, "test/support/entries")
    const exported = [
      ...fs.readdirSync(entries).map((name) => path.join(entries, name)),
      path.join(root, "test/web/render/support/browser.ts")
    ]
      .map((file) => fs.readFileSync(file, "utf8")).join("\n")
    assert.isAbove(helpers.length, 10)
    assert.deepStrictEqual(
      helpers.filter((name) => name !== "xOver" && name !== "xProcess" && !exported.includes(`export const ${name} `)),
      []
    )
  })

  it("names every helper that a test can begin with", () => {
    const files = fs.readdirSync(path.join(root, "test/support/entries")).map((name) => path.basename(name, ".ts"))
    const named = new Set(helpers.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)))
    assert.deepStrictEqual(files.filter((file) => !named.has(file)), [])
  })
})

const tests = path.join(import.meta.dirname, "..")

/** Options of `describe` or `it`, and a number after the function of a test. */
const timeout = /(?:describe|it)[^\n]*\{[^\n}]*\btimeout: \d|^\s*\}.*\), ?\d[\d_]{3,}\)$|^\s*\}, ?\d[\d_]{3,}\)$/m

it("no test has a timeout of its own, which a busy machine would exceed", () => {
  assert.match("describe(\"x\", { timeout: 60_000 }, () => {", timeout)
  assert.match("  }, 60_000)", timeout)
  assert.match("    }).pipe(Effect.scoped), 60_000)", timeout)
  assert.notMatch("  }))", timeout)
  const found = fs.readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !/node_modules|house\/contributing/.test(name))
    .filter((name) => timeout.test(fs.readFileSync(path.join(tests, name), "utf8")))
  assert.deepStrictEqual(found, [])
})
