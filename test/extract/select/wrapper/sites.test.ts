import { assert, describe, it } from "@effect/vitest"
import { measureSite, type Tally } from "./measure-sites.ts"
import { lists } from "./sites/lists.ts"
import { notices } from "./sites/notices.ts"
import { shops } from "./sites/shops.ts"

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
})
