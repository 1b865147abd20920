import { assert, it } from "@effect/vitest"
import * as v8 from "node:v8"
import * as vm from "node:vm"
import { registrableDomain } from "../../src/domain/WebUrl.ts"

v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")

const heapUsed = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const megabyte = 1_000_000
const urls = 2000

/** The host of a URL with a path of 8,000 characters. */
const hostOfLongUrl = (index: number): string =>
  new URL(`https://long-address-${index}.example.com/${"x".repeat(8000)}/${index}`).hostname

it("what is remembered of a host keeps no URL in memory", () => {
  const before = heapUsed()
  for (let index = 0; index < urls; index++) registrableDomain(hostOfLongUrl(index))
  assert.isBelow(heapUsed() - before, 5 * megabyte)
})
