import { Duration, Effect, Layer, Option } from "effect"
import * as zlib from "node:zlib"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import { crawlDefaults, type CrawlOptions } from "../../../src/core/domain/job/Job.ts"
import type { LedgerRow } from "../../../src/core/domain/job/LedgerRow.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { localFrontier } from "../../../src/crawling/crawl/frontier/LocalFrontier.ts"
import { Sitemaps } from "../../../src/crawling/crawl/plan/Sitemaps.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlJournal } from "../../../src/crawling/jobs/CrawlJournal.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { memoryJobs } from "../../../src/crawling/stores/memory/MemoryJobs.ts"
import { extractorHere } from "../../../src/extract/stages/extractor-over-stages.ts"
import { isCompressedJson } from "../../../src/extract/works/compressed-json.ts"
import { GleanerNoDeps } from "../../../src/Gleaner.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"
import { type FakePage, type FakeWeb, fakeWeb } from "../web/fake-web.ts"

export const options: CrawlOptions = {
  ...crawlDefaults,
  max_pages: 100,
  max_depth: 5
}

type Overrides = Parameters<typeof Settings.layerWith>[0]

/** A page of its own text with links. */
export const page = (text: string, ...links: ReadonlyArray<string>): string =>
  `<!doctype html><title>${text}</title><h1>${text}</h1><p>This is the page of ${text}, and there is no other like it.</p>${
    links.map((link) => `<p><a href="${link}">${link}</a></p>`).join("")
  }`

export const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): FakePage => ({
  status: 302,
  headers: { ...headers, location }
})

/** Everything that the service has but sockets and a browser, over a fake web. */
export const servicesOver = (web: Pick<FakeWeb, "layer">, settings: Overrides = {}) =>
  GleanerNoDeps.pipe(
    Layer.provideMerge(Layer.mergeAll(web.layer, Renderer.layerDisabled, extractorHere)),
    Layer.provideMerge(Settings.layerWith({ domainDelay: Duration.zero, ...settings }))
  )

/** One crawl by these services and a job store of its own: its ledger, the URLs it stored, its job at the end. */
export const crawlOf = (
  seed: string,
  changes: Partial<CrawlOptions> = {},
  seen: (row: LedgerRow) => void = () => {}
) => {
  const rows: Array<LedgerRow> = []
  const documents: Array<Document> = []
  const journal = Layer.effect(
    CrawlJournal,
    Effect.map(CrawlJournal, (journal) =>
      CrawlJournal.of({
        ...journal,
        write: (id, settled) => {
          for (const { end } of settled) {
            if (end.row !== undefined) {
              rows.push(end.row)
              seen(end.row)
            }
            if (end.document !== undefined) documents.push(documentIn(end.document))
          }
          return journal.write(id, settled)
        }
      }))
  )
  const runner = Layer.fresh(CrawlRunner.layerNoDeps).pipe(
    Layer.provide(Layer.fresh(localFrontier)),
    Layer.provide(journal),
    Layer.provideMerge(Layer.fresh(memoryJobs)),
    Layer.provide(Sitemaps.layerNoDeps)
  )
  return Effect.gen(function*() {
    const store = yield* JobStore
    const { run } = yield* CrawlRunner
    const task = { seed: new URL(seed), options: { ...options, ...changes } }
    const { id } = yield* store.create("owner", task.seed.href, task.options)
    yield* store.promote(1)
    const ended = yield* run({ ...task, id, owner: `key of ${task.seed.host}` })
    return {
      rows,
      documents,
      stored: documents.map(({ url }) => url),
      failure: ended === "failed" ? rows[0]?.code : undefined,
      job: Option.getOrThrow(yield* store.get("owner", id)).job
    }
  }).pipe(Effect.provide(runner))
}

export const crawlOver = (
  seed: string,
  pages: Readonly<Record<string, FakePage>>,
  changes: Partial<CrawlOptions> = {},
  settings: Overrides = {}
) => {
  const web = fakeWeb(pages)
  return crawlOf(seed, changes).pipe(
    Effect.map((result) => ({ ...result, web })),
    Effect.provide(servicesOver(web, settings))
  )
}

/** A Document as a journal gets it: compressed, or the plain JSON of a shell. */
const documentIn = (bytes: Uint8Array): Document =>
  JSON.parse(new TextDecoder().decode(isCompressedJson(bytes) ? zlib.zstdDecompressSync(bytes) : bytes)) as Document
