import { assert, describe, it, vi } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { examples } from "../../../src/contract/api/openapi/examples.ts"
import { GleanerClient } from "../../../src/contract/client/effect/GleanerClient.ts"
import { whileTimePasses } from "../../../src/testing/index.ts"
import { problem } from "./problem.ts"

const id = "0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6"

/** The client, over a service that answers each request as `answer` says. */
const clientOf = (answer: (path: string) => Response) =>
  GleanerClient.pipe(Effect.provide(
    GleanerClient.layer({ baseUrl: "http://service.example" }).pipe(Layer.provide(
      Layer.succeed(
        HttpClient.HttpClient,
        HttpClient.make((request, url) =>
          Effect.succeed(HttpClientResponse.fromWeb(request, answer(url.pathname + url.search)))
        )
      )
    ))
  ))

/** An answer of so many documents, each a chunk of its own, that never ends. */
const endless = (length = Number.POSITIVE_INFINITY) => {
  let pulls = 0
  let isClosed = false
  return {
    pulls: () => pulls,
    isClosed: () => isClosed,
    answer: () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            if (pulls >= length) return new Promise<void>(() => undefined)
            pulls++
            controller.enqueue(new TextEncoder().encode(`{"url":"https://example.com/${pulls}"}\n`))
            return undefined
          },
          cancel: () => {
            isClosed = true
          }
        }, { highWaterMark: 0 })
      )
  }
}

describe("the client for Effect", () => {
  it.effect("reads Documents that an earlier version stored", () => {
    const { media: _, ...kept } = examples.Document as Record<string, object>
    const { rendered_because: __, waits: ___, ...trace } = kept.trace as Record<string, unknown>
    const earlier = { ...kept, images: [{ url: "https://example.com/a.png", alt: "A tide", title: "" }], trace }
    const follows = { next_cursor: null, has_more: false, total: 1 }
    return Effect.gen(function*() {
      const client = yield* clientOf((path) =>
        path.endsWith("/documents")
          ? new Response(`${JSON.stringify(earlier)}\n`)
          : path.includes("/documents?")
          ? Response.json({ documents: [earlier], ...follows })
          : Response.json({ ...examples.Job as object, status: "done", document_count: 1, documents: [earlier] })
      )
      const streamed = yield* Stream.runCollect(client.documents(id))
      const page = yield* client.api.jobs.documents({ params: { id }, query: { limit: 1 } })
      const whole = yield* client.api.jobs.job({ params: { id }, query: { documents: "true" } })
      for (const documents of [streamed, "documents" in page ? page.documents : [], whole.documents ?? []]) {
        assert.lengthOf(documents, 1)
        assert.deepStrictEqual(documents[0]?.media, [])
        assert.deepStrictEqual(documents[0]?.images.map(({ alt, caption }) => [alt, caption]), [["A tide", ""]])
        assert.strictEqual(documents[0]?.trace.rendered_because, "")
        assert.deepStrictEqual(documents[0]?.trace.waits, { turn_ms: 0, robots_ms: 0, render_ms: 0 })
      }
    })
  })

  it.effect("reads no further than its stream is read, and closes the request with it", () =>
    Effect.gen(function*() {
      const source = endless()
      const client = yield* clientOf(source.answer)
      const read = yield* client.documents(id, { fields: ["url"] }).pipe(Stream.take(5), Stream.runCollect)
      assert.lengthOf(read, 5)
      assert.isAtMost(source.pulls(), 10)
      yield* Effect.promise(() => vi.waitUntil(source.isClosed))
    }))

  it.effect("closes the request when it is interrupted, in a read or between two", () =>
    Effect.gen(function*() {
      for (const [length, use] of [[1, Effect.void], [Number.POSITIVE_INFINITY, Effect.never]] as const) {
        const source = endless(length)
        const client = yield* clientOf(source.answer)
        const isRead = yield* Deferred.make<void>()
        const reading = yield* client.documents(id, { fields: ["url"] }).pipe(
          Stream.runForEach(() => Effect.andThen(Deferred.succeed(isRead, undefined), use)),
          Effect.forkChild
        )
        yield* Deferred.await(isRead)
        yield* Fiber.interrupt(reading)
        yield* Effect.promise(() => vi.waitUntil(source.isClosed))
      }
    }))

  it.effect("waits as Retry-After says, by the Clock", () =>
    Effect.gen(function*() {
      for (const start of [problem(429, "rate_limited", 7), problem(503, "overloaded", 7)]) {
        const answers = [start(), new Response(null, { status: 204 }), Response.json({ secret: "s" })]
        const client = yield* clientOf(() => answers.shift() ?? assert.fail("asked too often"))
        const before = yield* Clock.currentTimeMillis
        yield* whileTimePasses(Stream.runDrain(client.events(id)))
        assert.isAtLeast((yield* Clock.currentTimeMillis) - before, 7000)
        answers.unshift(start())
        yield* whileTimePasses(client.api.system.webhookSecret())
        assert.isAtLeast((yield* Clock.currentTimeMillis) - before, 14_000)
      }
    }))

  it.effect("fails its streams with the typed problem", () =>
    Effect.gen(function*() {
      const tagsOf = Effect.fnUntraced(function*(answer: () => Response) {
        const { documents, events, ledger } = yield* clientOf(answer)
        const tagOf = <A, E extends { readonly _tag: string }>(stream: Stream.Stream<A, E>) =>
          Effect.map(Effect.flip(Stream.runDrain(stream)), ({ _tag }) => _tag)
        const tags = [tagOf(documents(id)), tagOf(events(id)), tagOf(ledger(id))]
        return yield* whileTimePasses(Effect.all(tags, { concurrency: "unbounded" }))
      })
      const all = (tag: string) => [tag, tag, tag]
      assert.deepStrictEqual(yield* tagsOf(problem(404, "job_not_found")), all("JobNotFound"))
      assert.deepStrictEqual(yield* tagsOf(problem(401, "unauthorized")), all("Unauthorized"))
      assert.deepStrictEqual(yield* tagsOf(problem(503, "store_unavailable", 1)), all("StoreUnavailable"))
      assert.deepStrictEqual(yield* tagsOf(() => new Response("no", { status: 502 })), all("HttpClientError"))
      assert.deepStrictEqual(yield* tagsOf(() => new Response("")), all("CutShort"))
    }))
})
