import { assert, describe, it } from "@effect/vitest"
import formats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Predicate } from "effect"
import * as fc from "fast-check"
import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"
import { Budget, SelectorTooCostly } from "../../../../src/extract/select/Budget.ts"
import { induce } from "../../../../src/extract/select/wrapper/induce/induce.ts"
import type { Example } from "../../../../src/extract/select/wrapper/induce/LayoutPage.ts"
import { runRules } from "../../../../src/extract/select/wrapper/run-rules.ts"
import { lists } from "./sites/lists.ts"
import { notices } from "./sites/notices.ts"
import { shops } from "./sites/shops.ts"
import type { Site, SitePage } from "./sites/Site.ts"

const sites = [...shops, ...notices, ...lists]

const learn = (site: Site) => induce(site.schema, [1, 2, 3].map(site.pageOf))

const run = (rules: Parameters<typeof runRules>[0], { schema }: Site, page: string, address: string) => {
  const url = new URL(address)
  return runRules(rules, schema, { html: parseHtml(page), url, baseUrl: url })
}

const leavesOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value)
    ? value.flatMap(leavesOf)
    : Predicate.isObject(value)
    ? Object.values(value).flatMap(leavesOf)
    : value === null
    ? []
    : [value]

/** Letters and digits: the forms of numbers and addresses differ in the rest. */
const folded = (value: unknown): string => String(value).toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

const isDay = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)

const standsOn = (page: string, origin: string, value: unknown): boolean =>
  typeof value === "boolean" || page.includes(folded(value)) ||
  page.includes(folded(String(value).replace(origin, ""))) ||
  (typeof value === "number" && page.includes(folded(value.toFixed(2)))) ||
  (isDay(value) && page.includes(String(Number(value.slice(8)))) && page.includes(value.slice(0, 4)))

/** A page of which a part is removed, moved or repeated, or has text of another page. */
const changed = (page: string, seed: number, other: string): string => {
  const parts = page.split(/(?=<(?:div|p|li|tr|span|section|dt|h\d|b)\b)/)
  const [from, to] = [seed % parts.length, (seed * 7) % parts.length]
  const part = parts[from] ?? ""
  switch (seed % 5) {
    case 0:
      return parts.toSpliced(from, 1).join("")
    case 1:
      return parts.toSpliced(from, 1).toSpliced(to, 0, part).join("")
    case 2:
      return parts.toSpliced(to, 0, part).join("")
    case 3:
      return parts.toSpliced(from, 1, other.slice(seed % other.length, seed % other.length + 300)).join("")
    default:
      return page.slice(0, seed % page.length)
  }
}

describe("rules on any page", () => {
  it("give an instance of the schema, with values that the page has, and a source for each", () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    const learnt = sites.map((site) => ({ site, rules: learn(site).rules!, isValid: ajv.compile(site.schema) }))
    let values = 0
    const property = fc.property(
      fc.nat(learnt.length - 1),
      fc.integer({ min: 4, max: 12 }),
      fc.array(fc.nat(100_000), { maxLength: 4 }),
      (index, n, changes) => {
        const { isValid, rules, site } = learnt[index]!
        const { page, url } = site.pageOf(n)
        const other = sites[(index + n) % sites.length]!.pageOf(n).page
        const source = changes.reduce((text, seed) => changed(text, seed, other), page)
        const { data, fields } = run(rules, site, source, url)
        if (data !== null) assert.isTrue(isValid(data), JSON.stringify([data, isValid.errors]))
        const leaves = leavesOf(data)
        const text = folded(`${source} ${source.replaceAll(/<[^>]*>/g, " ")} ${url}`)
        for (const value of leaves) {
          assert.isTrue(standsOn(text, new URL(url).origin, value), `${String(value)} of ${source}`)
        }
        assert.strictEqual(fields.length, leaves.length)
        values += leaves.length
      }
    )
    fc.assert(property, { numRuns: 150, seed: 11 })
    assert.isAbove(values, 500)
  })

  it("do not depend on anything but the examples", () => {
    for (const site of sites.slice(0, 4)) assert.deepStrictEqual(learn(site), learn(site))
  })
})

/** Steps of learning from pages with so many other blocks. */
const stepsOf = (site: Site, blocks: number): number => {
  const budget = new Budget(1e9)
  const { rules } = induce(site.schema, [1, 2, 3].map((n): Example => grown(site.pageOf(n), blocks)), [], { budget })
  assert.isNotNull(rules)
  return 1e9 - budget.left
}

const grown = ({ page, ...rest }: SitePage, blocks: number): SitePage => ({
  ...rest,
  page: page.replace(
    "</body>",
    `${
      "<div class=\"block\"><h3 class=\"title\">Other</h3><p>Some words 12</p><a href=\"/x\">more</a></div>".repeat(
        blocks
      )
    }</body>`
  )
})

describe("the cost of rules", () => {
  it("grows with the page when they are learnt", () => {
    for (const site of [shops[0]!, notices[1]!, lists[0]!]) {
      assert.isAtMost(stepsOf(site, 160), 5 * stepsOf(site, 40), site.name)
    }
  })

  it("grows with the page when they are run", () => {
    for (const site of sites) {
      const { rules } = learn(site)
      const spent = (blocks: number): number => {
        const { page, url } = grown(site.pageOf(5), blocks)
        const address = new URL(url)
        const budget = new Budget(1e9)
        runRules(rules!, site.schema, { html: parseHtml(page), url: address, baseUrl: address }, budget)
        return 1e9 - budget.left
      }
      assert.isAtMost(spent(160), 5 * spent(40) + 1000, site.name)
    }
  })

  it("has a limit, at which nothing is learnt", () => {
    const { problem, rules } = induce(shops[0]!.schema, [1, 2, 3].map(shops[0]!.pageOf), [], {
      budget: new Budget(100)
    })
    assert.isNull(rules)
    assert.include(problem, "too large")
  })

  it("has a limit for far relations in rules of a person", () => {
    const html = parseHtml(`<!doctype html>${"<div><a>".repeat(250)}x${"</a></div>".repeat(250)}`)
    const url = new URL("https://site.test/")
    const selector = `nope ${"div ".repeat(60)}a`
    const rules = { rows: [], fields: [{ pointer: "/name", selector, attribute: null }] }
    const schema = { type: "object", properties: { name: { type: "string" } } }
    const found = () => runRules(rules, schema, { html, url, baseUrl: url }, new Budget(100_000))
    assert.doesNotThrow(found, SelectorTooCostly)
  })
})
