import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { JobStore, memoryStores } from "../../src/crawling/stores/index.ts"
import { crawlDefaults, CrawlSupervisor, GleanerNoDeps, Renderer, Settings } from "../../src/index.ts"
import { extract, extractorOverStages, Links, Metadata, stages, stagesLayer } from "../../src/page/extract-page.ts"
import { fakeWeb, whileTimePasses } from "../../src/testing/index.ts"
import { blocksUnder } from "../support/handbook.ts"

// A crawl on a fake web
it.effect("crawls two pages into memory", () => {
  const web = fakeWeb({ "https://example.com/": "<a href=/ebb>Ebb</a>", "https://example.com/ebb": "<p>Ebb tide.</p>" })
  const services = CrawlSupervisor.layer.pipe(Layer.provideMerge(memoryStores), Layer.provide(web.layer))
  return Effect.gen(function*() {
    const { id } = yield* (yield* CrawlSupervisor).start("me", new URL("https://example.com/"), crawlDefaults)
    const read = Effect.delay(Effect.flatMap(JobStore, ({ get }) => get("me", id)), "1 second")
    const ended = Effect.repeat(read, { until: Option.exists(({ job }) => job.finished_at !== null) })
    assert.strictEqual(Option.getOrThrow(yield* whileTimePasses(ended)).job.stats.stored, 2)
  }).pipe(Effect.provide(services.pipe(Layer.provide(Settings.layerWith({ workers: 0 })))))
})
// end

// A stage of your own
it("reads metadata with a stage of its own", async () => {
  const loud = Layer.effect(
    Metadata,
    Effect.map(Metadata, ({ metadata }) => ({
      metadata: (page, content) =>
        Effect.map(metadata(page, content), (facts) => ({ ...facts, title: facts.title.toUpperCase() }))
    }))
  ).pipe(Layer.provide(Metadata.layer))
  const extractor = extractorOverStages(stages).pipe(Layer.provide(Layer.mergeAll(stagesLayer, loud)))
  assert.strictEqual((await extract("<title>Tides</title><p>Twice a day.</p>", { extractor })).title, "TIDES")
})
// end

// A stage of your own in a crawl
it.effect("crawls with a stage of its own, which hides the links to an archive", () => {
  const web = fakeWeb({
    "https://example.com/": "<a href=/ebb>Ebb</a><a href=/archive/1>Older</a>",
    "https://example.com/ebb": "<p>Ebb tide.</p>"
  })
  const recent = Layer.effect(
    Links,
    Effect.map(Links, ({ links }) => ({
      links: (page) => Effect.map(links(page), (all) => all.filter(({ url }) => !url.includes("/archive/")))
    }))
  ).pipe(Layer.provide(Links.layer))
  const extractor = extractorOverStages(stages).pipe(Layer.provide(Layer.mergeAll(stagesLayer, recent)))
  const services = GleanerNoDeps.pipe(Layer.provide(Layer.mergeAll(web.layer, Renderer.layerDisabled, extractor)))
  return Effect.gen(function*() {
    const { id } = yield* (yield* CrawlSupervisor).start("me", new URL("https://example.com/"), crawlDefaults)
    const read = Effect.delay(Effect.flatMap(JobStore, ({ get }) => get("me", id)), "1 second")
    yield* whileTimePasses(Effect.repeat(read, { until: Option.exists(({ job }) => job.finished_at !== null) }))
    assert.include(web.log.map(({ url }) => url), "https://example.com/ebb")
    assert.notInclude(web.log.map(({ url }) => url), "https://example.com/archive/1")
  }).pipe(Effect.provide(services.pipe(Layer.provide(Settings.layerWith()))))
})
// end

// A store of your own
it.effect("stores jobs in a store of its own", () => {
  const created: Array<string> = []
  const audited = Layer.effect(
    JobStore,
    Effect.map(JobStore, (store) => ({
      ...store,
      create: (owner, ...job) => Effect.tap(store.create(owner, ...job), () => Effect.sync(() => created.push(owner)))
    }))
  ).pipe(Layer.provide(memoryStores))
  const stores = Layer.mergeAll(memoryStores, audited)
  const services = CrawlSupervisor.layer.pipe(Layer.provide(stores), Layer.provide(fakeWeb({}).layer))
  return Effect.gen(function*() {
    yield* (yield* CrawlSupervisor).start("me", new URL("https://example.com/"), crawlDefaults)
    assert.deepStrictEqual(created, ["me"])
  }).pipe(Effect.provide(services.pipe(Layer.provide(Settings.layerWith({ workers: 0 })))))
})
// end

it.each(["A crawl on a fake web", "A stage of your own", "A stage of your own in a crawl", "A store of your own"])(
  "the docs show it: %s",
  (heading) => {
    const source = fs.readFileSync(import.meta.filename, "utf8")
    const example = source.split(`\n// ${heading}\n`)[1]?.split("// end\n")[0] ?? ""
    assert.deepStrictEqual(blocksUnder(heading, "ts"), [example])
  }
)

it("the example of one call extracts its page", async () => {
  const [example = assert.fail("no example")] = blocksUnder("The library", "ts")
  const root = path.join(import.meta.dirname, "../..")
  const folder = fs.mkdtempSync(path.join(root, "node_modules/.cache/example-"))
  const file = path.join(folder, "example.ts")
  const library = JSON.stringify(path.join(root, "src/index.ts"))
  fs.writeFileSync(file, `${example.replace("\"gleaner\"", library)}\nexport default document`)
  const { default: document } = await import(pathToFileURL(file).href) as { readonly default: { markdown: string } }
  fs.rmSync(folder, { recursive: true })
  assert.include(document.markdown, "twice a day")
})
