import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { RobotsCache } from "../../src/robots/RobotsCache.ts"
import { Settings } from "../../src/Settings.ts"

/** A site whose robots.txt is whatever `answer` says; each request is counted. */
const robotsOver = (answer: (path: string) => Response) => {
  const asked: Array<string> = []
  const client = Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) =>
      Effect.sync(() => {
        asked.push(url.href)
        return HttpClientResponse.fromWeb(request, answer(url.pathname))
      })
    )
  )
  return { asked, layer: RobotsCache.layer.pipe(Layer.provide([client, Settings.layerWith({})])) }
}

const page = new URL("https://example.com/page")
const disallowing = () => new Response("User-agent: *\nDisallow: /page")

const rulesOver = (answer: (path: string) => Response) => {
  const { layer } = robotsOver(answer)
  return Effect.provide(Effect.flatMap(RobotsCache, (robots) => robots.rulesFor(page)), layer)
}

describe("RobotsCache", () => {
  it.effect("asks each origin once, however many ask at the same time, and again after a day", () => {
    const { asked, layer } = robotsOver(disallowing)
    return Effect.gen(function*() {
      const robots = yield* RobotsCache
      yield* Effect.forEach(Array.from({ length: 20 }), () => robots.rulesFor(page), { concurrency: "unbounded" })
      yield* TestClock.adjust("23 hours")
      yield* robots.rulesFor(page)
      assert.strictEqual(asked.length, 1)
      yield* TestClock.adjust("2 hours")
      yield* robots.rulesFor(page)
      yield* robots.rulesFor(new URL("http://example.com/page"))
      assert.deepStrictEqual(asked, [
        "https://example.com/robots.txt",
        "https://example.com/robots.txt",
        "http://example.com/robots.txt"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("obeys Cache-Control below the day", () => {
    const { asked, layer } = robotsOver(() => new Response("", { headers: { "cache-control": "max-age=600" } }))
    return Effect.gen(function*() {
      const robots = yield* RobotsCache
      yield* robots.rulesFor(page)
      yield* TestClock.adjust("11 minutes")
      yield* robots.rulesFor(page)
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("4xx allows everything (RFC 9309 section 2.3.1.3)", () =>
    Effect.gen(function*() {
      const rules = yield* rulesOver(() => new Response("", { status: 404 }))
      assert.strictEqual(rules.status, "unavailable")
      assert.isTrue(rules.isAllowed(page))
    }))

  it.effect("5xx and 429 disallow everything, for a short while (section 2.3.1.4)", () =>
    Effect.gen(function*() {
      for (const status of [429, 500, 503]) {
        const rules = yield* rulesOver(() => new Response("", { status }))
        assert.strictEqual(rules.status, "unreachable")
        assert.isFalse(rules.isAllowed(page))
      }
    }))

  it.effect("follows five redirects and takes a sixth for unavailable (section 2.3.1.2)", () =>
    Effect.gen(function*() {
      const hops = (count: number) => (path: string) => {
        const hop = Number(/\d+/.exec(path)?.[0] ?? 0)
        return hop < count ? new Response("", { status: 302, headers: { location: `/r${hop + 1}` } }) : disallowing()
      }
      assert.isFalse((yield* rulesOver(hops(5))).isAllowed(page))
      assert.isTrue((yield* rulesOver(hops(6))).isAllowed(page))
    }))

  it.effect("reads the first 500 KiB at least, and drops what lies beyond the limit", () =>
    Effect.gen(function*() {
      const filler = `# ${"x".repeat(1000)}\n`
      const late = (kib: number) => () => new Response(`User-agent: *\n${filler.repeat(kib)}Disallow: /page\n`)
      assert.isFalse((yield* rulesOver(late(500))).isAllowed(page))
      assert.isTrue((yield* rulesOver(late(5000))).isAllowed(page))
    }))
})
