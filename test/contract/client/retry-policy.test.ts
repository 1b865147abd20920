import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { gleanerClient, GleanerError } from "../../../src/contract/client/index.ts"
import { problem } from "./problem.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A service that gives these answers, one after the other; the last one again and again. */
const answering = (...answers: ReadonlyArray<() => Response>) => {
  const times: Array<number> = []
  const fetch = async () => {
    const answer = answers[Math.min(times.length, answers.length - 1)]
    times.push(Date.now())
    if (answer === undefined) throw new Error("no answer")
    return answer()
  }
  return { client: gleanerClient({ baseUrl: "http://gleaner.test", fetch }), times }
}

const told = async (call: Promise<unknown>): Promise<unknown> => {
  const outcome = call.then((value) => value, (error: unknown) => error)
  await vi.runAllTimersAsync()
  return outcome
}

describe("a service that is busy", () => {
  it("is asked again when Retry-After says so", async () => {
    const ok = () => Response.json({ status: "ok" })
    const { client, times } = answering(problem(429, "rate_limited", 7), problem(503, "overloaded", 2), ok)
    assert.deepStrictEqual(await told(client.health()), { status: "ok" })
    assert.deepStrictEqual(times.map((time) => Math.round((time - (times[0] ?? 0)) / 1000)), [0, 7, 9])
  })

  it("is asked a bounded number of times", async () => {
    const { client, times } = answering(problem(503, "overloaded", 1))
    const error = await told(client.health())
    assert.instanceOf(error, GleanerError)
    assert.strictEqual(error.retry_after, 1)
    assert.lengthOf(times, 4)
  })

  it("is not asked again for what waiting does not change, nor when the wait is long", async () => {
    for (
      const answer of [
        problem(503, "rendering_unavailable"),
        problem(403, "robots_disallowed"),
        problem(429, "too_many_crawls", 3600)
      ]
    ) {
      const { client, times } = answering(answer)
      assert.instanceOf(await told(client.health()), GleanerError)
      assert.lengthOf(times, 1)
    }
  })
})
