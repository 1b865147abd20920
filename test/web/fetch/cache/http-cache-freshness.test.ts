import { describe } from "@effect/vitest"
import { fresh, html } from "./cacheable-pages.ts"
import { date, testCaching } from "./caching-case.ts"

describe("the HTTP cache: how long an answer is fresh (RFC 9111 section 4.2)", () =>
  testCaching([
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
      name: `Expires: ${expires} is not an HTTP-date, so it is in the past (5.3)`,
      page: fresh({ date: date(0), expires }),
      at: [0, 1],
      requests: 2,
      hits: [false, false]
    })),
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
      name: "an Age that is not a whole number is ignored (5.1)",
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
    }
  ]))
