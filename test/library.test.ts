import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { extract, extractorHere, GleanerNoDeps, PageReader, Renderer, RequestContext, Settings } from "../src/index.ts"
import { fakeWeb, whileTimePasses } from "../src/testing/index.ts"

describe("the library", () => {
  it("extract gives the Document of a page in one call", async () => {
    const html = `<title>Tides</title><h1>Tides</h1><p>The tide comes in twice a day.</p><a href="/ebb">Ebb</a>`
    const document = await extract(html, "https://example.com/tides")
    assert.strictEqual(document.title, "Tides")
    assert.strictEqual(document.links[0]?.url, "https://example.com/ebb")
    assert.strictEqual(document.status, 200)
  })

  it.effect("its layers compose over somebody else's web", () => {
    const web = fakeWeb({ "https://example.com/": "<title>Fake</title><p>Hello from a fake web.</p>" })
    const services = GleanerNoDeps.pipe(
      Layer.provideMerge(Layer.mergeAll(web.layer, Renderer.layerDisabled, extractorHere)),
      Layer.provideMerge(Settings.layerWith({ domainDelay: Duration.zero }))
    )
    return Effect.gen(function*() {
      const reader = yield* PageReader
      const scraping = reader.read({ url: "https://example.com/", use_cache: false }, "document")
      const page = yield* whileTimePasses(RequestContext.by("test", "interactive", Duration.seconds(10))(scraping))
      assert.strictEqual((JSON.parse(new TextDecoder().decode(page.json)) as { title: string }).title, "Fake")
      assert.deepStrictEqual(web.log.map(({ url }) => url), ["https://example.com/robots.txt", "https://example.com/"])
    }).pipe(Effect.provide(services))
  })
})
