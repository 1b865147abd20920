import { assert, it } from "@effect/vitest"
import { registrableDomain } from "../../../src/core/domain/WebUrl.ts"
import { heapUsed, megabyte } from "../../support/processes/heap-used.ts"

const urls = 2000

/** The host of a URL with a path of 8,000 characters. */
const hostOfLongUrl = (index: number): string =>
  new URL(`https://long-address-${index}.example.com/${"x".repeat(8000)}/${index}`).hostname

it("what is remembered of a host keeps no URL in memory", () => {
  const before = heapUsed()
  for (let index = 0; index < urls; index++) registrableDomain(hostOfLongUrl(index))
  assert.isBelow(heapUsed() - before, 5 * megabyte)
})
