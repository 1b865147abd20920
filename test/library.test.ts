import { assert, describe, it } from "@effect/vitest"
import { type Context, Duration, Effect, Layer } from "effect"
import type { HttpClient } from "effect/http"
import type { Dns } from "effect/net"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import Pdf from "pdfkit"
import type { SettingError } from "../src/core/settings/Settings.ts"
import {
  bucket,
  folder,
  memoryStores,
  postgresStores,
  sqliteStores,
  type Stores
} from "../src/crawling/stores/index.ts"
import * as gleaner from "../src/index.ts"
import { extract, extractorHere, GleanerNoDeps, PageReader, Renderer, RequestContext, Settings } from "../src/index.ts"
import * as extraction from "../src/page/extract-page.ts"
import { fakeWeb, whileTimePasses } from "../src/testing/index.ts"

const exported = { ...gleaner, ...extraction }
type Exports = typeof exported
type Needs<L> = L extends Layer.Layer<infer _A, infer _E, infer R> ? R : never
/** Of the layers with this name, or of all layers of the services. */
type Open<Layer extends PropertyKey = PropertyKey> = {
  readonly [Name in keyof Exports]: {
    readonly [Member in keyof Exports[Name] & Layer]: Needs<Exports[Name][Member]>
  }[keyof Exports[Name] & Layer]
}[keyof Exports]
type Given = Settings | HttpClient.HttpClient | Stores
type Identifier<E> = E extends Context.Key<infer Id, infer _Shape> ? Id : never
type Exported = { readonly [Name in keyof Exports]: Identifier<Exports[Name]> }[keyof Exports]

/** `never` if a complete layer needs anything else, or if any layer needs a service that is not exported. */
type Names = [Open<"layer">, Open] extends [Given, Exported | Given | Dns.Dns] ? ReadonlyArray<string> : never

/** The names of all services with a complete layer. */
const complete: Names = Object.entries(exported).flatMap(([name, value]) => "layer" in value ? [name] : [])

describe("the library", () => {
  it("extract gives the Document of a page in one call", async () => {
    const html = `<title>Tides</title><h1>Tides</h1><p>The tide comes in twice a day.</p><a href="/ebb">Ebb</a>`
    const document = await extract(html, "https://example.com/tides")
    assert.strictEqual(document.title, "Tides")
    assert.strictEqual(document.links[0]?.url, "https://example.com/ebb")
    assert.strictEqual(document.status, 200)
  })

  it("extract reads a file as readFile returns it, and says which URL is wrong", async () => {
    const chunks: Array<Uint8Array> = []
    const pdf = new Pdf().on("data", (chunk: Uint8Array) => chunks.push(chunk))
    const written = new Promise((resolve) => pdf.on("end", resolve))
    pdf.text("The tide comes in twice a day.").end()
    await written
    const bytes = Buffer.concat(chunks)
    const { markdown } = await extract(bytes, { url: "https://example.com/tides.pdf" })
    assert.include(markdown, "The tide comes in twice a day.")
    assert.strictEqual(bytes.toString("latin1", 0, 5), "%PDF-")
    const fault = await extract("<p>Tides</p>", "http://a b").catch((error: unknown) => error)
    assert.strictEqual(String(fault), "TypeError: url is not a valid URL: http://a b")
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

  it.live.each(complete)("builds %s from nothing but its exports", (name) => {
    const { layer } = new Map(Object.entries(exported)).get(name) as typeof PageReader // one of those with a layer
    const given = Layer.mergeAll(fakeWeb({}).layer, memoryStores).pipe(
      Layer.provideMerge(Settings.layerWith({ workers: 0 }))
    )
    return Effect.scoped(Layer.build(layer.pipe(Layer.provide(given))))
  })

  it.live("stores jobs in a file, and their documents in a folder", () => {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-library-"))
    const stores = sqliteStores(path.join(made, "jobs.db"), folder(path.join(made, "documents")))
    const building = Layer.build(stores.pipe(Layer.provide(Settings.layerWith())))
    return Effect.scoped(
      Effect.map(building, () =>
        assert.deepStrictEqual(
          fs.readdirSync(made).filter((name) => !name.includes("-")),
          ["documents", "jobs.db"]
        ))
    )
      .pipe(Effect.ensuring(Effect.sync(() => fs.rmSync(made, { recursive: true }))))
  })

  it.live("says which store cannot be used", () =>
    Effect.gen(function*() {
      const faultOf = (stores: Layer.Layer<Stores, SettingError, Settings>) =>
        Effect.flip(Effect.scoped(Layer.build(stores.pipe(Layer.provide(Settings.layerWith())))))
      const away = yield* faultOf(postgresStores("postgres://127.0.0.1:1/none"))
      assert.strictEqual(away.variable, "GLEANER_STORE")
      const missing = yield* faultOf(sqliteStores("/nowhere/jobs.db", bucket("pages", "crawls")))
      assert.strictEqual(missing._tag, "SettingError")
    }))
})
