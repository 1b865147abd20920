// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

/** Fields that something here, or a library below it, looks into; with what may stand before the filler. */
const fields: Readonly<Record<string, string>> = {
  "content-type": "text/html",
  "content-encoding": "identity",
  "content-length": "1",
  "content-language": "en",
  "location": "/next",
  "set-cookie": "a=b; Path=/",
  "cache-control": "max-age=60",
  "pragma": "no-cache",
  "vary": "accept",
  "expires": "Thu, 01 Jan 1970 00:01:00 GMT",
  "date": "Thu, 01 Jan 1970 00:00:00 GMT",
  "age": "1",
  "last-modified": "Thu, 01 Jan 1970 00:00:00 GMT",
  "etag": "\"a\"",
  "retry-after": "1",
  "warning": "110 - stale",
  "connection": "keep-alive",
  "link": "</feed>; rel=alternate"
}

const fillers = [
  " ",
  ",",
  ";",
  "=",
  "\"",
  "\\",
  "'",
  "/",
  "-",
  ":",
  "%",
  "*",
  "0",
  "9",
  "a",
  "\u00FF",
  ", ",
  "; ",
  " ,",
  " =",
  "a=",
  ",a=\"",
  "\\\"",
  "; a=b",
  ", a",
  "W/\"",
  "max-age=",
  "private,",
  "text/html,",
  "Thu, ",
  "01 Jan ",
  "identity,",
  "</a>;"
]

/** Nearly all that the header of one answer may hold: lines of one name are joined. */
const longest = 60_000
/** CPU milliseconds of two fetches, which take some three. A cost quadratic in the field takes thousands. */
const bound = 200
/** A collection of garbage may fall into one measurement. A cost that is too high is so each time. */
const tries = 3

const statuses = [200, 302, 503]

/** CPU milliseconds of fetching a page with these header fields twice. */
const cost = Effect.fnUntraced(function*(url: string) {
  const started = process.cpuUsage()
  yield* whileTimePasses(Effect.andThen(Effect.result(fetchPage(url)), Effect.result(fetchPage(url))))
  const { system, user } = process.cpuUsage(started)
  return (user + system) / 1000
})

/** Fetches a page of each status with these header fields, and tells what costs too much, by its status. */
const costly = Effect.fnUntraced(function*(headers: Readonly<Record<string, string>>) {
  // No answer to an earlier try may be in the cache.
  const urls = statuses.map((status) =>
    Array.from({ length: tries }, (_, number) => [`https://site.test/${status}/${number}`, status] as const)
  )
  const web = fakeWeb(
    Object.fromEntries(urls.flat().map(([url, status]) => [url, { status, headers, body: "a page" }]))
  )
  const slow: Array<string> = []
  yield* Effect.forEach(urls, (pages) =>
    Effect.gen(function*() {
      let least = Number.POSITIVE_INFINITY
      for (const [url] of pages) {
        if (least > bound) least = Math.min(least, yield* cost(url))
      }
      if (least > bound) slow.push(`${pages[0]?.[1]}: ${least} ms`)
    })).pipe(Effect.provide(fetchOver(web, { domainDelay: Duration.zero, retries: 0 })))
  return slow
})

describe("header fields of an answer", () => {
  for (const [field, start] of Object.entries(fields)) {
    it.effect(`cost no more than in proportion: ${field}`, () =>
      Effect.gen(function*() {
        const slow: Array<string> = []
        for (const filler of fillers) {
          const value = `${start}${filler.repeat((longest - start.length) / filler.length)}x`
          const headers = { "content-type": "text/html", "cache-control": "max-age=60", [field]: value }
          for (const found of yield* costly(headers)) slow.push(`${JSON.stringify(filler)} ${found}`)
        }
        assert.deepStrictEqual(slow, [])
      }), { tags: field === "set-cookie" || field === "link" ? [] : "long" })
  }
})
