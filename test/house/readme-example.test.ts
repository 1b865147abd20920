import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { extractorHere, GleanerNoDeps, PageReader, Renderer, RequestContext, Settings } from "../../src/index.ts"
import { fakeWeb, whileTimePasses } from "../../src/testing/index.ts"

it.effect("scrapes a page of the fake web", () => {
  const web = fakeWeb({ "https://example.com/": "<title>Tides</title><p>The tide comes in twice a day.</p>" })
  const services = GleanerNoDeps.pipe(
    Layer.provideMerge(Layer.mergeAll(web.layer, Renderer.layerDisabled, extractorHere)),
    Layer.provideMerge(Settings.layerWith())
  )
  return Effect.gen(function*() {
    const reader = yield* PageReader
    const scraping = reader.read({ url: "https://example.com/" }, "document")
    const page = yield* whileTimePasses(RequestContext.by("test", "interactive", Duration.seconds(10))(scraping))
    assert.include(new TextDecoder().decode(page.json), "twice a day")
    assert.deepStrictEqual(web.log.map(({ url }) => url), ["https://example.com/robots.txt", "https://example.com/"])
  }).pipe(Effect.provide(services))
})
