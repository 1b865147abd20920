import { describe } from "@effect/vitest"
import { fresh, html, validated } from "./cacheable-pages.ts"
import { date, testCaching } from "./caching-case.ts"

describe("the HTTP cache: what it asks again (RFC 9111 section 4.3)", () =>
  testCaching([
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
  ]))
