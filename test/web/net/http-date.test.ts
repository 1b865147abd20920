import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { parseHttpDate } from "../../../src/web/net/http-date.ts"

const now = Date.UTC(2026, 0, 1)

describe("parseHttpDate", () => {
  it("reads the three forms of RFC 9110 section 5.6.7", () => {
    const time = Date.UTC(1994, 10, 6, 8, 49, 37)
    for (
      const date of [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "sUN, 06 nOV 1994 08:49:37 gmt"
      ]
    ) {
      assert.strictEqual(parseHttpDate(date, now), time, date)
    }
    assert.strictEqual(parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT", now), Date.UTC(2017, 0, 1))
  })

  it("takes two digits of a year for one of the next fifty, or else the last that was", () => {
    const year = (digits: string) =>
      new Date(parseHttpDate(`Monday, 01-Jan-${digits} 00:00:00 GMT`, now) ?? 0).getUTCFullYear()
    assert.deepStrictEqual(["00", "26", "76", "77", "99"].map(year), [2000, 2026, 2076, 1977, 1999])
  })

  it("reads every moment in the form that JavaScript prints", () => {
    const moment = fc.date({ min: new Date(0), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
    fc.assert(fc.property(moment, (date) => {
      assert.strictEqual(parseHttpDate(date.toUTCString(), now), Math.floor(date.getTime() / 1000) * 1000)
    }))
  })

  it("reads nothing else", () => {
    const others = [
      "",
      "0",
      "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 +0000",
      "Sun,  06 Nov 1994 08:49:37 GMT",
      "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 30 Feb 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
      "1994-11-06T08:49:37Z"
    ]
    for (const date of others) assert.isUndefined(parseHttpDate(date, now), date)
    assert.isUndefined(parseHttpDate(undefined, now))
  })
})
