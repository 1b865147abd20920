import { assert, describe, it } from "@effect/vitest"
import { bodyPlaces } from "../../scripts/bench/growth/places/body-places.ts"
import { fillers, formsOf } from "../../scripts/bench/growth/places/fillers.ts"
import { htmlPlaces } from "../../scripts/bench/growth/places/html-places.ts"
import { judge } from "../../scripts/bench/growth/places/judge.ts"
import { sitePlaces } from "../../scripts/bench/growth/places/site-places.ts"
import { structures } from "../../scripts/bench/growth/places/structures.ts"

describe("the bench of growth", () => {
  it("has at least 100 fillers, as long as they are asked for", () => {
    assert.isAtLeast(fillers.size, 100)
    for (const unit of fillers.values()) {
      for (const { fill, name } of formsOf(unit)) assert.lengthOf(fill(unit, 1000), name === "held" ? 1002 : 1000)
    }
  })

  it("has places of every kind, each with a name of its own, and each can be read", async () => {
    const places = [...htmlPlaces, ...bodyPlaces, ...sitePlaces]
    const names = places.map(({ name }) => name)
    assert.deepStrictEqual(names.filter((name, index) => names.indexOf(name) !== index), [])
    assert.isAtLeast(places.length, 150)
    for (const place of [...places, ...structures]) {
      const work = await place.made("word ")
      await work()
    }
  })

  it("looks once at what costs next to nothing", async () => {
    const asked: Array<number> = []
    const place = {
      name: "nothing",
      made: (fill: string) => {
        asked.push(fill.length)
        return Promise.resolve(() => undefined)
      }
    }
    const { worst } = await judge(place, (size) => "x".repeat(size), { sizes: [200, 400, 800], probes: [20] })
    assert.strictEqual(worst, 0)
    assert.deepStrictEqual(asked, [20, 800])
  })
})
