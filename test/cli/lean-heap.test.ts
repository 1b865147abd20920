import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"

/**
 * The most mebibytes that a process of its own holds for objects while it keeps 20 MiB of them, and 40 pieces of work at
 * a time make what lives until their end.
 */
const heapOf = (start: string): { readonly young: number; readonly old: number } =>
  JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", `${start}\n${work}`]).toString())

const lean = `(await import(${JSON.stringify(new URL("../../src/cli/lean-heap.ts", import.meta.url).href)})).leanHeap()`

const work = `
const v8 = await import("node:v8")
const objects = (count) => Array.from({ length: count }, (_, index) => ({ index }))
const kept = objects(600_000)
const underWay = Array.from({ length: 40 })
const peak = { young: 0, old: 0 }
for (let turn = 0; turn < 20_000; turn++) {
  underWay[turn % underWay.length] = objects(500)
  if (turn % 200 !== 0) continue
  const mebibytes = Object.fromEntries(v8.getHeapSpaceStatistics()
    .map(({ space_name, physical_space_size }) => [space_name, physical_space_size / 1024 / 1024]))
  peak.young = Math.max(peak.young, mebibytes.new_space)
  peak.old = Math.max(peak.old, mebibytes.old_space)
}
if (kept.length === 0) throw new Error("nothing was kept")
console.log(JSON.stringify(peak))
`

describe("a lean heap", () => {
  it("stays near what is alive, where V8 alone would let it grow", { timeout: 60_000 }, () => {
    const usual = heapOf("")
    const small = heapOf(lean)
    assert.isAtLeast(usual.young, 3 * small.young)
    assert.isBelow(small.old + small.young, usual.old + usual.young)
  })
})
