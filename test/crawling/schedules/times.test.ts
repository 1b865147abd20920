import { assert, describe, it } from "@effect/vitest"
import { cronFault, nextTime, timezoneFault } from "../../../src/crawling/schedules/times.ts"

const id = "0".repeat(32)
const start = Date.UTC(2026, 0, 1)
const year = [start, Date.UTC(2027, 0, 1)] as const
const november = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2)] as const

/** All times of a year or a part of it, as UTC. */
const timesOf = (
  cron: string,
  timezone: string,
  [start, end]: readonly [number, number] = year
): ReadonlyArray<string> => {
  const times: Array<string> = []
  for (
    let time: number | null = start - 1;
    (time = nextTime(id, { cron, timezone, created_at: 0 }, time ?? 0)) !== null;
  ) {
    if (time >= end) break
    times.push(new Date(time).toISOString().slice(0, 16))
  }
  return times
}

const on = (times: ReadonlyArray<string>, days: string) => times.filter((time) => time.startsWith(days))

describe("times of a schedule", () => {
  it("run each night once, in a skipped hour later and in a doubled hour at first", () => {
    const berlin = timesOf("30 2 * * *", "Europe/Berlin")
    assert.lengthOf(berlin, 365)
    assert.deepStrictEqual(on(berlin, "2026-03-2").slice(-3), [
      "2026-03-27T01:30",
      "2026-03-28T01:30",
      "2026-03-29T01:30"
    ])
    assert.deepStrictEqual(on(berlin, "2026-10-2").slice(4, 7), [
      "2026-10-24T00:30",
      "2026-10-25T00:30",
      "2026-10-26T01:30"
    ])
    const newYork = timesOf("30 2 * * *", "America/New_York")
    assert.lengthOf(newYork, 365)
    assert.deepStrictEqual(on(newYork, "2026-03-0").slice(-3), [
      "2026-03-07T07:30",
      "2026-03-08T07:30",
      "2026-03-09T06:30"
    ])
    const doubled = timesOf("30 1 * * *", "America/New_York")
    assert.lengthOf(doubled, 365)
    assert.deepStrictEqual(on(doubled, "2026-11-0").slice(0, 2), ["2026-11-01T05:30", "2026-11-02T06:30"])
  })

  it("are all there on a day that skips them", () => {
    const day = on(timesOf("0,30 2,3 * * *", "Europe/Berlin"), "2026-03-29")
    assert.deepStrictEqual(day, ["2026-03-29T01:00", "2026-03-29T01:30"])
    assert.lengthOf(timesOf("0,30 2 * * *", "Europe/Berlin"), 730)
  })

  it("of every hour pass by elapsed time, so that none is left out and none doubled", () => {
    const hours = timesOf("0 * * * *", "Europe/Berlin")
    assert.lengthOf(hours, 365 * 24)
    assert.strictEqual(new Set(hours).size, hours.length)
    assert.lengthOf(on(timesOf("*/15 * * * *", "America/New_York", november), "2026-11-01"), 96)
  })

  it("take days of the week, months and the end of a month", () => {
    assert.lengthOf(timesOf("0 9 * * 1-5", "Europe/Berlin"), 261)
    assert.lengthOf(timesOf("0 9 L * *", "UTC"), 12)
    assert.strictEqual(
      nextTime(id, { cron: "@daily", timezone: "Asia/Kolkata", created_at: 0 }, start),
      Date.UTC(2026, 0, 1, 18, 30)
    )
  })

  it("of an interval drift by at most a tenth of it, and differ between schedules", () => {
    const times = Array.from(
      { length: 1000 },
      (_, n) => nextTime(String(n), { every_seconds: 3600, timezone: "UTC", created_at: start }, start) ?? 0
    )
    assert.isTrue(times.every((time) => time >= start + 3_600_000 && time <= start + 3_960_000))
    assert.isAbove(new Set(times).size, 900)
    let time = start
    for (let n = 1; n <= 1000; n++) {
      const next = nextTime(id, { every_seconds: 3600, timezone: "UTC", created_at: start }, time) ?? 0
      assert.isAbove(next, time)
      assert.isBelow(Math.abs(next - (start + n * 3_600_000)), 360_001)
      time = next
    }
  })

  it("have a fault in words", () => {
    assert.isUndefined(cronFault("30 2 * * *"))
    assert.match(cronFault("61 * * * *") ?? "", /minute/)
    assert.isString(cronFault("* * * * * *"))
    assert.strictEqual(cronFault("0 0 30 2 *"), "has no time at which it is due")
    assert.isString(cronFault("2099-01-01T00:00:00"))
    assert.isUndefined(cronFault(" 0  6 * * MON "))
    assert.isUndefined(cronFault("@daily"))
    assert.isUndefined(timezoneFault("Europe/Berlin"))
    assert.match(timezoneFault("Mars/Olympus") ?? "", /IANA/)
  })
})
