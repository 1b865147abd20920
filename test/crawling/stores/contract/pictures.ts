import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { withArchive } from "../../../../src/crawling/archive/page-archive.ts"
import { DocumentStore } from "../../../../src/crawling/jobs/DocumentStore.ts"
import { withPicture } from "../../../../src/crawling/jobs/stored-picture.ts"
import { StoreFull } from "../../../../src/crawling/jobs/StoreFull.ts"
import { compressedJson } from "../../../../src/extract/works/compressed-json.ts"
import { testOf } from "./clock.ts"
import { type Crawling, crawling, ledgerOf, noise, read } from "./crawling.ts"
import type { Engine } from "./engine.ts"

const bytes = new TextEncoder().encode(noise(30_000, 7))
const facts = { width: 800, height: 600, bytes: bytes.length, media_type: "image/webp" }

const json = (title: string) =>
  compressedJson(new TextEncoder().encode(JSON.stringify({ title, trace: { cache_hit: false, warnings: [] } })))

const pictured = (title: string) =>
  read(title, [], { document: withPicture(json(title), { picture: facts, hasTrace: true }, bytes) })

const records = [{ packed: new TextEncoder().encode("response") }, { packed: bytes }]

const archived = (title: string, more: Parameters<typeof withPicture>[2] | undefined) => {
  const document = withArchive(json(title), records)
  const picture = { picture: facts, hasTrace: true }
  return read(title, [], { document: more === undefined ? document : withPicture(document, picture, more) })
}

const failed = (title: string) =>
  read(title, [], { document: withPicture(json(title), { picture: { failure: "No browser." }, hasTrace: true }) })

const documentsOf = ({ id, store }: Crawling, from?: number, to?: number) =>
  Effect.map(
    Stream.runCollect(store.documents(id, from, to)),
    (all) => all.map((document) => JSON.parse(new TextDecoder().decode(document)) as object)
  )

/** Documents in a map. Each put over `limit` bytes fails. */
const elsewhere = (limit = Infinity) => {
  const kept = new Map<string, Uint8Array>()
  const gets: Array<number> = []
  const layer = Layer.succeed(DocumentStore, {
    put: (job, bytes) =>
      Effect.suspend(() => {
        if (bytes.length > limit) return Effect.fail(new StoreFull({ reason: "no space" }))
        const ref = `map:${job}/${kept.size}`
        kept.set(ref, bytes)
        return Effect.succeed(ref)
      }),
    get: (ref) =>
      Effect.sync(() => {
        const found = kept.get(ref) ?? new Uint8Array()
        gets.push(found.length)
        return found
      }),
    drop: () => Effect.sync(() => kept.clear())
  })
  return { layer, kept, gets }
}

