import * as fs from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "puppeteer-core"

const source = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
}

/** The faults of accessibility that axe finds in a page, by all of its rules or by those that the options leave. */
export const axeViolations = async (page: Page, options: object = {}): Promise<ReadonlyArray<Violation>> => {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(source)
  return page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as {
      readonly axe: { run: (options: object) => Promise<{ violations: ReadonlyArray<Violation> }> } // loaded before
    }
    return (await axe.run({ resultTypes: ["violations"], ...given })).violations
  }, options)
}
