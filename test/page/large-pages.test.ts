import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { RequestContext } from "../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../src/core/settings/Settings.ts"
import { Extractor } from "../../src/extract/Extractor.ts"
import { extractorHere } from "../../src/extract/stages/extractor-over-stages.ts"
import { GleanerNoDeps } from "../../src/Gleaner.ts"
import { PageReader } from "../../src/page/PageReader.ts"
import { Renderer } from "../../src/web/render/Renderer.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { fakeWeb } from "../support/web/fake-web.ts"

const urls = Array.from({ length: 8 }, (_, index) => `https://host-${index}.test/`)
const large = Buffer.alloc(9 * 1024 * 1024, "<p>words ")
const web = fakeWeb(
  Object.fromEntries(urls.map((url) => [url, { headers: { "content-type": "text/html" }, body: large }]))
)

/** Bytes of bodies that wait for their reader, or are read. */
let held = 0
let most = 0

/** Takes its time for a page, and reads only its start. */
const slowReader = Layer.effect(
  Extractor,
  Effect.map(Extractor, (extractor) => ({
    ...extractor,
    extract: ({ body, ...page }) =>
      Effect.suspend(() => {
        most = Math.max(most, held += body.byteLength)
        return Effect.andThen(Effect.sleep("10 seconds"), extractor.extract({ ...page, body: body.subarray(0, 90) }))
      }).pipe(Effect.ensuring(Effect.sync(() => (held -= body.byteLength))))
  }))
).pipe(Layer.provide(extractorHere))

const services = GleanerNoDeps.pipe(
  Layer.provide(Layer.mergeAll(web.layer, Renderer.layerDisabled, slowReader)),
  Layer.provide(Settings.layerWith({ domainDelay: Duration.zero }))
)

describe("large pages", () => {
  it.effect("are read one after the other where many are asked for at once, and never many are in memory", () =>
    Effect.gen(function*() {
      const { read } = yield* PageReader
      const reading = urls.map((url) =>
        RequestContext.by("caller", "interactive", Duration.minutes(2))(
          read({ url, use_cache: false }, "document")
        )
      )
      const pages = yield* whileTimePasses(Effect.all(reading, { concurrency: "unbounded" }), "2 minutes")
      assert.strictEqual(pages.length, urls.length)
      assert.isAtMost(most, 42 * 1024 * 1024)
    }).pipe(Effect.provide(services)))
})
