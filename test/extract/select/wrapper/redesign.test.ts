import { assert, describe, it } from "@effect/vitest"
import { isDrifted } from "../../../../src/extract/select/wrapper/is-drifted.ts"
import { measureRedesign } from "./measure-redesign.ts"
import type { Tally } from "./measure-sites.ts"
import { anySite } from "./sites/any-site.ts"
import { lists } from "./sites/lists.ts"
import { notices } from "./sites/notices.ts"
import { type Redesign, redesigns } from "./sites/redesign.ts"
import { shops } from "./sites/shops.ts"
import type { Site } from "./sites/Site.ts"

const shares = (tallies: ReadonlyArray<Tally>) => {
  const of = (key: keyof Tally) => tallies.reduce((all, tally) => all + tally[key], 0)
  const values = of("right") + of("wrong") + of("missing")
  return { right: of("right") / values, wrong: of("wrong") / values }
}

/** Of all values of the sites after the redesign. A quarter of the known numbers are outdated. */
const measured = (sites: ReadonlyArray<Site>, kind: Redesign) => {
  const all = sites.flatMap((site) => measureRedesign(site, kind, 0.25) ?? [])
  return {
    all,
    before: shares(all.flatMap(({ before }) => [...before.values()])),
    after: shares(all.flatMap(({ after }) => [...after.values()]))
  }
}

describe("rules after a change of the markup", () => {
  it("have drifted on every site, and are right again for 95 percent of the values when learnt from known ones", () => {
    const { after, all, before } = measured([...shops, ...notices, ...lists], "all")
    assert.deepStrictEqual(all.filter(({ drifted }) => drifted.length === 0), [])
    assert.isAtMost(before.right, 0.2)
    assert.isAtLeast(after.right, 0.95)
    assert.isAtMost(after.wrong, 0.01)
  })

  it("are so whether classes, nesting or labels have changed", () => {
    for (const kind of redesigns) {
      const { after } = measured([shops[1]!, shops[3]!, notices[0]!], kind)
      assert.isAtLeast(after.right, 0.95, kind)
    }
  })

  it("are right for 90 percent of the values on sites of random markup", () => {
    const { after } = measured([3, 12, 21, 30, 39, 48].map(anySite), "all")
    assert.isAtLeast(after.right, 0.9)
    assert.isAtMost(after.wrong, 0.05)
  })

  it("stay where they are as good as new ones", () => {
    const { learnt } = measureRedesign(shops[0]!, "labels", 0)!
    assert.deepStrictEqual([learnt.renewed, learnt.unfit, learnt.problem], [["/sku"], [], null])
  })

  it("stay where no known value is on the pages", () => {
    const { learnt } = measureRedesign(shops[3]!, "all", 1)!
    assert.include(learnt.unfit, "/weight")
    assert.isFalse(learnt.renewed.includes("/weight"))
    assert.isTrue(learnt.rules.fields.some(({ pointer }) => pointer === "/weight"))
  })
})

describe("isDrifted", () => {
  it("needs five pages", () => {
    assert.isFalse(isDrifted({ filled: 100, pages: 100 }, { filled: 0, pages: 4 }))
    assert.isTrue(isDrifted({ filled: 100, pages: 100 }, { filled: 0, pages: 5 }))
  })

  it("knows that three examples say little about an optional field", () => {
    assert.isFalse(isDrifted({ filled: 3, pages: 3 }, { filled: 3, pages: 20 }))
    assert.isFalse(isDrifted({ filled: 3, pages: 3 }, { filled: 0, pages: 5 }))
    assert.isTrue(isDrifted({ filled: 3, pages: 3 }, { filled: 0, pages: 20 }))
  })

  it("is false while at least half of the share is there", () => {
    assert.isFalse(isDrifted({ filled: 30, pages: 30 }, { filled: 15, pages: 30 }))
    assert.isTrue(isDrifted({ filled: 30, pages: 30 }, { filled: 3, pages: 30 }))
    assert.isFalse(isDrifted({ filled: 0, pages: 30 }, { filled: 0, pages: 30 }))
  })
})
