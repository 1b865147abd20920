import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { distanceOf, Simhash } from "../../../src/extract/fingerprint/Simhash.ts"

const simhashOf = (features: ReadonlyArray<number>): string => {
  const simhash = new Simhash()
  for (const feature of features) {
    const digest = createHash("sha256").update(String(feature)).digest()
    simhash.add(digest.readInt32LE(0), digest.readInt32LE(4), 1)
  }
  return simhash.digits()
}

describe("Simhash", () => {
  it("has the bits that most features have", () => {
    const simhash = new Simhash()
    simhash.add(0x0000FFFF, 0xF0F0F0F0, 1)
    simhash.add(0x0000FFFF, 0, 1)
    simhash.add(0, 0xF0F0F0F0, 2)
    assert.strictEqual(simhash.digits(), "00000000f0f0f0f0")
  })

  it("differs in more bits, the more features differ", () => {
    const features = Array.from({ length: 400 }, (_, at) => at)
    const few = features.map((feature) => feature < 4 ? feature + 1000 : feature)
    const half = features.map((feature) => feature < 200 ? feature + 1000 : feature)
    const own = simhashOf(features)
    assert.strictEqual(distanceOf(own, simhashOf(features.toReversed())), 0)
    assert.isAtMost(distanceOf(own, simhashOf(few)), 5)
    assert.isAtLeast(distanceOf(own, simhashOf(half)), 10)
  })

  it("counts the bits that differ", () => {
    assert.strictEqual(distanceOf("0000000000000000", "ffffffffffffffff"), 64)
    assert.strictEqual(distanceOf("8000000000000001", "0000000000000000"), 2)
  })
})
