import { assert, describe, it } from "@effect/vitest"
import { sentTimes, typedTimes } from "../../../src/apps/console/options/typed-times.ts"
import { faultsOf } from "../../../src/apps/console/schedules/api-faults.ts"
import { delayOf, lookOf, runInWords } from "../../../src/apps/console/schedules/run-words.ts"
import { timesInWords } from "../../../src/apps/console/schedules/times-in-words.ts"
import { GleanerError, type ScheduleRun } from "../../../src/contract/client/index.ts"

describe("the times of a schedule", () => {
  it.each([
    ["30 6 * * 1-5", "Monday to Friday at 06:30"],
    ["0 6 * * *", "Every day at 06:00"],
    ["0 6,18 * * *", "Every day at 06:00 and 18:00"],
    ["5 0 * * mon,WED,5", "On Monday, Wednesday and Friday at 00:05"],
    ["0 12 * * 0,6,7", "On Sunday and Saturday at 12:00"],
    ["0 4 1 * *", "On day 1 of the month at 04:00"],
    ["0 4 1,15 1,jul *", "On days 1 and 15 of the month at 04:00 in January and July"],
    ["* * * * *", "Every minute"],
    ["*/10 * * * *", "Every 10 minutes"],
    ["15 * * * *", "Every hour at minute 15"],
    ["0 */4 * * 6", "Every 4 hours, on Saturday"],
    ["@daily", "Every day at 00:00"],
    // A step that does not divide the day, either of two days, a time that does not exist: no words would be right.
    ["0 */5 * * *", "At the times of 0 */5 * * *"],
    ["0 6 1 * 1", "At the times of 0 6 1 * 1"],
    ["0 6 L * *", "At the times of 0 6 L * *"],
    ["30 24 * * *", "At the times of 30 24 * * *"],
    ["30 6 0 * *", "At the times of 30 6 0 * *"],
    ["daily", "At the times of daily"]
  ])("%s are: %s", (cron, words) => assert.strictEqual(timesInWords({ cron, every_seconds: null }), words))

  it.each([
    [60, "Every 1 min, spread up to 6 s"],
    [5400, "Every 1 h 30 min, spread up to 9 min"],
    [86_400, "Every 24 h, spread up to 2 h 24 min"],
    [90, "Every 1 min 30 s, spread up to 9 s"],
    [604_800, "Every 7 days, spread up to 16 h 48 min"]
  ])(
    "every %i seconds are: %s",
    (every_seconds, words) => assert.strictEqual(timesInWords({ cron: null, every_seconds }), words)
  )

  it("are the same after they were in the form", () => {
    for (
      const [cron, rhythm] of [
        ["30 6 * * *", "day"],
        ["0 18 * * 1-5", "weekdays"],
        ["5 0 * * 0", "week"],
        ["0 4 31 * *", "month"],
        ["0 4 * * 6,0", "cron"],
        ["*/5 * * * *", "cron"]
      ] as const
    ) {
      const typed = typedTimes({ cron, every_seconds: null, timezone: "Asia/Tokyo" })
      assert.strictEqual(typed.rhythm, rhythm)
      assert.deepStrictEqual(sentTimes(typed), { cron, timezone: "Asia/Tokyo" })
    }
    for (const every_seconds of [60, 90, 5400, 21_600, 172_800]) {
      assert.deepStrictEqual(sentTimes(typedTimes({ cron: null, every_seconds, timezone: "UTC" })), { every_seconds })
    }
  })
})

describe("a run of a schedule", () => {
  const run: ScheduleRun = {
    n: 4,
    scheduled_at: 1_795_241_700,
    started_at: 1_795_241_701,
    finished_at: 1_795_241_710,
    status: "done",
    job_id: "a".repeat(32),
    changes: { new: 2, changed: 1, same: 40, removed: 0 },
    skipped: 0
  }

  it("has a look and words for each outcome", () => {
    const none = { new: 0, changed: 0, same: 40, removed: 0 }
    for (
      const [more, look, words] of [
        [{}, "changed", /^Run 4, .*: 2 new, 1 changed$/],
        [{ changes: none }, "same", /: no changes in 40 pages$/],
        [{ changes: null }, "first", /: compared with nothing$/],
        [{ status: "failed", changes: null }, "failed", /: failed$/],
        [{ skipped: 3 }, "changed", /; 3 times skipped, because this run was running$/],
        [{ scheduled_at: run.scheduled_at - 7200 }, "changed", /; made up 2 h 0 min after its time$/]
      ] as const
    ) {
      const one: ScheduleRun = { ...run, ...more }
      assert.strictEqual(lookOf(one), look)
      assert.match(runInWords(one), words)
    }
    assert.strictEqual(delayOf(run), 0)
  })
})

describe("an error of the API", () => {
  const error = (...errors: GleanerError["errors"]) =>
    new GleanerError({
      code: "invalid_request",
      status: 400,
      title: "Invalid",
      detail: "Two fields are wrong.",
      errors
    })

  it("is divided into faults of fields and the rest", () => {
    const divided = faultsOf(
      error({ pointer: "/cron", detail: "is missing" }, { pointer: "/job/urls/1", detail: "is no URL" }),
      ["cron", "job/urls"],
      { "job/urls": ["https://b.example/", "ftp://a/"] }
    )
    assert.deepStrictEqual(divided, {
      faults: { cron: "Is missing", "job/urls": "ftp://a/: is no URL" },
      rest: undefined
    })
    const { faults, rest } = faultsOf(
      error({ pointer: "/name/1", detail: "is too long" }, { pointer: "/other", detail: "is unknown" }),
      ["name"]
    )
    assert.deepStrictEqual(faults, { name: "Line 2: is too long" })
    assert.deepStrictEqual((rest as GleanerError).errors.map(({ pointer }) => pointer), ["/other"])
  })

  it("is whole if it names no field", () => {
    const full = new GleanerError({ code: "too_many_schedules", status: 409, title: "Too many", detail: "Delete one." })
    assert.strictEqual((faultsOf(full, ["name"]).rest as GleanerError).code, "too_many_schedules")
    assert.isUndefined(faultsOf(undefined, ["name"]).rest)
  })
})
