import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { crawlDefaults, type CrawlOptions } from "../../../src/core/domain/job/Job.ts"
import type { LedgerRow } from "../../../src/core/domain/job/LedgerRow.ts"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { CrawlPlanner } from "../../../src/crawling/crawl/plan/CrawlPlanner.ts"
import { earlierPages } from "../../../src/crawling/crawl/revisit/EarlierPages.ts"
import { placeOf } from "../../../src/crawling/jobs/changes/stored-page.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { page, redirect, servicesOver } from "../../support/entries/crawl-over.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"
import { asks, job, site, versioned } from "./since-crawls.ts"

describe("a crawl with since", () => {
  it.effect("says what is new, changed, the same and removed, and keeps only what is new or changed", () => {
    const pages: Record<string, FakePage> = {
      [`${site}/`]: versioned(page("start", "/same", "/text", "/changed", "/lost", "/broken"), "\"1\""),
      [`${site}/same`]: versioned(page("same", "/deep"), undefined, "Sat, 21 Nov 2026 00:00:00 GMT"),
      // Without validators, with something that changes outside its text.
      [`${site}/text`]: page("text"),
      [`${site}/changed`]: versioned(page("before"), "W/\"1\""),
      [`${site}/lost`]: versioned(page("lost"), "\"1\""),
      [`${site}/deep`]: versioned(page("deep"), "\"1\"")
    }
    const web = fakeWeb(pages)
    const asked = asks(web)
    return Effect.gen(function*() {
      const first = yield* job()
      assert.deepInclude(first.stats, { crawled: 7, stored: 6, failed: 1 })
      assert.isTrue(first.rows.every((row) => row.change === undefined))
      asked()
      pages[`${site}/changed`] = versioned(page("after", "/gained"), "W/\"2\"")
      pages[`${site}/gained`] = page("gained")
      delete pages[`${site}/lost`]
      const second = yield* job({ since: first.id })
      assert.deepStrictEqual(second.changes, {
        "/": "same",
        "/same": "same",
        "/text": "same",
        "/changed": "changed",
        "/lost": "removed",
        "/broken": "same",
        "/deep": "same",
        "/gained": "new"
      })
      assert.deepStrictEqual(second.documents.map(({ url }) => url.replace(site, "")), ["/changed", "/gained"])
      assert.deepInclude(second.stats, { crawled: 8, stored: 2, failed: 2, skipped: 4 })
      assert.deepStrictEqual(
        asked(),
        [
          { path: "/", isConditional: true },
          { path: "/same", isConditional: true },
          { path: "/text", isConditional: false },
          { path: "/changed", isConditional: true },
          { path: "/lost", isConditional: true },
          { path: "/broken", isConditional: false },
          { path: "/deep", isConditional: true },
          { path: "/gained", isConditional: false }
        ].toSorted((a, b) =>
          web.pages().findLastIndex(({ url }) => url === site + a.path) -
          web.pages().findLastIndex(({ url }) => url === site + b.path)
        )
      )

      // A third crawl compares with the second, though most documents are those of the first.
      pages[`${site}/same`] = versioned(page("same no more"), undefined, "Sun, 22 Nov 2026 00:00:00 GMT")
      const third = yield* job({ since: second.id })
      assert.deepStrictEqual(third.changes, {
        ...second.changes,
        "/same": "changed",
        "/changed": "same",
        // It was not there before either.
        "/lost": "same",
        "/gained": "same"
      })
      assert.strictEqual(third.document_count, 1)
    }).pipe(Effect.provide(servicesOver(web)))
  })

  it.effect("sees a changed title, link target or record, and no hint of a link", () => {
    const own = (path: string) => `The page ${path} says a little about the weather at the coast and how it changes.`
    const html = (path: string, title: string, body: string) =>
      `<title>${title}</title><main><h1>Weather at the coast</h1><p>${own(path)}</p>${body}</main>`
    const linkTo = (url: string, hint = "") =>
      `<p>Read what <a href="${url}"${
        hint === "" ? "" : ` title="${hint}"`
      }>the keeper of the lighthouse</a> wrote.</p>`
    const priced = (price: number) =>
      `<script type="application/ld+json">{"@type":"Product","name":"Barometer","offers":{"price":"${price}"}}</script>`
    const pagesAt = (version: number): Record<string, FakePage> => ({
      [`${site}/`]: page("start", "/title", "/target", "/record", "/hint"),
      [`${site}/title`]: html("/title", `Weather ${version}`, ""),
      [`${site}/target`]: html("/target", "Weather", linkTo(`https://example.org/v${version}.zip`)),
      [`${site}/record`]: html("/record", "Weather", priced(40 + version)),
      [`${site}/hint`]: html("/hint", "Weather", linkTo("https://example.org/v.zip", `${version} readers`))
    })
    const pages = pagesAt(1)
    return Effect.gen(function*() {
      for (const stored of [{}, { fields: ["url"] }] as const) {
        Object.assign(pages, pagesAt(1))
        const first = yield* job(stored)
        Object.assign(pages, pagesAt(2))
        // The fields that a job stores do not matter for the comparison.
        const second = yield* job({ since: first.id })
        assert.deepStrictEqual(second.changes, {
          "/": "same",
          "/title": "changed",
          "/target": "changed",
          "/record": "changed",
          "/hint": "same"
        })
      }
    }).pipe(Effect.provide(servicesOver(fakeWeb(pages))))
  })

  it.effect("knows all pages of a ledger that takes several reads", () => {
    const paths = Array.from({ length: 5 }, (_, index) => `/${index}`)
    const pages = Object.fromEntries(paths.map((path) => [site + path, page(`the text of ${path}`)]))
    return Effect.gen(function*() {
      const store = yield* JobStore
      const { id } = yield* job()
      const inParts: typeof store = { ...store, ledger: (id, range) => store.ledger(id, { ...range, limit: 2 }) }
      const [whole, read] = [yield* earlierPages(store, id), yield* earlierPages(inParts, id)]
      for (const path of ["", ...paths]) {
        const url = new URL(path, site).href
        assert.isDefined(read.get(url), path)
        assert.deepStrictEqual(read.get(url), whole.get(url))
        assert.deepStrictEqual(yield* placeOf(inParts, id, url), Option.some({ place: read.get(url)?.seen?.kept }))
      }
    }).pipe(Effect.provide(servicesOver(fakeWeb({ [`${site}/`]: page("start", ...paths), ...pages }))))
  })

  it.effect(
    "of 200 pages costs one 304 for each that is the same, and tells exactly those that change, go and come",
    () => {
      const paths = Array.from({ length: 200 }, (_, index) => `/${index}`)
      const pages: Record<string, FakePage> = {
        [`${site}/`]: versioned(page("start", ...paths), "\"1\""),
        ...Object.fromEntries(paths.map((path) => [site + path, versioned(page(`the text of ${path}`), "\"1\"")]))
      }
      const web = fakeWeb(pages)
      const asked = asks(web)
      return Effect.gen(function*() {
        const store = yield* JobStore
        const first = yield* job({ max_pages: 2000 })
        assert.strictEqual(first.stats.stored, 201)
        assert.strictEqual(asked().length, 201)
        const before = (yield* store.stored).bytes
        const second = yield* job({ max_pages: 2000, since: first.id })
        const requests = asked()
        assert.strictEqual(requests.length, 201)
        assert.isTrue(requests.every(({ isConditional }) => isConditional))
        assert.isTrue(second.rows.every(({ change }) => change === "same"))
        assert.deepInclude(second.stats, { crawled: 201, stored: 0, skipped: 201, failed: 0 })
        // Rows of the ledger alone.
        assert.isBelow((yield* store.stored).bytes - before, 201 * 800)

        const gained = Array.from({ length: 5 }, (_, index) => `/gained/${index}`)
        const expected: Record<string, LedgerRow["change"]> = { "/": "changed" }
        pages[`${site}/`] = versioned(page("more to start with", ...paths, ...gained), "\"2\"")
        for (const [index, path] of paths.entries()) {
          expected[path] = index % 10 === 3 ? "changed" : index % 20 === 7 ? "removed" : "same"
          if (expected[path] === "changed") pages[site + path] = versioned(page(`another text of ${path}`), "\"2\"")
          if (expected[path] === "removed") delete pages[site + path]
        }
        for (const path of gained) {
          expected[path] = "new"
          pages[site + path] = page(`the text of ${path}`)
        }
        const third = yield* job({ max_pages: 2000, since: second.id })
        assert.deepStrictEqual(third.changes, expected)
        assert.deepInclude(third.stats, { crawled: 206, stored: 26, failed: 10, skipped: 170 })
        const last = asked()
        assert.strictEqual(last.length, 206)
        assert.strictEqual(last.filter(({ isConditional }) => isConditional).length, 201)
      }).pipe(Effect.provide(servicesOver(web, { cacheBytes: 0 })))
    }
  )

  it.effect("is planned with the pages of the earlier job, whether or not the seed links to them", () => {
    const pages: Record<string, FakePage> = {
      [`${site}/`]: versioned(page("start", "/a"), "\"1\""),
      ...Object.fromEntries(
        ["/a", "/b", "/c", "/d"].map((path, index, all) => [site + path, page(path, all[index + 1] ?? "/")])
      )
    }
    const web = fakeWeb(pages)
    return Effect.gen(function*() {
      const first = yield* job({ max_depth: 9 })
      pages[`${site}/`] = page("start", "/e")
      const planned = (changes: Partial<CrawlOptions>) =>
        Effect.flatMap(
          CrawlPlanner,
          ({ plan }) => plan("owner", new URL(site), { ...crawlDefaults, since: first.id, ...changes })
        ).pipe(RequestContext.by("owner", "interactive", Duration.minutes(1)))
      assert.deepInclude(yield* planned({ max_depth: 9 }), { pages: 6, links: 1, sitemap_urls: 0 })
      assert.deepInclude(yield* planned({ max_depth: 2 }), { pages: 4 })
      assert.deepInclude(yield* planned({ max_depth: 9, max_pages: 3 }), { pages: 3, notes: [] })
      assert.deepInclude(yield* planned({ max_depth: 9, exclude: ["/c"] }), { pages: 5 })
    }).pipe(Effect.provide(servicesOver(web)))
  })

  it.effect("follows the links of pages that are the same where the earlier crawl had no budget for them", () => {
    const web = fakeWeb({
      [`${site}/`]: versioned(page("start", "/a"), "\"1\""),
      [`${site}/a`]: versioned(page("a", "/b"), "\"1\""),
      [`${site}/b`]: page("b")
    })
    const asked = asks(web)
    return Effect.gen(function*() {
      const first = yield* job({ max_pages: 2 })
      asked()
      const second = yield* job({ max_pages: 10, since: first.id })
      assert.deepStrictEqual(second.changes, { "/": "same", "/a": "same", "/b": "new" })
      assert.deepStrictEqual(asked(), [
        { path: "/", isConditional: true },
        { path: "/a", isConditional: true },
        { path: "/b", isConditional: false }
      ])
      // Without links in the documents, the pages must come again.
      const bare = yield* job({ max_pages: 2, fields: ["url"] })
      asked()
      const third = yield* job({ max_pages: 10, since: bare.id })
      assert.deepStrictEqual(third.changes, { "/": "same", "/a": "same", "/b": "new" })
      assert.isTrue(asked().every(({ isConditional }) => !isConditional))
    }).pipe(Effect.provide(servicesOver(web)))
  })

  it.effect("asks for the end of a redirect with its validators, and finds what is not linked any more", () => {
    const pages: Record<string, FakePage> = {
      [`${site}/`]: versioned(page("start", "/old"), "\"1\""),
      [`${site}/old`]: redirect("/at"),
      [`${site}/at`]: versioned(page("at"), "\"1\"")
    }
    const web = fakeWeb(pages)
    const asked = asks(web)
    return Effect.gen(function*() {
      const first = yield* job()
      asked()
      pages[`${site}/`] = versioned(page("start without links"), "\"2\"")
      const second = yield* job({ since: first.id })
      assert.deepStrictEqual(second.changes, { "/": "changed", "/old": "same" })
      assert.deepStrictEqual(asked(), [
        { path: "/", isConditional: true },
        { path: "/old", isConditional: false },
        { path: "/at", isConditional: true }
      ])
    }).pipe(Effect.provide(servicesOver(web)))
  })

  it.effect("keeps the earlier job as long as the later one, keeps pages again whose documents are gone, and fails without it", () => {
    const web = fakeWeb({
      [`${site}/`]: versioned(page("start", "/a"), "\"1\""),
      [`${site}/a`]: ({ headers }) =>
        headers["if-none-match"] === "\"1\""
          ? { status: 304, takes: Duration.minutes(1) }
          : { headers: { etag: "\"1\"" }, body: page("a") }
    })
    return Effect.gen(function*() {
      const store = yield* JobStore
      const first = yield* job()
      yield* TestClock.adjust(Duration.seconds(50))
      const running = yield* Effect.forkChild(job({ since: first.id }))
      while (web.count(`${site}/a`) < 2) yield* Effect.promise(() => new Promise(setImmediate))
      yield* TestClock.adjust(Duration.seconds(30))
      // Its retention is over, but a crawl needs it.
      assert.isTrue(Option.isSome(yield* store.get("owner", first.id)))
      yield* TestClock.adjust(Duration.seconds(31))
      const second = yield* Fiber.join(running)
      assert.deepStrictEqual(second.changes, { "/": "same", "/a": "same" })
      assert.strictEqual(second.document_count, 0)
      // The later job refers to its documents.
      assert.isTrue(Option.isSome(yield* store.get("owner", first.id)))

      // The documents go with the first job.
      assert.isTrue(yield* store.drop("owner", first.id))
      const third = yield* job({ since: second.id })
      assert.deepStrictEqual(third.changes, { "/": "same", "/a": "same" })
      assert.strictEqual(third.document_count, 2)

      const failed = yield* job({ since: first.id })
      assert.strictEqual(failed.status, "failed")
      assert.strictEqual(failed.errors[0]?.code, "since_gone")
    }).pipe(
      Effect.provide(
        servicesOver(web, {
          jobRetention: Duration.minutes(1),
          fetchTimeout: Duration.minutes(5),
          firstByteTimeout: Duration.minutes(5)
        })
      )
    )
  })
})
