// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { fetchPage } from "../support/fake-web-fetch.ts"
import { acquisitionOver } from "../support/fake-web-layers.ts"
import { whileTimePasses } from "../support/fake-web-time.ts"
import { fakeWeb } from "../support/fake-web.ts"

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
/** CPU milliseconds of two fetches, which take some three. What is quadratic in the field takes thousands. */
const bound = 200
/** A collection of garbage may fall into one measurement. What costs too much does so each time. */
const tries = 3

/** CPU milliseconds of fetching a page with these header fields twice. */
const cost = Effect.fnUntraced(function*(status: number, headers: Readonly<Record<string, string>>) {
  const url = "https://site.test/page"
  const web = fakeWeb({ [url]: { status, headers, body: "a page" } })
  const started = process.cpuUsage()
  yield* Effect.andThen(Effect.result(fetchPage(url)), Effect.result(fetchPage(url))).pipe(
    whileTimePasses,
    Effect.provide(acquisitionOver(web, { domainDelay: Duration.zero, retries: 0 }))
  )
  const { system, user } = process.cpuUsage(started)
  return (user + system) / 1000
})

describe("header fields of an answer", () => {
  for (const [field, start] of Object.entries(fields)) {
    it.effect(`cost no more than in proportion: ${field}`, () =>
      Effect.gen(function*() {
        const slow: Array<string> = []
        for (const filler of fillers) {
          const value = `${start}${filler.repeat((longest - start.length) / filler.length)}x`
          for (const status of [200, 302, 503]) {
            const headers = { "content-type": "text/html", "cache-control": "max-age=60", [field]: value }
            let least = yield* cost(status, headers)
            for (let more = 1; more < tries && least > bound; more++) {
              least = Math.min(least, yield* cost(status, headers))
            }
            if (least > bound) slow.push(`${status} ${JSON.stringify(filler)}: ${least} ms`)
          }
        }
        assert.deepStrictEqual(slow, [])
      }))
  }
})
