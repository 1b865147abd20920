import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { withoutTracking } from "../../../src/core/domain/job/tracking-parameters.ts"

describe("withoutTracking", () => {
  const cases: ReadonlyArray<readonly [url: string, without: string]> = [
    ["https://example.com/?utm_source=a&id=1&utm_campaign=b&page=2", "https://example.com/?id=1&page=2"],
    ["https://example.com/?gclid=a", "https://example.com/"],
    ["https://example.com/a?fbclid&b", "https://example.com/a?b"],
    ["https://example.com/a?b=2&a=1&&b=", "https://example.com/a?b=2&a=1&&b="],
    ["https://example.com/?next=utm_source&mygclid=1", "https://example.com/?next=utm_source&mygclid=1"],
    ["https://example.com/utm_source=a", "https://example.com/utm_source=a"],
    ["https://example.com/a?", "https://example.com/a?"]
  ]
  for (const [url, without] of cases) {
    it(`${url} is ${without}`, () => assert.strictEqual(withoutTracking(url), without))
  }

  it("keeps all other parameters in their order, wherever tracking ones stand between them", () => {
    const other = fc.constantFrom("a=1", "b", "c=utm_x", "d=%26", "")
    const tracking = fc.constantFrom("utm_medium=x", "gclid=1", "mc_eid")
    fc.assert(fc.property(fc.array(fc.oneof(other, tracking)), (parameters) => {
      const kept = parameters.filter((parameter) => !/^(?:utm_|gclid|mc_eid)/.test(parameter))
      const url = (list: ReadonlyArray<string>) => `https://example.com/p${list.length > 0 ? "?" : ""}${list.join("&")}`
      assert.strictEqual(withoutTracking(url(parameters)), url(kept))
    }))
  })
})
