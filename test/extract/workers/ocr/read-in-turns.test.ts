import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { failed, noReader } from "../../../../src/core/domain/errors/page-errors.ts"
import { monotonicMillis } from "../../../../src/core/kernel/RequestContext.ts"
import { readInTurns, type Turns } from "../../../../src/extract/workers/ocr/read-in-turns.ts"
import { whileTimePasses } from "../../../support/web/fake-web-time.ts"

const numbers = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** Reads two pages at a time, each in 100 ms. Pages of `deadly` end the process. */
const reading =
  (deadly: ReadonlyArray<number>, requests: Array<ReadonlyArray<number>> = []): Turns["readSome"] => (pages) =>
    Effect.gen(function*() {
      requests.push(pages)
      const some = pages.slice(0, 2)
      yield* Effect.sleep(Duration.millis(100 * some.length))
      if (some.some((page) => deadly.includes(page))) return yield* failed("https://site.test/", "decode", "lost")
      const read = some.map((page) => ({ page, confidence: 1, lines: [] }))
      return { read, missed: [], left: pages.slice(2), millis: 100 * some.length }
    })

const run = (turns: Partial<Turns>) =>
  whileTimePasses(
    Effect.gen(function*() {
      const { pages, ...rest } = yield* readInTurns({
        pages: numbers(7),
        maxPages: 50,
        deadline: Infinity,
        readSome: reading([]),
        ...turns
      })
      return { ...rest, pages: pages.map(({ page }) => page) }
    })
  )

describe("scanned pages", () => {
  it.effect("are read a few at a time, in their order", () =>
    Effect.gen(function*() {
      const requests: Array<ReadonlyArray<number>> = []
      assert.deepStrictEqual(yield* run({ readSome: reading([], requests) }), {
        pages: numbers(7),
        missed: [],
        millis: 700
      })
      assert.deepStrictEqual(requests.map(([first]) => first), [1, 3, 5, 7])
    }))

  it.effect("that end the process are missed, and the others are read", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* run({ readSome: reading([2, 7]) }), {
        pages: [1, 3, 4, 5, 6],
        missed: [{ pages: [2, 7], why: "it took too long or needed too much memory" }],
        millis: 500
      })
    }))

  it.effect("are left after three that end the process", () =>
    Effect.gen(function*() {
      const { missed, pages } = yield* run({ pages: numbers(20), readSome: reading(numbers(20)) })
      assert.deepStrictEqual([pages, missed.map(({ pages }) => pages)], [[], [[1, 2, 3], numbers(20).slice(3)]])
    }))

  it.effect("are left where too many, where the time is used up, and where no process starts", () =>
    Effect.gen(function*() {
      const few = yield* run({ maxPages: 3 })
      assert.deepStrictEqual([few.pages, few.missed], [[1, 2, 3], [{
        pages: [4, 5, 6, 7],
        why: "of one document, at most 3 are read"
      }]])
      const late = yield* run({ deadline: (yield* monotonicMillis) + 450 })
      assert.deepStrictEqual([late.pages, late.missed], [[1, 2, 3, 4], [{
        pages: [5, 6, 7],
        why: "the time of the request was used up"
      }]])
      const none = yield* run({ readSome: () => Effect.fail(noReader("https://site.test/", Duration.seconds(1))) })
      assert.deepStrictEqual(none.missed, [{ pages: numbers(7), why: "no process for it could be started" }])
    }))
})
