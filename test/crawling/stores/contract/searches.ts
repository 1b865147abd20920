import { assert, describe } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type Job, JobId } from "../../../../src/core/domain/job/Job.ts"
import { JobPassages } from "../../../../src/core/domain/job/JobSearch.ts"
import { searchJob } from "../../../../src/crawling/search/search-job.ts"
import { pageTerms, queryTerms } from "../../../../src/extract/works/page-terms.ts"
import { rankedPassages } from "../../../../src/extract/works/ranked-passages.ts"
import { type DocsPage, docsQuestions, docsSite } from "../../../support/search/docs-questions.ts"
import { manyRows, testOf } from "./clock.ts"
import { type Crawling, crawling, read, settleAll, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

/** A page with these words as its text. */
const about = (markdown: string, title = "") => ({ terms: pageTerms({ url: "https://example.com/", title, markdown }) })

const search = ({ id, store }: Pick<Crawling, "id" | "store">, query: string, limit = 10) =>
  Effect.map(store.search(id, queryTerms(query), limit), ({ found }) => found)

const own = ({ id }: Pick<Job, "id">, ...places: ReadonlyArray<number>) => places.map((n) => ({ job: id, n }))

/** Finding the pages of a job by their terms. */
export const searchesContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`searches (${engine.name})`, () => {
    test("find the documents with the words of a question while the job runs, best first", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed", [], about("Tides follow the moon. The harbour is dry at low tide.", "Tides")))
        yield* crawl.page(read("boats", [], about("Boats wait in the harbour.")))
        yield* crawl.page(read("plain"))
        yield* crawl.page(read("fish", [], about(`Fish. ${"Birds eat fish. ".repeat(30)}`)))
        assert.deepStrictEqual(yield* search(crawl, "When is the harbour dry?"), own(crawl, 0, 1))
        assert.deepStrictEqual(yield* search(crawl, "FISHING"), own(crawl, 3))
        assert.deepStrictEqual(yield* search(crawl, "harbours", 1), own(crawl, 1))
        assert.deepStrictEqual(yield* search(crawl, "volcano"), [])
        assert.deepStrictEqual(yield* search(crawl, "the of and"), [])
        assert.deepStrictEqual(yield* crawl.store.search(crawl.id, ["harbour", "volcano", "tid"], 10), {
          pages: 3,
          frequencies: [2, 0, 1],
          found: own(crawl, 0, 1)
        })
        yield* crawl.page(read("late", [], about("A volcano in the sea.")))
        assert.deepStrictEqual(yield* search(crawl, "volcano"), own(crawl, 4))
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("find Chinese, Japanese, Korean, Thai, and words with accents and umlauts", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed", [], about("东京是日本的首都。")))
        yield* crawl.page(read("ja", [], about("港は干潮のときに乾きます。")))
        yield* crawl.page(read("ko", [], about("서울은 대한민국의 수도입니다.")))
        yield* crawl.page(read("th", [], about("กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย")))
        yield* crawl.page(read("fr", [], about("Le café du théâtre ouvre à midi.")))
        yield* crawl.page(read("de", [], about("Die Häfen schließen über Nacht.")))
        yield* crawl.page(read("ru", [], about("Гавань мелеет при отливе.")))
        for (
          const [n, question] of [
            "日本的首都是哪里？",
            "干潮の港",
            "대한민국 수도",
            "เมืองหลวง",
            "cafe theatre",
            "Häfen",
            "гавань"
          ].entries()
        ) assert.deepStrictEqual(yield* search(crawl, question, 1), own(crawl, n), question)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("find one character of a script without spaces, wherever it is in its word", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("end", [], about("空港。")))
        yield* crawl.page(read("begin", [], about("港は干潮のときに乾きます。港は広い。港です。")))
        yield* crawl.page(read("middle", [], about("東京港湾局")))
        yield* crawl.page(read("alone", [], about("山 and river")))
        const found = (query: string) =>
          Effect.map(search(crawl, query), (places) => places.map(({ n }) => n).toSorted((a, b) => a - b))
        assert.deepStrictEqual(yield* found("港"), [0, 1, 2])
        assert.deepStrictEqual(yield* found("局"), [2])
        assert.deepStrictEqual(yield* found("山"), [3])
        assert.deepStrictEqual(yield* found("川"), [])
        assert.deepStrictEqual(yield* found("港 山"), [0, 1, 2, 3])
        assert.deepStrictEqual(yield* found("港' \\ \"*:&"), [0, 1, 2])
        const { frequencies } = yield* crawl.store.search(crawl.id, ["港", "空港"], 10)
        assert.deepStrictEqual(frequencies, [3, 1])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("take any text as plain words", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed", [], about("The near harbour AND its 'old' quay: select * from boats.")))
        for (
          const text of [
            "\"",
            "'",
            "\\",
            "harbour\0quay",
            "\"harbour\" AND (quay OR NOT boats) NEAR/2",
            "harbour:* & !quay <-> boats | 'x' \\",
            "terms:harbour ^ harbour* -quay {terms} : +",
            "'; DROP TABLE jobs; --",
            "=3 =9 7:harbour",
            "\uD800 harbour \uDFFF",
            "💡 harbour ﷽",
            "harbour ".repeat(1000),
            Array.from({ length: 3000 }, (_, n) => `word${n}`).join(" ")
          ]
        ) {
          const found = yield* search(crawl, text)
          assert.deepStrictEqual(found, text.includes("harbour") ? own(crawl, 0) : [], text)
        }
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("are of one job, and find nothing where nothing is indexed or the job is gone", () =>
      Effect.gen(function*() {
        const one = yield* crawling({ url: "https://one.test/" })
        const two = yield* crawling({ url: "https://two.test/" })
        yield* one.page(read("seed", [], about("harbour quay")))
        yield* two.page(read("seed", [], about("boats")))
        yield* two.page(read("more", [], about("harbour")))
        assert.deepStrictEqual(yield* search(one, "harbour"), own(one, 0))
        assert.deepStrictEqual(yield* search(two, "harbour"), own(two, 1))
        assert.deepStrictEqual(yield* search(two, "quay"), [])
        const without = yield* crawling({ url: "https://three.test/" })
        yield* without.page(read("seed"))
        assert.deepStrictEqual(yield* search(without, "harbour"), [])
        const gone = { ...one, id: JobId.make("0".repeat(32)) }
        assert.deepStrictEqual(yield* search(gone, "harbour"), [])
        yield* one.store.cancel(one.owner, one.id)
        assert.deepStrictEqual(yield* search(one, "harbour"), own(one, 0), "its documents are stored too")
        yield* one.store.drop(one.owner, one.id)
        assert.deepStrictEqual(yield* search(one, "harbour"), [])
        assert.deepStrictEqual(yield* search(two, "harbour"), own(two, 1))
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("find no page whose document was not stored, and unchanged pages by their earlier documents", () =>
      Effect.gen(function*() {
        const first = yield* crawling()
        yield* first.page(read("seed", [], about("harbour")))
        yield* first.page(read("error", [], { ...about("harbour"), status: 404 }))
        yield* first.page(read("hidden", [], { ...about("harbour"), unkept: "noindex" }))
        assert.deepStrictEqual(yield* search(first, "harbour"), own(first, 0))
        yield* first.store.finish(first.id, "done")
        const next = yield* crawling({ changes: { since: first.id } })
        const kept = { job: first.id, n: 0 }
        const unchanged = { isSame: true, isUnchanged: true, seen: { text: "seed", kept } } as const
        yield* next.page(read("", [], { ...unchanged, ...about("harbour") }))
        yield* next.page(read("new", [], about("a new harbour")))
        const found = yield* search(next, "harbour")
        assert.sameDeepMembers([...found], [kept, { job: next.id, n: 0 }])
        assert.deepStrictEqual(yield* search(next, "new"), [{ job: next.id, n: 0 }])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("count as bytes of the job until it is dropped", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const plain = yield* crawling({ url: "https://two.test/" })
        const { bytes: before } = yield* crawl.store.stored
        yield* plain.page(read("seed"))
        const { bytes: between } = yield* crawl.store.stored
        const { terms } = about(Array.from({ length: 200 }, (_, n) => `word${n}`).join(" "))
        yield* crawl.page(read("seed", [], { terms }))
        const { bytes: after } = yield* crawl.store.stored
        assert.isAbove(after - between, between - before + terms.length / 2)
        for (const { id, owner, store } of [crawl, plain]) {
          yield* store.finish(id, "done")
          yield* store.drop(owner, id)
        }
        assert.strictEqual((yield* crawl.store.stored).bytes, 0)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("lead to the right page of a site of documentation", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ pages: docsSite.length - 1, changes: { search: true } })
        yield* crawl.page(documentOf(docsSite[0]))
        for (let at = 1; at < docsSite.length;) {
          const leases = yield* crawl.frontier.lease(100)
          for (const lease of leases) yield* crawl.frontier.end(lease, visitOf(lease, documentOf(docsSite[at++])))
          yield* settleAll(crawl.frontier)
        }
        const { options } = yield* crawl.job
        const services = { store: crawl.store, extractor: { passages: rankedPassages } }
        const missed: Array<string> = []
        for (const [q, page] of docsQuestions) {
          const json = yield* searchJob(services, crawl.owner, { id: crawl.id, options }, { q, limit: 3 })
          const { passages } = decodePassages(new TextDecoder().decode(json))
          if (!passages.some(({ url }) => url.replace(/#.*/, "").endsWith(`/${page}`))) missed.push(q)
        }
        assert.isAtMost(missed.length, docsQuestions.length / 10, missed.join("\n"))
      }).pipe(Effect.scoped, Effect.provide(engine.layer())), manyRows(engine))
  })
}

/** The visit of a page with this Document. */
const documentOf = (page: DocsPage | undefined) => {
  const { markdown, title, url } = page ?? assert.fail("no page")
  return read(JSON.stringify({ url, final_url: url, title, markdown }), [], {
    terms: pageTerms({ url, title, markdown }),
    // Not the hash of the JSON: it is a page of its own.
    textHash: url
  })
}

const decodePassages = Schema.decodeUnknownSync(Schema.fromJsonString(JobPassages))
