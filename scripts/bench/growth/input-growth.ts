import { parseArgs } from "node:util"
import { report, type Row } from "../support/report.ts"
import { bodyPlaces } from "./places/body-places.ts"
import { fillers, formsOf } from "./places/fillers.ts"
import { htmlPlaces } from "./places/html-places.ts"
import { type Bounds, judge, maxPerDoubling } from "./places/judge.ts"
import type { Place } from "./places/place.ts"
import { sitePlaces } from "./places/site-places.ts"
import { structures } from "./places/structures.ts"

/**
 * The cost of input from a site must be linear in its length. Every filler is put into every place that a
 * site can fill, at 20, 40 and 80 kB, and every structure is made of 10 to 80 thousand elements; no doubling may cost
 * more than 2.5 times. Ends with status 1 where one does. `npm run bench -- input-growth [--place NAME] [--filler NAME]
 * [--kind structures] [--shard 1/4]`; names may be parts of names.
 */
const { values: asked } = parseArgs({
  options: {
    place: { type: "string", default: "" },
    filler: { type: "string", default: "" },
    kind: { type: "string", default: "" },
    shard: { type: "string", default: "1/1" }
  }
})
const [shard = 1, shards = 1] = asked.shard.split("/").map(Number)

const filling: Bounds = { sizes: [20_000, 40_000, 80_000], probes: [2000] }
const building: Bounds = { sizes: [20_000, 40_000, 80_000], probes: [2000] }

interface Found {
  readonly place: string
  readonly filler: string
  readonly worst: number
  readonly costs: ReadonlyMap<number, number>
}

const chosen = (places: ReadonlyArray<Place>): ReadonlyArray<Place> =>
  places.filter(({ name }, index) => name.includes(asked.place) && index % shards === shard - 1)

const wanted = [...fillers].filter(([name]) => name.includes(asked.filler))

const found: Array<Found> = []
let measured = 0
const take = async (place: Place, filler: string, fillOf: (size: number) => string, bounds: Bounds): Promise<void> => {
  const { costs, worst } = await judge(place, fillOf, bounds)
  measured++
  found.push({ place: place.name, filler, worst, costs })
  if (worst > maxPerDoubling) console.log(`over: ${place.name}, ${shownName(filler)}: ${shown(costs)}`)
}

const shown = (costs: ReadonlyMap<number, number>): string =>
  [...costs].toSorted(([a], [b]) => a - b).map(([size, cost]) => `${size}: ${cost.toFixed(1)} ms`).join(", ")

const shownName = (name: string): string => JSON.stringify(name).slice(1, -1)

const places = [...htmlPlaces, ...bodyPlaces, ...sitePlaces]
for (const place of asked.kind === "structures" ? [] : chosen(places)) {
  for (const [filler, unit] of wanted) {
    for (const { fill, name } of formsOf(unit)) {
      await take(place, `${filler}, ${name}`, (size) => fill(unit, size), filling)
    }
  }
}
if (asked.filler === "" && asked.kind !== "places") {
  for (const place of chosen(structures)) await take(place, "", (size) => "x".repeat(size), building)
}

const costliest = (costs: ReadonlyMap<number, number>): number => Math.max(...costs.values())

const rows: ReadonlyArray<Row> = [...Map.groupBy(found, ({ place }) => place)].map(([place, all]) => {
  const worst = all.reduce((most, next) => next.worst > most.worst ? next : most)
  const slowest = all.reduce((most, next) => costliest(next.costs) > costliest(most.costs) ? next : most)
  return {
    place,
    "worst doubling": worst.worst === 0 ? "below 20 ms" : worst.worst,
    by: worst.worst === 0 ? "" : shownName(worst.filler),
    "most ms": costliest(slowest.costs),
    "at": shownName(slowest.filler)
  }
})
report(rows)
const over = found.filter(({ worst }) => worst > maxPerDoubling)
console.log(`${measured} measured, ${over.length} over ${maxPerDoubling}`)
process.exit(over.length > 0 ? 1 : 0)
