// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { fetchPage } from "../support/fake-web-fetch.ts"
import { acquisitionOver } from "../support/fake-web-layers.ts"
import { jumpBy, whileTimePasses } from "../support/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../support/fake-web.ts"
import { fresh, html, validated } from "./cacheable-pages.ts"

const page = "https://site.test/page"
const settings = { domainDelay: Duration.zero }

/** A time of the test's clock, which starts with the epoch, as an HTTP date. */
const date = (seconds: number) => new Date(seconds * 1000).toUTCString()

interface Case {
  readonly name: string
  readonly page: FakePage
  /** Seconds of the test's clock at which the page is asked for. */
  readonly at: ReadonlyArray<number>
  /** Requests that the origin sees, as RFC 9111 has it. */
  readonly requests: number
  /** Of each answer, whether the cache served it. */
  readonly hits: ReadonlyArray<boolean>
  readonly useCache?: ReadonlyArray<boolean>
}

const cases: ReadonlyArray<Case> = [
  {
    name: "max-age serves while it is fresh (4.2)",
    page: fresh({ "cache-control": "max-age=60" }),
    at: [0, 59, 61],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "Expires serves until its date (5.3)",
    page: fresh({ date: date(0), expires: date(60) }),
    at: [0, 59, 61],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "max-age goes before Expires (5.3)",
    page: fresh({ "cache-control": "max-age=10", date: date(0), expires: date(60) }),
    at: [0, 20],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "Expires: 0 is stale at once (5.3)",
    page: fresh({ expires: "0" }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  ...[
    ["the RFC 850 form", "Thursday, 01-Jan-70 00:01:00 GMT"],
    ["the asctime form", "Thu Jan  1 00:01:00 1970"]
  ].map(([form, expires = ""]) => ({
    name: `Expires is read in ${form} (RFC 9110 5.6.7)`,
    page: fresh({ date: date(0), expires }),
    at: [0, 59, 61],
    requests: 2,
    hits: [false, true, false]
  })),
  ...[
    "Fri, 18 Aug 2050 02:01:18 UTC",
    "Thu 18 Aug 2050 02:01:18 GMT",
    "Thu, 18  Aug  2050 02:01:18 GMT",
    "Thu, 18-Aug-2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 2:01:18 GMT",
    "Thu, 31 Feb 2050 02:01:18 GMT",
    "2050-08-18T02:01:18Z"
  ].map((expires) => ({
    name: `Expires: ${expires} is no HTTP-date, so it is in the past (5.3)`,
    page: fresh({ date: date(0), expires }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  })),
  {
    name: "s-maxage goes before max-age (5.2.2.10)",
    page: fresh({ "cache-control": "max-age=10, s-maxage=600" }),
    at: [0, 599, 601],
    requests: 2,
    hits: [false, true, false]
  },
  ...["private, max-age=60", "max-age=60, private=\"set-cookie, x\"", "Private, s-maxage=60"].map((cacheControl) => ({
    name: `${cacheControl} is not for a shared cache (5.2.2.7)`,
    page: fresh({ "cache-control": cacheControl, etag: "\"a\"", "last-modified": date(-1000) }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  })),
  {
    name: "what sets a cookie is not kept (7.3)",
    page: fresh({ "cache-control": "max-age=60", "set-cookie": "sid=1", etag: "\"a\"" }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "but where it is public (7.3)",
    page: fresh({ "cache-control": "public, max-age=60", "set-cookie": "theme=dark" }),
    at: [0, 1],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "a 304 that makes the page private ends its storing (4.3.4)",
    page: validated({ "cache-control": "max-age=10", etag: "\"a\"" }, { "cache-control": "private, max-age=100" }),
    at: [0, 11, 12],
    requests: 3,
    hits: [false, true, false]
  },
  {
    name: "must-understand goes before no-store where the status is known (5.2.2.3)",
    page: fresh({ "cache-control": "max-age=60, no-store, must-understand" }),
    at: [0, 1],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "and forbids to store where it is not (5.2.2.3)",
    page: { status: 299, headers: { ...html, "cache-control": "max-age=60, must-understand" }, body: "odd" },
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a status that is not known is kept where freshness is told (3)",
    page: { status: 599, headers: { ...html, "cache-control": "max-age=60" }, body: "odd" },
    at: [0, 1],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "and by a heuristic where it is public (4.2.2)",
    page: {
      status: 599,
      headers: { ...html, "cache-control": "public", date: date(0), "last-modified": date(-1000) },
      body: "odd"
    },
    at: [0, 99, 101],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "a redirect is not kept by a heuristic, however old it is (4.2.2)",
    page: { status: 302, headers: { location: "/page?2", date: date(0), "last-modified": date(-100_000_000) } },
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "proxy-revalidate serves while fresh (5.2.2.8)",
    page: fresh({ "cache-control": "max-age=60, proxy-revalidate" }),
    at: [0, 30, 61],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "stale-while-revalidate serves while it asks (RFC 5861)",
    page: fresh({ "cache-control": "max-age=10, stale-while-revalidate=60" }),
    at: [0, 20, 25],
    requests: 2,
    hits: [false, true, true]
  },
  ...["no-cache", "must-revalidate", "s-maxage=10"].map((directive) => ({
    name: `${directive} forbids that (4.2.4)`,
    page: fresh({ "cache-control": `max-age=10, stale-while-revalidate=60, ${directive}` }),
    at: [0, 20],
    requests: 2,
    hits: [false, false]
  })),
  {
    name: "no-store is not stored (5.2.2.5)",
    page: fresh({ "cache-control": "no-store, max-age=60", etag: "\"a\"" }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "no-cache is validated each time (5.2.2.4)",
    page: validated({ "cache-control": "no-cache, max-age=60", etag: "\"a\"" }),
    at: [0, 1, 2],
    requests: 3,
    hits: [false, true, true]
  },
  {
    name: "must-revalidate serves while fresh (5.2.2.2)",
    page: fresh({ "cache-control": "max-age=60, must-revalidate" }),
    at: [0, 30, 61],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "directives are case-insensitive (5.2)",
    page: fresh({ "cache-control": "Max-Age=60" }),
    at: [0, 30],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "Age counts against freshness (4.2.3)",
    page: fresh({ "cache-control": "max-age=60", age: "50" }),
    at: [0, 9, 11],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "an Age that is no whole number is ignored (5.1)",
    page: fresh({ "cache-control": "max-age=60", age: "7200.0" }),
    at: [0, 59],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "the first Age of several counts (5.1)",
    page: fresh({ "cache-control": "max-age=60", age: "50, 0" }),
    at: [0, 9, 11],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "an old Date counts as age (4.2.3)",
    page: () => ({ headers: { ...html, "cache-control": "max-age=60", date: date(-50) }, body: "one" }),
    at: [0, 9, 11],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "an ETag is asked with If-None-Match, a 304 serves the stored page (4.3)",
    page: validated({ etag: "\"a\"" }),
    at: [0, 1],
    requests: 2,
    hits: [false, true]
  },
  {
    name: "a Last-Modified is asked with If-Modified-Since (4.3.1)",
    page: validated({ "last-modified": date(0) }),
    at: [0, 1],
    requests: 2,
    hits: [false, true]
  },
  {
    name: "a 304 renews freshness (4.3.4)",
    page: validated({ "cache-control": "max-age=10", etag: "\"a\"" }, {
      "cache-control": "max-age=100",
      etag: "\"a\""
    }),
    at: [0, 11, 100, 112],
    requests: 3,
    hits: [false, true, true, true]
  },
  {
    name: "without freshness, a tenth of its age since Last-Modified (4.2.2)",
    page: () => ({ headers: { ...html, date: date(0), "last-modified": date(-1000) }, body: "one" }),
    at: [0, 99, 101],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "but never longer than a day (4.2.2)",
    page: () => ({ headers: { ...html, date: date(0), "last-modified": date(-100_000_000) }, body: "one" }),
    at: [0, 86_000, 87_000],
    requests: 2,
    hits: [false, true, false]
  },
  { name: "nothing said, nothing kept (4.2)", page: fresh({}), at: [0, 1], requests: 2, hits: [false, false] },
  {
    name: "Vary on a field we always send alike matches (4.1)",
    page: fresh({ "cache-control": "max-age=60", vary: "Accept-Encoding, user-agent" }),
    at: [0, 1],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "Vary: * never matches (4.1)",
    page: fresh({ "cache-control": "max-age=60", vary: "*" }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a 404 is kept like a page (15.1)",
    page: { status: 404, headers: { ...html, "cache-control": "max-age=60" }, body: "none" },
    at: [0, 1],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "a 500 is not",
    page: { status: 500, headers: { ...html, "cache-control": "max-age=60" }, body: "sorry" },
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a 301 is, a 302 without freshness is not (RFC 9110 15.1)",
    page: { status: 302, headers: { location: "/page?2" } },
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a page changed since is fetched and replaces the stored one",
    page: ({ count }) => ({
      headers: { ...html, etag: `"${count}"`, "cache-control": "max-age=10" },
      body: `${count}`
    }),
    at: [0, 11, 12],
    requests: 2,
    hits: [false, false, true]
  },
  {
    name: "use_cache=false bypasses reading, and stores",
    page: fresh({ "cache-control": "max-age=60" }),
    at: [0, 1, 2],
    useCache: [true, false, true],
    requests: 2,
    hits: [false, false, true]
  },
  {
    name: "use_cache=false on the first fetch stores too",
    page: fresh({ "cache-control": "max-age=60" }),
    at: [0, 1],
    useCache: [false, true],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "stale-if-error serves through a failure (RFC 5861)",
    page: ({ count }) =>
      count === 1
        ? { headers: { ...html, "cache-control": "max-age=10, stale-if-error=600" }, body: "one" }
        : { status: 500 },
    at: [0, 100],
    requests: 2,
    hits: [false, true]
  },
  {
    name: "must-revalidate forbids that (5.2.2.2)",
    page: ({ count }) =>
      count === 1
        ? { headers: { ...html, "cache-control": "max-age=10, stale-if-error=600, must-revalidate" }, body: "one" }
        : { status: 500 },
    at: [0, 100],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a failure does not spoil what is stored",
    page: ({ count }) =>
      count === 2
        ? { status: 500 }
        : { headers: { ...html, etag: "\"a\"", "cache-control": "max-age=60" }, body: "one" },
    at: [0, 1, 2],
    useCache: [true, false, true],
    requests: 2,
    hits: [false, false, true]
  }
]

describe("the HTTP cache: requests at the origin", () => {
  for (const { at, hits, name, page: answer, requests, useCache } of cases) {
    it.effect(name, () => {
      const web = fakeWeb({ [page]: answer, "https://site.test/page?2": "elsewhere" })
      return Effect.gen(function*() {
        const seen: Array<boolean> = []
        let now = 0
        for (const [index, time] of at.entries()) {
          yield* jumpBy(time - now)
          now = time
          const got = yield* whileTimePasses(fetchPage(page, { useCache: useCache?.[index] ?? true }))
          seen.push(got.cacheHit)
        }
        assert.deepStrictEqual({ requests: web.count(page), hits: seen }, { requests, hits })
      }).pipe(Effect.provide(acquisitionOver(web, { ...settings, robotsTtl: Duration.hours(24) })))
    })
  }
})
