import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { RequestContext } from "../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../src/core/settings/Settings.ts"
import { Extractor } from "../../src/extract/Extractor.ts"
import { GleanerNoDeps } from "../../src/Gleaner.ts"
import { Discoverer } from "../../src/page/Discoverer.ts"
import { PageReader } from "../../src/page/PageReader.ts"
import { Renderer } from "../../src/web/render/Renderer.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { fakeWeb } from "../support/web/fake-web.ts"

/** No page ever gets its reader. */
const noReader = Layer.mock(Extractor, { extract: () => Effect.never, links: () => Effect.never, parsers: [] })

const services = GleanerNoDeps.pipe(
  Layer.provide(
    Layer.mergeAll(fakeWeb({ "https://site.test/": "<p>words</p>" }).layer, Renderer.layerDisabled, noReader)
  ),
  Layer.provide(Settings.layerWith({ domainDelay: Duration.zero }))
)

const asked = { url: "https://site.test/" }

describe("a page that was fetched and waits to be read", () => {
  it.effect("is given up at the request's deadline, and the service says that it is overloaded", () =>
    Effect.gen(function*() {
      const { read } = yield* PageReader
      const { discover } = yield* Discoverer
      const byCaller = RequestContext.by("caller", "interactive", Duration.minutes(1))
      const requests = [
        byCaller(read(asked, "document")),
        byCaller(discover(asked))
      ]
      for (const request of requests) {
        const error = yield* whileTimePasses(Effect.flip<unknown, unknown, never>(request), "61 seconds")
        assert.deepInclude(error, { code: "overloaded", url: "https://site.test/", retryAfter: 5 })
      }
    }).pipe(Effect.provide(services)))

  it.effect("is given up after timeout_seconds where that is sooner, and not later than the deadline", () =>
    Effect.gen(function*() {
      const { read } = yield* PageReader
      const { discover } = yield* Discoverer
      const byCaller = RequestContext.by("caller", "interactive", Duration.minutes(1))
      const requests = (seconds: number) => [
        byCaller(read({ ...asked, timeout_seconds: seconds }, "document")),
        byCaller(discover({ ...asked, timeout_seconds: seconds }))
      ]
      const ended = (request: Effect.Effect<unknown, unknown>, limit: Duration.Input) =>
        Effect.as(whileTimePasses(Effect.flip(request), limit), true).pipe(
          Effect.catchCause(() => Effect.succeed(false))
        )
      for (const request of requests(5)) assert.isTrue(yield* ended(request, "6 seconds"))
      for (const request of requests(3600)) assert.isFalse(yield* ended(request, "50 seconds"))
      for (const request of requests(3600)) assert.isTrue(yield* ended(request, "61 seconds"))
    }).pipe(Effect.provide(services)))
})
