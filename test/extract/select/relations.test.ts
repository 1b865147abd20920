import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { parseSelector } from "../../../src/core/domain/document/parse-selector.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { Budget } from "../../../src/extract/select/Budget.ts"
import { findElements } from "../../../src/extract/select/find-elements.ts"

const steps = 1e8

const cost = (selector: string, source: string): { readonly spent: number; readonly found: number } => {
  const html = parseHtml(source)
  const budget = new Budget(steps)
  const found = findElements(html, Result.getOrThrow(parseSelector(selector)), budget)
  return { spent: steps - budget.left, found: found.length }
}

const siblings = (count: number): string =>
  `<main>${"<!-- c -->".repeat(count)}${"<p>a<b></b>".repeat(count)}<i></i></main>`
const nested = (count: number): string => `${"<div><p>a</p>".repeat(count)}<i></i>`
const attributes = (count: number): string =>
  `<main ${Array.from({ length: count }, (_, index) => `a${index}`).join(" ")}>${"<p>a".repeat(count)}</main>`

describe("a selector", () => {
  const pages: ReadonlyArray<readonly [of: (count: number) => string, selectors: ReadonlyArray<string>]> = [
    [siblings, [
      "p:has(+ p)",
      "p:has(~ p)",
      "p:has(~ i)",
      "p:has(~ u)",
      "p:has(+ p:has(+ p:has(+ p)))",
      "p:not(:has(+ p + p))",
      "main:has(> u) > p",
      "main:has(u) > p",
      "main:has(> p ~ u) > p",
      "u ~ p",
      "p ~ p ~ p ~ p",
      "u + p ~ p b",
      ":is(u ~ p, p ~ i)",
      "p:nth-child(2n) ~ p:nth-last-of-type(3n)",
      ":not(u ~ *):nth-of-type(odd)"
    ]],
    [nested, [
      "u p",
      "div div div div div u",
      "div:has(u)",
      "div:has(> u)",
      "div:has(i) p",
      "div:has(div:not(:has(u)))",
      "div:has(> div > p + div i)",
      "u div > div p",
      "div:not(u *) p"
    ]]
  ]
  for (const [page, selectors] of pages) {
    it.each(selectors)(`%s costs twice as much on a page of twice the ${page.name}`, (selector) => {
      const small = cost(selector, page(1000)).spent
      const large = cost(selector, page(2000)).spent
      assert.isBelow(large, 2.2 * small)
    })
  }

  it("matches on fifteen thousand siblings", () => {
    assert.strictEqual(cost("p:has(+ p)", siblings(15_000)).found, 14_999)
    assert.strictEqual(cost("p ~ p:has(~ p)", siblings(15_000)).found, 14_998)
  })

  it.each(["main[none] > p", "main:empty > p", "main:not(:empty) > p"])(
    "%s counts each attribute and each node that it looks at",
    (selector) => {
      const page = selector.includes("none") ? attributes : siblings
      assert.isAbove(cost(selector, page(1000)).spent, 1_000_000)
    }
  )
})
