import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { JobId } from "../../../src/core/domain/job/Job.ts"
import { constants } from "../../../src/core/settings/constants.ts"
import { afterFailure, type EventCursor, openCursors } from "../../../src/crawling/webhooks/event-cursors.ts"
import { WebhookStore } from "../../../src/crawling/webhooks/WebhookStore.ts"
import { timePasses } from "../../support/web/fake-web-time.ts"
import { all, id, row, scene, types } from "./receiver-scene.ts"

describe("webhooks", () => {
  it.effect("send the start, batches of pages and the end, in order", () => {
    const { become, layer, left, open, rows, tries } = scene(all)
    return Effect.gen(function*() {
      yield* open
      yield* timePasses("2 seconds")
      assert.deepStrictEqual(tries, [])
      yield* become("running")
      rows.push(
        ...Array.from({ length: 250 }, (_, n) => row(n, n === 120 ? "failed" : n === 130 ? "skipped" : "stored"))
      )
      yield* timePasses("2 seconds")
      assert.deepStrictEqual(types(tries), [
        "job.started",
        "page.stored",
        "page.stored",
        "page.failed",
        "page.stored"
      ])
      yield* become("done")
      yield* timePasses("2 seconds")
      assert.deepStrictEqual(types(tries).slice(5), ["job.finished"])
      assert.deepStrictEqual(
        tries.filter(({ type }) => type === "page.stored").map(({ data }) => data.pages?.length),
        [100, 98, 50]
      )
      assert.deepStrictEqual(tries[3]?.data.pages?.map(({ url }) => url), ["https://site.example/120"])
      assert.strictEqual(tries[5]?.data.status, "done")
      assert.strictEqual(new Set(tries.map((attempt) => attempt.id)).size, tries.length)
      for (const { body, id } of tries) {
        assert.notInclude(id, ".")
        assert.notInclude(body, "nobody's business")
        assert.notInclude(body, "a-secret-of-the-receiver")
      }
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* left, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("repeat a message with the same id and the same rows, with longer and longer waits, and then go on", () => {
    const { become, layer, logs, open, rows, tries } = scene(
      ["page.stored"],
      (_, count) => count < 4 ? [500, 302, "none"][count - 1] as 500 : 204
    )
    return Effect.gen(function*() {
      yield* become("running")
      rows.push(row(1, "stored"))
      yield* open
      yield* timePasses("1 second")
      rows.push(row(2, "stored"))
      yield* timePasses("4 minutes")
      assert.deepStrictEqual(tries.map(({ data }) => data.pages?.length), [1, 1, 1, 1, 1])
      assert.strictEqual(new Set(tries.slice(0, 4).map(({ body, id }) => id + body)).size, 1)
      const waits = tries.slice(1, 4).map(({ at }, index) => (at - (tries[index]?.at ?? 0)) / 1000)
      for (const [index, expected] of [5, 30, 120].entries()) {
        // Polls are a second apart.
        assert.isAtLeast(waits[index] ?? 0, expected * 0.8)
        assert.isAtMost(waits[index] ?? 0, expected * 1.2 + 1.1)
      }
      assert.lengthOf(logs.filter((line) => line.includes("tried again later")), 3)
      assert.notInclude(logs.join(), "a-secret-of-the-receiver")
      assert.include(logs.join(), "receiver.example")
    }).pipe(Effect.provide(layer))
  })

  it.effect("send the changes of a run once its receiver is up again, and nothing without changes", () => {
    const run = { schedule: "5".repeat(32), since: "7".repeat(32) }
    const { become, layer, left, open, rows, tries } = scene(
      ["schedule.changed"],
      (_, count) => count < 4 ? "none" : 204,
      run
    )
    const unchanged = scene(["schedule.changed"], () => 204, run)
    return Effect.gen(function*() {
      yield* open
      rows.push({ ...row(1, "stored"), change: "new" }, { ...row(2, "skipped"), change: "same" })
      yield* become("running")
      yield* timePasses("1 minute")
      assert.deepStrictEqual(tries, [])
      yield* become("done")
      yield* timePasses("5 minutes")
      assert.lengthOf(tries, 4)
      assert.strictEqual(new Set(tries.map(({ body, id }) => id + body)).size, 1)
      assert.deepInclude<object>(tries[3]?.data ?? {}, {
        schedule_id: run.schedule,
        job_id: id,
        since: run.since,
        more: false
      })
      assert.deepStrictEqual(tries[3]?.data.pages?.map(({ url }) => url), [rows[0]?.url])
      assert.deepStrictEqual(yield* left, [])

      yield* Effect.gen(function*() {
        unchanged.rows.push({ ...row(1, "skipped"), change: "same" })
        yield* unchanged.become("done")
        yield* unchanged.open
        yield* timePasses("1 minute")
        assert.deepStrictEqual([unchanged.tries, yield* unchanged.left], [[], []])
      }).pipe(Effect.provide(unchanged.layer))
    }).pipe(Effect.provide(layer))
  })

  it.effect("go on after a defect, which is logged", () => {
    const { become, layer, left, logs, open, tries } = scene(["job.finished"], (_, count) => {
      if (count === 1) throw new Error("a bug")
      return 204
    })
    return Effect.gen(function*() {
      yield* open
      yield* become("done")
      yield* timePasses("2 seconds")
      assert.lengthOf(tries, 1)
      assert.lengthOf(logs.filter((line) => line.includes("a webhook cannot be served") && line.includes("a bug")), 1)
      yield* timePasses("2 minutes")
      assert.lengthOf(tries, 2)
      assert.strictEqual(tries[0]?.id, tries[1]?.id)
      assert.deepStrictEqual(yield* left, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("tell the end although the receiver refuses the pages", () => {
    const { become, layer, open, rows, tries } = scene(all, ({ type }) => type === "page.stored" ? 400 : 204)
    return Effect.gen(function*() {
      yield* become("running")
      rows.push(row(1, "stored"))
      yield* open
      yield* timePasses("1 second")
      yield* become("cancelled")
      yield* timePasses("3 seconds")
      assert.deepStrictEqual(types(tries), ["job.started", "page.stored", "job.finished"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("leave the receiver alone for as long as it asks", () => {
    const { become, layer, open, tries } = scene(
      ["job.started"],
      (_, count) => count === 1 ? { status: 429, retryAfter: Duration.seconds(90) } : 204
    )
    return Effect.gen(function*() {
      yield* become("running")
      yield* open
      yield* timePasses("2 minutes")
      assert.lengthOf(tries, 2)
      assert.isAtLeast((tries[1]?.at ?? 0) - (tries[0]?.at ?? 0), 90_000)
    }).pipe(Effect.provide(layer))
  })

  it.effect("end with a 410, also if their crawl begins anew", () => {
    const { become, layer, left, open, rows, tries } = scene(all, () => 410)
    return Effect.gen(function*() {
      yield* become("running")
      rows.push(row(1, "stored"))
      yield* open
      yield* timePasses("3 seconds")
      yield* open
      yield* timePasses("1 minute")
      yield* become("done")
      yield* timePasses("1 minute")
      assert.deepStrictEqual(types(tries), ["job.started"])
      assert.deepStrictEqual(yield* left, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("of keys whose receivers never answer leave room for those of other keys", () => {
    const { become, layer, tries } = scene(["job.started"], () => "silence")
    return Effect.gen(function*() {
      const store = yield* WebhookStore
      yield* become("running")
      const job = (n: number) => JobId.make(n.toString(16).padStart(32, "0"))
      const cursors = openCursors(["job.started"], 0)
      for (let n = 0; n < 200; n++) yield* store.open(job(n), "first", cursors)
      yield* timePasses("20 seconds")
      assert.strictEqual(tries.length, 64)
      for (let n = 200; n < 300; n++) yield* store.open(job(n), "second", cursors)
      yield* timePasses("20 seconds")
      assert.strictEqual(tries.length, 64 + 32)
      for (let n = 300; n < 310; n++) yield* store.open(job(n), "third", cursors)
      yield* timePasses("2 seconds")
      assert.strictEqual(tries.length, 64 + 32 + 10)
    }).pipe(Effect.provide(layer))
  })

  it.effect("are tried again in time though the clock of the machine has stepped back by an hour", () => {
    const { become, layer, open, tries } = scene(["job.started"], () => 503)
    let behind = 0
    /** A clock whose wall time is behind, with the same monotonic time. */
    const stepping = (clock: Clock.Clock): Clock.Clock => {
      const wall = () => clock.currentTimeMillisUnsafe() - behind
      return Object.assign(Object.create(clock) as Clock.Clock, {
        currentTimeMillisUnsafe: wall,
        currentTimeMillis: Effect.sync(wall)
      })
    }
    const retried = Effect.gen(function*() {
      yield* timePasses("2 hours")
      yield* become("running")
      yield* open
      yield* timePasses("2 seconds")
      assert.lengthOf(tries, 1)
      behind = 3_600_000
      yield* timePasses("1 minute")
      assert.isAtLeast(tries.length, 2)
    }).pipe(Effect.provide(layer))
    return Effect.flatMap(Clock.Clock, (clock) => Effect.provideService(retried, Clock.Clock, stepping(clock)))
  })

  it("are tried 14 times in some three days, each wait within a fifth of the schedule", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 }), (random) => {
        let cursor: EventCursor | undefined = { from: 0, to: 1, madeAt: 0, failures: 0, dueAt: 0 }
        let tried = 0
        let at = 0
        for (
          ;
          cursor !== undefined;
          cursor = afterFailure(cursor, constants.webhookWaits.default, at, random[tried++] ?? 0)
        ) {
          assert.isAtLeast(cursor.dueAt, at)
          at = cursor.dueAt
        }
        assert.strictEqual(tried, 14)
        assert.closeTo(at / 86_400_000, 3.2, 0.65)
      })
    )
  })

  it.effect("end with their job, and wait for a key that is not there", () => {
    const evicted = scene(["job.finished"], () => 503)
    const removed = scene(["job.finished"])
    return Effect.gen(function*() {
      yield* Effect.gen(function*() {
        yield* evicted.become("done")
        yield* evicted.open
        yield* timePasses("2 seconds")
        evicted.state.isKept = false
        yield* timePasses("2 minutes")
        assert.lengthOf(evicted.tries, 1)
        assert.deepStrictEqual(yield* evicted.left, [])
      }).pipe(Effect.provide(evicted.layer))
      yield* Effect.gen(function*() {
        removed.state.hasKey = false
        yield* removed.become("done")
        yield* removed.open
        yield* timePasses("2 minutes")
        assert.deepStrictEqual(removed.tries, [])
        // The message is still there when the key becomes known to this node.
        removed.state.hasKey = true
        yield* timePasses("1 minute")
        assert.deepStrictEqual(types(removed.tries), ["job.finished"])
      }).pipe(Effect.provide(removed.layer))
    })
  })

  it.effect("are forgotten with their job, however long their receiver wants to be left alone", () => {
    const { become, layer, left, open, state } = scene(
      ["job.started"],
      () => ({ status: 503, retryAfter: Duration.days(1) })
    )
    return Effect.gen(function*() {
      yield* become("running")
      yield* open
      yield* timePasses("2 seconds")
      state.isKept = false
      yield* timePasses("20 minutes")
      state.isKept = true
      // A deleted webhook can be opened again.
      yield* open
      assert.lengthOf(yield* left, 1)
    }).pipe(Effect.provide(layer))
  })
})
