import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option } from "effect"
import { Sitemaps } from "../../../src/crawling/crawl/plan/Sitemaps.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { PageReader } from "../../../src/page/PageReader.ts"
import { options, page, redirect, servicesOver } from "../../support/entries/crawl-over.ts"
import { timePasses, whileTimePasses } from "../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"

const site = "https://example.com"

/** A crawl by the supervisor: its job and its ledger, as they are told afterwards. */
const jobOf = Effect.fnUntraced(function*(changes: Partial<typeof options> = {}) {
  const supervisor = yield* CrawlSupervisor
  const store = yield* JobStore
  const { id } = yield* supervisor.start("owner", new URL(`${site}/`), { ...options, ...changes })
  const look = Effect.map(store.get("owner", id), (snapshot) => Option.getOrThrow(snapshot).job)
  // The store compresses in real time: a hundred steps of the test's clock are time enough.
  for (let round = 0; round < 100 && (yield* look).finished_at === null; round++) yield* timePasses("1 second")
  const { items } = yield* store.ledger(id, { after: 0, limit: 1000 })
  return { job: yield* look, rows: new Map(items.map((row) => [row.url.replace(site, ""), row])) }
})

const crawlOver = (pages: Readonly<Record<string, FakePage>>, changes: Partial<typeof options> = {}) =>
  jobOf(changes).pipe(Effect.provide(servicesOver(fakeWeb(pages))))

describe("the ledger of a crawl", () => {
  it.effect("names the pages that link to a URL that failed, whether they came before it or after", () =>
    Effect.gen(function*() {
      const { rows } = yield* crawlOver({
        [`${site}/`]: page("start", "/a", "/missing", "/b", "/fine"),
        [`${site}/a`]: page("a", "/missing", "/missing#part", "/fine"),
        [`${site}/b`]: page("b", "/deep", "/missing"),
        [`${site}/fine`]: page("fine"),
        // The last page that the depth lets in.
        [`${site}/deep`]: page("deep", "/missing", "/never")
      }, { max_depth: 2 })
      assert.deepStrictEqual(
        rows.get("/missing")?.referrers,
        ["/", "/a", "/b", "/deep"].map((path) => site + path)
      )
      assert.isUndefined(rows.get("/fine")?.referrers)
      assert.isFalse(rows.has("/never"))
    }))

  it.effect("names no more than ten of them", () =>
    Effect.gen(function*() {
      const paths = Array.from({ length: 30 }, (_, number) => `/${number}`)
      const { rows } = yield* crawlOver({
        [`${site}/`]: page("start", ...paths.slice(0, 5), "/missing", ...paths.slice(5)),
        ...Object.fromEntries(paths.map((path) => [site + path, page(path, "/missing")]))
      })
      assert.deepStrictEqual(rows.get("/missing")?.referrers, ["/", ...paths.slice(0, 9)].map((path) => site + path))
    }))

  it.effect("says where a page's redirects led, and nothing where there were none", () =>
    Effect.gen(function*() {
      const { rows } = yield* crawlOver({
        [`${site}/`]: page("start", "/old", "/plain", "/gone", "/away"),
        [`${site}/old`]: redirect("/older"),
        [`${site}/older`]: redirect("/new"),
        [`${site}/new`]: page("new"),
        [`${site}/plain`]: page("plain"),
        [`${site}/gone`]: redirect("/nothing"),
        [`${site}/away`]: redirect("https://other.org/")
      })
      assert.strictEqual(rows.get("/old")?.redirected_to, `${site}/new`)
      assert.isUndefined(rows.get("/plain")?.redirected_to)
      assert.deepInclude(rows.get("/gone"), { outcome: "failed", status: 404, redirected_to: `${site}/nothing` })
      assert.deepInclude(rows.get("/away"), { code: "out_of_scope" })
    }))

  it.effect("has what had ended when a defect ended the crawl", () => {
    const web = fakeWeb({
      [`${site}/`]: page("start", "/slow", "/a", "/b", "/broken"),
      [`${site}/slow`]: { headers: { "content-type": "text/html" }, body: page("slow"), takes: "1 hour" },
      [`${site}/a`]: page("a"),
      [`${site}/b`]: page("b"),
      [`${site}/broken`]: { headers: { "content-type": "text/html" }, body: page("broken"), takes: "5 seconds" }
    })
    const services = servicesOver(web)
    const broken = Layer.effect(
      PageReader,
      Effect.map(PageReader, (reader) =>
        PageReader.of({
          ...reader,
          readFrom: (request, fetching, want) =>
            request.url === `${site}/broken`
              ? Effect.andThen(Effect.sleep("5 seconds"), Effect.die(new Error("a bug")))
              : reader.readFrom(request, fetching, want)
        }))
    )
    return jobOf().pipe(
      Effect.map(({ job, rows }) => {
        assert.strictEqual(job.status, "failed")
        assert.deepStrictEqual(job.errors.map(({ code }) => code), ["internal_error"])
        assert.deepStrictEqual([...rows.keys()], ["/", "/a", "/b"])
        assert.deepStrictEqual(job.stats, { crawled: 3, stored: 3, failed: 0, skipped: 0, duplicates: 0, pending: 0 })
      }),
      Effect.provide(
        Layer.fresh(CrawlSupervisor.layerNoDeps).pipe(
          Layer.provide(Layer.fresh(CrawlRunner.layerNoDeps)),
          Layer.provide([broken, Sitemaps.layerNoDeps, Logger.layer([])]),
          // A store of its own: the supervisor of the other services would take part in its jobs.
          Layer.provideMerge(Layer.fresh(memoryStore)),
          Layer.provideMerge(services)
        )
      )
    )
  })

  it.effect("a budget of only the seed asks for no sitemap", () => {
    const web = fakeWeb({ [`${site}/`]: page("start", "/a") })
    return Effect.gen(function*() {
      yield* whileTimePasses(jobOf({ max_pages: 1, sitemaps: true }))
      assert.deepStrictEqual(web.pages().map(({ url }) => url), [`${site}/`])
    }).pipe(Effect.provide(servicesOver(web)))
  })
})
