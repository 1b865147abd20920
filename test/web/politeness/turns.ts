import { Clock, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type Priority, RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import type { Turn } from "../../../src/web/politeness/take-turn.ts"

interface Asked {
  readonly url?: string
  readonly crawlDelay?: Duration.Input
  readonly priority?: Priority
  readonly owner?: string
  /** Milliseconds on the test's clock. */
  readonly deadline?: number
}

const turn = ({ crawlDelay = 0, url = "https://site.test/" }: Asked): Turn => ({
  url: new URL(url),
  crawlDelay: Duration.fromInputUnsafe(crawlDelay)
})

/** A site that notes who came when, on the test's clock. */
export const visits = () => {
  const log: Array<readonly [name: string, at: number]> = []
  const visit = (name: string, asked: Asked = {}, takes: Duration.Input = 0, answer = Effect.void) =>
    Effect.gen(function*() {
      const limiter = yield* DomainRateLimiter
      const request = Effect.gen(function*() {
        log.push([name, yield* Clock.currentTimeMillis])
        yield* Effect.sleep(takes)
        yield* answer
      })
      const { deadline = 3_600_000, owner = "job", priority = "crawl" } = asked
      return yield* Effect.provideService(limiter.withTurn(turn(asked), request), RequestContext, {
        owner,
        priority,
        deadline,
        queueTime: { millis: 0 },
        waits: { turn: 0, robots: 0 }
      })
    })
  return { log, visit, names: () => log.map(([name]) => name), times: () => log.map(([, at]) => at) }
}

/** Starts all, in their order, and lets time pass until each is done. */
export const inOrder = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>, time: Duration.Input) =>
  Effect.gen(function*() {
    const fibers = []
    for (const effect of effects) fibers.push(yield* Effect.forkChild(effect, { startImmediately: true }))
    yield* TestClock.adjust(time)
    return yield* Effect.forEach(fibers, Fiber.await)
  })
