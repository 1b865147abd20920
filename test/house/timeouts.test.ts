import { assert, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "..")

/** Options of `describe` or `it`, and a number after the function of a test. */
const timeout = /(?:describe|it)[^\n]*\{[^\n}]*\btimeout: \d|^\s*\}.*\), ?\d[\d_]{3,}\)$|^\s*\}, ?\d[\d_]{3,}\)$/m

it("no test has a timeout of its own, which a busy machine would exceed", () => {
  assert.match("describe(\"x\", { timeout: 60_000 }, () => {", timeout)
  assert.match("  }, 60_000)", timeout)
  assert.match("    }).pipe(Effect.scoped), 60_000)", timeout)
  assert.notMatch("  }))", timeout)
  const found = fs.readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !/node_modules|house\/timeouts/.test(name))
    .filter((name) => timeout.test(fs.readFileSync(path.join(root, name), "utf8")))
  assert.deepStrictEqual(found, [])
})
