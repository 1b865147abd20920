import { Duration, Effect, Layer, Option, Result } from "effect"
import { CrawlRunner } from "../../src/crawl/CrawlRunner.ts"
import { Sitemaps } from "../../src/crawl/Sitemaps.ts"
import type { Document } from "../../src/domain/Document.ts"
import { crawlDefaults, type CrawlOptions, JobId } from "../../src/domain/Job.ts"
import type { JobPage } from "../../src/domain/JobPage.ts"
import { extractorHere } from "../../src/extract/stages.ts"
import { GleanerNoDeps } from "../../src/Gleaner.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { Renderer } from "../../src/render/Renderer.ts"
import { Settings } from "../../src/Settings.ts"
import { type FakePage, type FakeWeb, fakeWeb } from "../support/fake-web.ts"

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

/** One crawl by these services: its ledger, the URLs it stored, its job at the end. */
export const crawlOf = Effect.fnUntraced(
  function*(seed: string, changes: Partial<CrawlOptions> = {}, seen: (row: JobPage) => void = () => {}) {
    const rows: Array<JobPage> = []
    const documents: Array<Document> = []
    const store = yield* JobStore
    // Documents are kept aside: the store compresses them in real time, from which the test's clock would run away.
    const watched = JobStore.of({
      ...store,
      commitPage: (id, { document, ...end }) => {
        rows.push(end.row)
        seen(end.row)
        if (document !== undefined) documents.push(JSON.parse(new TextDecoder().decode(document)))
        return store.commitPage(id, end)
      }
    })
    const job = yield* store.create("owner", seed, { ...options, ...changes })
    const id = JobId.make(job.id)
    const ended = yield* Effect.flatMap(
      CrawlRunner,
      (runner) => Effect.result(runner.run({ id, seed: new URL(seed), options: { ...options, ...changes } }))
    ).pipe(
      Effect.provide(
        Layer.fresh(CrawlRunner.layer).pipe(Layer.provide([Sitemaps.layer, Layer.succeed(JobStore, watched)]))
      )
    )
    return {
      rows,
      documents,
      stored: documents.map(({ url }) => url),
      failure: Result.isFailure(ended) ? ended.failure.code : undefined,
      job: Option.getOrThrow(yield* store.get("owner", id))
    }
  }
)

export const crawled = (
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
