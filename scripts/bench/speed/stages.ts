import * as path from "node:path"
import { parseArgs } from "node:util"
import type { DocumentField } from "../../../src/core/domain/document/DocumentField.ts"
import { inputOf, realPages, type SetName, setNames } from "../../support/real-pages.ts"
import { type Checkout, stagesOf } from "../support/extraction/stage-steps.ts"
import { report, type Row } from "../support/report.ts"

/**
 * CPU milliseconds a page by stage over the shared real pages, for this checkout and for another one in the same
 * process, page by page in turn: `npm run bench -- stages [--pages 150] [--rounds 5] [--against CHECKOUT]
 * [--fields markdown,title] [--set general]`. `least` takes each page's best round, so that neither a busy machine nor
 * the garbage collector changes it much; `mean` has both. `whole` is one call of the extractor.
 */
const { values: options } = parseArgs({
  options: {
    pages: { type: "string", default: "150" },
    rounds: { type: "string", default: "5" },
    against: { type: "string" },
    fields: { type: "string" },
    set: { type: "string" }
  }
})
const sets: ReadonlyArray<SetName> = setNames.filter((set) => set === (options.set ?? "general"))
const all = sets.flatMap((set) => realPages(set))
const step = Math.max(1, all.length / Number(options.pages))
const inputs = Array.from({ length: Math.min(all.length, Number(options.pages)) }, (_, index) => {
  // The index is below the length.
  const input = inputOf(all[Math.floor(index * step)]!)
  const fields = options.fields?.split(",") as ReadonlyArray<DocumentField> | undefined
  return fields === undefined ? input : { ...input, options: { fields } }
})

/** CPU of this process with its garbage collector and compiler. */
const cpuMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

interface Cost {
  readonly least: Array<number>
  sum: number
}

const checkouts = [
  path.join(import.meta.dirname, "../../.."),
  ...(options.against === undefined ? [] : [options.against])
]
const sides: ReadonlyArray<{ readonly checkout: Checkout; readonly costs: Map<string, Cost> }> = await Promise.all(
  checkouts.map(async (folder) => ({ checkout: await stagesOf(path.resolve(folder)), costs: new Map() }))
)

const timed = (costs: Map<string, Cost>, page: number, keep: boolean) => <A>(stage: string, run: () => A): A => {
  const started = cpuMillis()
  const result = run()
  const millis = cpuMillis() - started
  if (!keep) return result
  const cost = costs.get(stage) ?? { least: [], sum: 0 }
  costs.set(stage, cost)
  cost.least[page] = Math.min(cost.least[page] ?? Number.POSITIVE_INFINITY, millis)
  cost.sum += millis
  return result
}

// The first round is for the compiler.
const rounds = Number(options.rounds)
for (let round = 0; round <= rounds; round++) {
  for (const [page, input] of inputs.entries()) {
    for (const { checkout, costs } of round % 2 === 0 ? sides : sides.toReversed()) {
      const on = timed(costs, page, round > 0)
      if (options.fields === undefined) checkout.byStages(input, on)
      on("whole", () => checkout.whole(input))
    }
  }
}

const minOf = (cost: Cost | undefined): number =>
  cost === undefined ? Number.NaN : cost.least.reduce((sum, millis) => sum + millis, 0) / inputs.length
const meanOf = (cost: Cost | undefined): number => cost === undefined ? Number.NaN : cost.sum / inputs.length / rounds

const [own, other] = sides
const rows: ReadonlyArray<Row> = [...own?.costs ?? []].map(([stage, cost]) => {
  const row = { [`CPU ms a page, ${inputs.length} pages`]: stage, least: minOf(cost), mean: meanOf(cost) }
  const before = other?.costs.get(stage)
  return other === undefined ? row : {
    ...row,
    "other least": minOf(before),
    "other mean": meanOf(before),
    "least x": minOf(cost) / minOf(before),
    "mean x": meanOf(cost) / meanOf(before)
  }
})
report(rows)
