import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { StoreUnavailable } from "../../../../src/core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { localWebhooks, type WebhookRow } from "../../../../src/crawling/stores/shared/local-webhooks.ts"
import { openCursors } from "../../../../src/crawling/webhooks/event-cursors.ts"

const id = JobId.make("0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6")
const cursors = openCursors(["job.finished"], 0)
const later = { "job.finished": { from: 0, to: 1, madeAt: 5, failures: 2, dueAt: 9 } }

describe("webhooks in a file", () => {
  it.effect("are written again when the file has refused them, and not when they are the same", () =>
    Effect.gen(function*() {
      const saved: Array<WebhookRow> = []
      let isFull = false
      const store = localWebhooks(yield* Clock.Clock, [], {
        save: (row) =>
          Effect.suspend(() => {
            if (isFull) return Effect.fail(new StoreUnavailable({ reason: "the disk is full" }))
            saved.push(row)
            return Effect.void
          }),
        remove: () => Effect.void
      })
      yield* store.open(id, "first", cursors)
      const [taken] = yield* store.take(1)
      if (taken === undefined) return assert.fail("it is due")
      yield* store.save(taken, cursors, Duration.zero)
      assert.lengthOf(saved, 1)
      isFull = true
      assert.strictEqual((yield* Effect.flip(store.save(taken, later)))._tag, "StoreUnavailable")
      isFull = false
      yield* store.save(taken, later, Duration.zero)
      yield* store.save(taken, later, Duration.zero)
      assert.deepStrictEqual(saved.map((row) => row.cursors), [cursors, later])
    }))
})
