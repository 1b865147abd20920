import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as zlib from "node:zlib"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"

/** A site whose robots.txt is whatever `answer` says; each request is counted. */
const robotsOver = (answer: (path: string) => Response, takes: Duration.Input = 0) => {
  const asked: Array<string> = []
  const client = Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) =>
      Effect.sync(() => void asked.push(url.href)).pipe(
        Effect.andThen(Effect.sleep(takes)),
        Effect.andThen(Effect.sync(() => HttpClientResponse.fromWeb(request, answer(url.pathname))))
      )
    )
  )
  return { asked, layer: RobotsCache.layer.pipe(Layer.provide([client, Settings.layerWith({})])) }
}

/** Each request is sent at once. */
const rulesFor = (robots: RobotsCache["Service"], url: URL) =>
  RequestContext.by("test", "interactive", Duration.minutes(1))(robots.rulesFor(url, (_, request) => request))

const page = new URL("https://example.com/page")
const disallowing = () => new Response("User-agent: *\nDisallow: /page")

const rulesOver = (answer: (path: string) => Response) => {
  const { layer } = robotsOver(answer)
  return Effect.provide(Effect.flatMap(RobotsCache, (robots) => rulesFor(robots, page)), layer)
}

describe("RobotsCache", () => {
  it.effect("asks each origin once, however many ask at the same time, and again after a day", () => {
    const { asked, layer } = robotsOver(disallowing)
    return Effect.gen(function*() {
      const robots = yield* RobotsCache
      yield* Effect.forEach(Array.from({ length: 20 }), () => rulesFor(robots, page), { concurrency: "unbounded" })
      yield* TestClock.adjust("23 hours")
      yield* rulesFor(robots, page)
      assert.strictEqual(asked.length, 1)
      yield* TestClock.adjust("2 hours")
      yield* rulesFor(robots, page)
      yield* rulesFor(robots, new URL("http://example.com/page"))
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
      yield* rulesFor(robots, page)
      yield* TestClock.adjust("11 minutes")
      yield* rulesFor(robots, page)
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })

  for (
    const [expires, times] of [
      ["Thu, 01 Jan 1970 00:10:00 GMT", 2],
      ["Thursday, 01-Jan-70 02:00:00 GMT", 1],
      ["1970-01-02T00:00:00Z", 2],
      ["never", 2],
      ["0", 2]
    ] as const
  ) {
    it.effect(`obeys Expires by the grammar of HTTP-dates: ${expires}`, () => {
      const { asked, layer } = robotsOver(() => new Response("", { headers: { expires } }))
      return Effect.gen(function*() {
        const robots = yield* RobotsCache
        yield* rulesFor(robots, page)
        yield* TestClock.adjust("11 minutes")
        yield* rulesFor(robots, page)
        assert.strictEqual(asked.length, times)
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("4xx allows everything (RFC 9309 section 2.3.1.3)", () =>
    Effect.gen(function*() {
      const rules = yield* rulesOver(() => new Response("", { status: 404 }))
      assert.strictEqual(rules.status, "unavailable")
      assert.isTrue(rules.isAllowed(page))
    }))

  it.effect("5xx disallows everything, for a short while (section 2.3.1.4)", () =>
    Effect.gen(function*() {
      for (const status of [500, 503]) {
        const rules = yield* rulesOver(() => new Response("", { status }))
        assert.strictEqual(rules.status, "unreachable")
        assert.isFalse(rules.isAllowed(page))
      }
    }))

  it.effect("429 is a 4xx that is asked again soon", () => {
    const { asked, layer } = robotsOver(() => new Response("", { status: 429 }))
    return Effect.gen(function*() {
      const robots = yield* RobotsCache
      assert.isTrue((yield* rulesFor(robots, page)).isAllowed(page))
      yield* TestClock.adjust("61 seconds")
      yield* rulesFor(robots, page)
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a 3xx that leads nowhere is unavailable", () =>
    Effect.gen(function*() {
      for (const headers of [{}, { location: "http://" }, { location: "file:///robots.txt" }]) {
        const { asked, layer } = robotsOver(() => new Response(null, { status: 302, headers }))
        const rules = yield* Effect.provide(Effect.flatMap(RobotsCache, (robots) => rulesFor(robots, page)), layer)
        assert.strictEqual(rules.status, "unavailable")
        assert.strictEqual(asked.length, 1)
      }
    }))

  it.effect("follows the redirects that pages follow, and takes another 3xx for unavailable", () =>
    Effect.gen(function*() {
      const long = `/${"r".repeat(10_000)}`
      for (const [status, location] of [[300, "/rules"], [304, "/rules"], [302, long]] as const) {
        const { asked, layer } = robotsOver(() => new Response(null, { status, headers: { location } }))
        const rules = yield* Effect.provide(Effect.flatMap(RobotsCache, (robots) => rulesFor(robots, page)), layer)
        assert.strictEqual(rules.status, "unavailable")
        assert.strictEqual(asked.length, 1)
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

  it.effect("sends no user name and no password that a redirect names", () =>
    Effect.gen(function*() {
      const { asked, layer } = robotsOver((path) =>
        path === "/robots.txt"
          ? new Response("", { status: 302, headers: { location: "https://user:secret@example.com/rules" } })
          : disallowing()
      )
      const rules = yield* Effect.provide(Effect.flatMap(RobotsCache, (robots) => rulesFor(robots, page)), layer)
      assert.isFalse(rules.isAllowed(page))
      assert.deepStrictEqual(asked, ["https://example.com/robots.txt", "https://example.com/rules"])
    }))

  it.effect("reads the first 500 KiB at least, and drops what lies beyond the limit", () =>
    Effect.gen(function*() {
      const filler = `# ${"x".repeat(1000)}\n`
      const late = (kib: number) => () => new Response(`User-agent: *\n${filler.repeat(kib)}Disallow: /page\n`)
      assert.isFalse((yield* rulesOver(late(500))).isAllowed(page))
      assert.isTrue((yield* rulesOver(late(5000))).isAllowed(page))
    }))

  it.effect("a coded robots.txt is cut at the same limit, and one that is not in its coding disallows everything", () =>
    Effect.gen(function*() {
      const filler = `# ${"x".repeat(1000)}\n`
      const coded = (text: string) =>
        new Response(new Uint8Array(zlib.gzipSync(text)), { headers: { "content-encoding": "gzip" } })
      const rules = yield* rulesOver(() => coded(`User-agent: *\nDisallow: /page\n${filler.repeat(20_000)}`))
      assert.strictEqual(rules.status, "rules")
      assert.isFalse(rules.isAllowed(page))
      const late = yield* rulesOver(() => coded(`User-agent: *\n${filler.repeat(5000)}Disallow: /page\n`))
      assert.isTrue(late.isAllowed(page))
      const wrong = yield* rulesOver(() => new Response("User-agent: *", { headers: { "content-encoding": "gzip" } }))
      assert.strictEqual(wrong.status, "unreachable")
    }))

  it.effect("is asked again where its connection is lost in the middle, and disallows everything if it always is", () =>
    Effect.gen(function*() {
      const lost = () =>
        new Response(
          new ReadableStream({
            start: (stream) => stream.enqueue(Buffer.from("User-agent: *\n")),
            pull: (stream) => stream.error(Object.assign(new Error("reset"), { code: "ECONNRESET" }))
          }, { highWaterMark: 0 })
        )
      for (const [cuts, requests, status] of [[1, 2, "rules"], [9, 3, "unreachable"]] as const) {
        const { asked, layer } = robotsOver(() => asked.length <= cuts ? lost() : disallowing())
        const rules = yield* Effect.provide(
          Effect.flatMap(RobotsCache, (robots) => whileTimePasses(rulesFor(robots, page))),
          layer
        )
        assert.deepStrictEqual([rules.status, asked.length], [status, requests])
        assert.isFalse(rules.isAllowed(page))
      }
    }))

  it.effect("the line that the limit cuts is left out", () =>
    Effect.gen(function*() {
      const kept = "User-agent: *\nDisallow: /\n".padEnd(512 * 1024 - "\nAllow: /".length, "#")
      const cut = `${kept}\nAllow: /public/page\n`
      assert.isFalse((yield* rulesOver(() => new Response(cut))).isAllowed(page))
    }))

  it.effect("is bounded in bytes: large ones push out those that were not used for longest", () => {
    const { asked, layer } = robotsOver(() => new Response(`User-agent: *\nDisallow: /page\n${"#".repeat(500 * 1024)}`))
    return Effect.gen(function*() {
      const robots = yield* RobotsCache
      const ask = (host: number) => rulesFor(robots, new URL(`https://${host}.test/page`))
      yield* Effect.forEach(Array.from({ length: 80 }, (_, host) => host), ask)
      yield* ask(79)
      assert.strictEqual(asked.length, 80)
      yield* ask(0)
      assert.strictEqual(asked.length, 81)
    }).pipe(Effect.provide(layer))
  })

  it.effect("who asked first may give up without a loss to those who joined", () => {
    const { asked, layer } = robotsOver(disallowing, "1 second")
    return Effect.gen(function*() {
      const robots = yield* RobotsCache
      const ask = Effect.forkChild(rulesFor(robots, page), { startImmediately: true })
      const [first, second] = [yield* ask, yield* ask]
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("2 seconds")
      assert.isFalse((yield* Fiber.join(second)).isAllowed(page))
      assert.strictEqual(asked.length, 1)
    }).pipe(Effect.provide(layer))
  })
})