/** Pictures of documents, in every job store. */
export const picturesContract = (engine: Engine): void => {
  const test = testOf(engine)

  const comeBack = Effect.gen(function*() {
    const crawl = yield* crawling()
    yield* crawl.page(pictured("one"))
    yield* crawl.stores("plain")
    yield* crawl.page(failed("two"))
    const url = `/v1/jobs/${crawl.id}/pictures/0`
    const trace = { cache_hit: false, warnings: [] }
    const warnings = [{ code: "picture_failed", message: "No browser." }]
    const plain = yield* Stream.runCollect(crawl.store.documents(crawl.id, 1, 2))
    assert.deepStrictEqual(plain.map((document) => new TextDecoder().decode(document)), ["plain"])
    assert.deepStrictEqual(yield* documentsOf(crawl, 0, 1), [{ picture: { url, ...facts }, title: "one", trace }])
    assert.deepStrictEqual(yield* documentsOf(crawl, 2), [{ title: "two", trace: { ...trace, warnings } }])
    const first = Option.getOrThrow(yield* crawl.store.picture(crawl.id, 0))
    assert.deepStrictEqual([first.media_type, Buffer.from(first.bytes).equals(bytes)], ["image/webp", true])
    assert.isTrue(Option.isNone(yield* crawl.store.picture(crawl.id, 1)))
    assert.isTrue(Option.isNone(yield* crawl.store.picture(crawl.id, 2)))
    assert.strictEqual((yield* Effect.flip(crawl.store.picture(crawl.id, 3)))._tag, "JobEvicted")
    return crawl
  })

  describe(`pictures (${engine.name})`, () => {
    test("come back byte for byte, and their documents name them", () =>
      Effect.asVoid(comeBack).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("count against the quota, and go with their documents and with their job", () =>
      Effect.gen(function*() {
        const crawl = yield* comeBack
        const { bytes: held } = yield* crawl.store.stored
        assert.isAbove(held, bytes.length)
        yield* crawl.store.release(crawl.id, 1)
        assert.isBelow((yield* crawl.store.stored).bytes, held - bytes.length)
        assert.strictEqual((yield* Effect.flip(crawl.store.picture(crawl.id, 0)))._tag, "JobEvicted")
        yield* crawl.store.finish(crawl.id, "done")
        yield* crawl.store.drop(crawl.owner, crawl.id)
        assert.strictEqual((yield* crawl.store.stored).bytes, 0)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("beyond the quota are not stored, with their documents", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(pictured("one"))
        yield* crawl.page(pictured("two"))
        assert.deepStrictEqual((yield* ledgerOf(crawl)).map(({ code }) => code), ["", "store_full"])
      }).pipe(Effect.scoped, Effect.provide(engine.layer({ storeBytes: 50_000 }))))

    test("in another place are apart from their documents, which are read without them", () => {
      const { gets, kept, layer } = elsewhere()
      return Effect.gen(function*() {
        const crawl = yield* comeBack
        gets.length = 0
        yield* documentsOf(crawl, 0, 1)
        assert.deepStrictEqual(gets, [json("one").length])
        yield* crawl.store.finish(crawl.id, "done")
        yield* crawl.store.drop(crawl.owner, crawl.id)
        assert.strictEqual(kept.size, 0)
      }).pipe(Effect.scoped, Effect.provide(engine.layer().pipe(Layer.provide(layer))))
    })

    for (const [where, layer] of [["", engine.layer()], ["in another place ", undefined]] as const) {
      test(`and records of pages ${where}come back, each for its document`, () =>
        Effect.gen(function*() {
          const crawl = yield* crawling()
          yield* crawl.page(archived("one", undefined))
          yield* crawl.page(archived("two", bytes))
          yield* crawl.stores("plain")
          for (const n of [0, 1]) {
            const found = Option.getOrThrow(yield* crawl.store.archive(crawl.id, n))
            assert.deepStrictEqual(
              found.map(({ packed }) => Buffer.from(packed)),
              records.map(({ packed }) => Buffer.from(packed))
            )
          }
          assert.isTrue(Option.isNone(yield* crawl.store.archive(crawl.id, 2)))
          assert.strictEqual((yield* Effect.flip(crawl.store.archive(crawl.id, 3)))._tag, "JobEvicted")
          assert.isTrue(Option.isNone(yield* crawl.store.picture(crawl.id, 0)))
          assert.isTrue(Buffer.from(bytes).equals(Option.getOrThrow(yield* crawl.store.picture(crawl.id, 1)).bytes))
          const titles = (yield* documentsOf(crawl, 0, 2)).map((document) =>
            (document as { readonly title: string }).title
          )
          assert.deepStrictEqual(titles, ["one", "two"])
        }).pipe(
          Effect.scoped,
          Effect.provide(layer ?? engine.layer().pipe(Layer.provide(elsewhere().layer)))
        ))
    }

    test("for which another place is full cost no document", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(pictured("one"))
        assert.match(JSON.stringify(yield* documentsOf(crawl)), /"code":"picture_failed".*there is no space/)
        assert.isTrue(Option.isNone(yield* crawl.store.picture(crawl.id, 0)))
      }).pipe(Effect.scoped, Effect.provide(engine.layer().pipe(Layer.provide(elsewhere(1000).layer)))))
  })
}
