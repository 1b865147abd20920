import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fault from "../../../../src/core/domain/errors/page-errors.ts"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { RedirectPrefetch } from "../../../../src/crawling/crawl/visit/RedirectPrefetch.ts"
import type { Redirected } from "../../../../src/web/fetch/Hop.ts"

const url = new URL("https://example.com/new")
const answer: Redirected = { _tag: "Redirected", url, status: 302, target: url, setCookies: [], retries: 0 }
const byCrawl = RequestContext.by("job", "crawl", Duration.minutes(1))

describe("what redirects led to", () => {
  it.effect("is asked for once by all that are led there, and by the URL's own page", () =>
    Effect.gen(function*() {
      const redirects = new RedirectPrefetch()
      let asked = 0
      const ask = Effect.delay(Effect.sync(() => (asked++, answer)), "1 second")
      const fibers = yield* Effect.forEach(
        [redirects.prefetch(url.href, ask), redirects.prefetch(url.href, ask), redirects.claim(url.href, ask)],
        (asking) => Effect.forkChild(byCrawl(asking), { startImmediately: true })
      )
      yield* TestClock.adjust("2 seconds")
      yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual(asked, 1)
      yield* Effect.forkChild(byCrawl(redirects.claim(url.href, ask)), { startImmediately: true })
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(asked, 2)
    }))

  it.effect("is asked for again where it failed for want of the other page's time, and only there", () =>
    Effect.gen(function*() {
      const redirects = new RedirectPrefetch()
      const ask = Effect.succeed(answer)
      for (const failure of [fault.domainBusy(url, 1000), fault.slow(url, Duration.seconds(1))]) {
        yield* Effect.exit(byCrawl(redirects.prefetch(url.href, Effect.fail(failure))))
        assert.deepStrictEqual(yield* byCrawl(redirects.claim(url.href, ask)), answer)
      }
      yield* Effect.exit(byCrawl(redirects.prefetch(url.href, Effect.fail(fault.failed(url, "reset", "")))))
      assert.strictEqual((yield* Effect.flip(byCrawl(redirects.claim(url.href, ask)))).code, "fetch_failed")
    }))
})
