import { describe } from "@effect/vitest"
import { fresh, html, validated } from "./cacheable-pages.ts"
import { date, testCaching } from "./caching-case.ts"

describe("the HTTP cache: what it stores (RFC 9111 section 3)", () =>
  testCaching([
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
      name: "no-store is not stored (5.2.2.5)",
      page: fresh({ "cache-control": "no-store, max-age=60", etag: "\"a\"" }),
      at: [0, 1],
      requests: 2,
      hits: [false, false]
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
    }
  ]))
