import { assert, describe, it } from "@effect/vitest"
import type { Rules } from "../../../../src/core/domain/data/Rules.ts"
import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"
import { induce } from "../../../../src/extract/select/wrapper/induce/induce.ts"
import { isDrifted } from "../../../../src/extract/select/wrapper/is-drifted.ts"
import { runRules } from "../../../../src/extract/select/wrapper/run-rules.ts"
import { measureSite, type Tally } from "./measure-sites.ts"
import { anySite } from "./sites/any-site.ts"
import { lists } from "./sites/lists.ts"
import { notices } from "./sites/notices.ts"
import { shops } from "./sites/shops.ts"
import type { Site } from "./sites/Site.ts"

const sites = [...shops, ...notices, ...lists]

const sum = (tallies: ReadonlyArray<Tally>) => {
  const of = (key: keyof Tally) => tallies.reduce((all, tally) => all + tally[key], 0)
  const values = of("right") + of("wrong") + of("missing")
  return {
    right: of("right") / values,
    wrong: of("wrong") / values,
    invented: of("invented") / (of("absent") + of("invented"))
  }
}

describe("rules learnt on made-up sites", () => {
  it("give 95 percent of the values of 27 unseen pages from three examples, 1 percent wrong, none of a neighbour", () => {
    const all = sites.flatMap((site) => [...measureSite(site, 3, 27).tallies.values()])
    const { invented, right, wrong } = sum(all)
    assert.isAtLeast(right, 0.95)
    assert.isAtMost(wrong, 0.01)
    assert.isAtMost(invented, 0.01)
  })

  it("give three of four values from one example", () => {
    const { right, wrong } = sum(sites.flatMap((site) => [...measureSite(site, 1, 12).tallies.values()]))
    assert.isAtLeast(right, 0.75)
    assert.isAtMost(wrong, 0.01)
  })

  it("are seldom wrong on sites of random markup, some of which have nothing to tell their parts apart", () => {
    const random = Array.from({ length: 20 }, (_, seed) => anySite(seed * 3))
    const { invented, right, wrong } = sum(random.flatMap((site) => [...measureSite(site, 3, 8).tallies.values()]))
    assert.isAtLeast(right, 0.95)
    assert.isAtMost(wrong, 0.01)
    assert.isAtMost(invented, 0.03)
  })

  it("are learnt again from values that are known, some of them outdated, after a change of the markup", () => {
    const semantic = shops[0]!
    const renewed: Site = {
      ...semantic,
      pageOf: (n) => {
        const { page, ...rest } = semantic.pageOf(n)
        return {
          ...rest,
          page: page.replaceAll(/class="/g, "$&v2-").replace("<main", "<div id='shell'><main")
            .replace("</main>", "</main></div>")
        }
      }
    }
    const old = induce(semantic.schema, [1, 2, 3].map(semantic.pageOf)).rules!
    const pages = Array.from({ length: 20 }, (_, n) => renewed.pageOf(n + 1))
    const filled = pages.map(({ page, url }) => readBy(old, renewed, page, url)).filter(({ data }) => data !== null)
    assert.isTrue(isDrifted({ filled: 27, pages: 30 }, { filled: filled.length, pages: pages.length }))

    const known = pages.slice(0, 5).map((one, n) => n === 2 ? { ...one, data: { ...one.data, price: 1 } } : one)
    const { problem, rules } = induce(renewed.schema, known)
    assert.include(problem, "the value 1 of /price is not on its page")
    for (const { data, page, url } of pages.slice(5)) {
      assert.deepStrictEqual(readBy(rules!, renewed, page, url).data, data)
    }
  })
})

const readBy = (rules: Rules, { schema }: Site, page: string, address: string) => {
  const url = new URL(address)
  return runRules(rules, schema, { html: parseHtml(page), url, baseUrl: url })
}
