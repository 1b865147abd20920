// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { fetchOver } from "../../../support/entries/fetch-over.ts"
import { jumpBy, whileTimePasses } from "../../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../../support/web/fake-web.ts"
import { fetchPage } from "../../../support/web/fetch-page.ts"

/** How often a page is requested from its site when it is asked for at these times. */
interface CachingCase {
  readonly name: string
  readonly page: FakePage
  /** Seconds of the test's clock at which the page is asked for. */
  readonly at: ReadonlyArray<number>
  /** Requests that the origin sees, as RFC 9111 has it. */
  readonly requests: number
  /** Of each answer, whether the cache served it. */
  readonly hits: ReadonlyArray<boolean>
  readonly useCache?: ReadonlyArray<boolean>
  readonly maxAge?: ReadonlyArray<number | undefined>
  readonly language?: ReadonlyArray<ReadonlyArray<string> | undefined>
}

const page = "https://site.test/page"

/** A time of the test's clock, which starts with the epoch, as an HTTP date. */
export const date = (seconds: number) => new Date(seconds * 1000).toUTCString()

export const testCaching = (cases: ReadonlyArray<CachingCase>): void => {
  for (const { at, hits, language, maxAge, name, page: answer, requests, useCache } of cases) {
    it.effect(name, () => {
      const web = fakeWeb({ [page]: answer, "https://site.test/page?2": "elsewhere" })
      return Effect.gen(function*() {
        const seen: Array<boolean> = []
        let now = 0
        for (const [index, time] of at.entries()) {
          yield* jumpBy(time - now)
          now = time
          const options = { useCache: useCache?.[index] ?? true, maxAge: maxAge?.[index], language: language?.[index] }
          const got = yield* whileTimePasses(fetchPage(page, options))
          seen.push(got.cacheHit)
        }
        assert.deepStrictEqual({ requests: web.count(page), hits: seen }, { requests, hits })
      }).pipe(Effect.provide(fetchOver(web, { domainDelay: Duration.zero, robotsTtl: Duration.hours(24) })))
    })
  }
}
