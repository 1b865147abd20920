import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { CrawlOptions } from "../../../src/core/domain/job/Job.ts"
import type { Notify } from "../../../src/core/domain/options/Notify.ts"
import { MailRefused } from "../../../src/crawling/notify/Mailer.ts"
import { timePasses } from "../../support/web/fake-web-time.ts"
import { row, scene, secretQuery } from "./receiver-scene.ts"

describe("messages for people", () => {
  const hidden = `https://chat.example/hook?${secretQuery}`
  const told = (to: Notify["to"]): Partial<CrawlOptions> => ({
    schedule: "1f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6",
    schedule_name: "Prices",
    schedule_run: 2,
    since: "2f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6",
    notify: { to, origin: "https://gleaner.example" }
  })

  it.effect("are sent once to each receiver, and again only to one that fails", () => {
    const receivers = [{ mail: ["ann@example.com"] }, { slack: hidden }, { mail: ["bob@example.com"] }]
    const { become, layer, left, logs, mails, open, rows, tries } = scene(
      [],
      (_, count) => count < 3 ? 500 : 200,
      told(receivers),
      (count) =>
        count === 2 ? Effect.fail(new MailRefused({ why: "EENVELOPE RCPT TO 550", isFinal: true })) : Effect.void
    )
    return Effect.gen(function*() {
      yield* become("running")
      yield* open
      yield* timePasses("1 minute")
      assert.deepStrictEqual([mails, tries], [[], []])
      rows.push({ ...row(1, "stored"), change: "new" }, { ...row(2, "stored"), change: "same" })
      yield* become("done")
      yield* timePasses("1 hour")
      assert.deepStrictEqual(mails.map(({ to }) => to), [["ann@example.com"], ["bob@example.com"]])
      assert.strictEqual(new Set(mails.map(({ id }) => id)).size, 2)
      assert.deepStrictEqual(new Set(mails.map(({ subject }) => subject)), new Set(["Prices: 1 new (run 2)"]))
      assert.include(mails[0]?.text, "https://gleaner.example/#/schedules/1f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6")
      assert.lengthOf(tries, 3)
      assert.strictEqual(new Set(tries.map(({ body }) => body)).size, 1)
      assert.match(tries[0]?.body ?? "", /"text":"Prices: 1 new"/)
      assert.deepStrictEqual(yield* left, [])
      for (const line of logs) assert.notMatch(line, /token|ann@|bob@/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("are not sent about a run without changes, a first run, and one that fails", () => {
    const { schedule_run: _, since: __, ...first } = told([{ mail: ["ann@example.com"] }])
    const quiet = [
      [scene([], () => 204, told([{ mail: ["ann@example.com"] }])), "done", "same"],
      [scene([], () => 204, first), "done", "new"],
      [scene([], () => 204, told([{ mail: ["ann@example.com"] }])), "failed", "new"]
    ] as const
    return Effect.forEach(
      quiet,
      ([{ become, layer, left, mails, open, rows }, status, change]) =>
        Effect.gen(function*() {
          rows.push({ ...row(1, "stored"), change })
          yield* become(status)
          yield* open
          yield* timePasses("1 minute")
          assert.deepStrictEqual([mails, yield* left], [[], []])
        }).pipe(Effect.provide(layer))
    )
  })

  it.effect("go on where a webhook beside them is gone", () => {
    const { become, layer, mails, open, rows, tries } = scene(
      ["schedule.changed"],
      () => 410,
      told([{ mail: ["ann@example.com"] }])
    )
    return Effect.gen(function*() {
      rows.push({ ...row(1, "stored"), change: "removed" })
      yield* become("done")
      yield* open
      yield* timePasses("1 minute")
      assert.lengthOf(tries, 1)
      assert.lengthOf(mails, 1)
    }).pipe(Effect.provide(layer))
  })
})
