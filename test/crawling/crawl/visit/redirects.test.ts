import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawlOver, page, redirect } from "../../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../../support/web/fake-web-time.ts"

const site = "https://example.com"
const html = { "content-type": "text/html" }

describe("redirects in a crawl", () => {
  it.effect("a seed that redirects to another host takes the crawl's scope there", () =>
    Effect.gen(function*() {
      const { rows, stored } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: redirect("https://www.example.com/home"),
        "https://www.example.com/home": page("home", "/a", `${site}/b`),
        "https://www.example.com/a": page("a"),
        [`${site}/b`]: page("b")
      }))
      assert.deepStrictEqual(stored, [`${site}/`, "https://www.example.com/a"])
      assert.strictEqual(rows.length, 2)
    }))

  it.effect("a later page that redirects out of scope is skipped, and the target is not asked for", () =>
    Effect.gen(function*() {
      const { job, rows, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", "/away"),
        [`${site}/away`]: redirect("https://elsewhere.org/"),
        "https://elsewhere.org/": page("elsewhere")
      }))
      assert.deepStrictEqual(rows.map(({ code, outcome }) => [outcome, code]), [["stored", ""], [
        "skipped",
        "out_of_scope"
      ]])
      assert.strictEqual(job.stats.skipped, 1)
      assert.strictEqual(web.count("https://elsewhere.org/"), 0)
    }))

  it.effect("a page that redirects to one the crawl has is a duplicate, and that one is fetched once", () =>
    Effect.gen(function*() {
      const { job, rows, stored, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", "/old", "/new"),
        [`${site}/old`]: redirect("/new"),
        [`${site}/new`]: { headers: { ...html, "cache-control": "no-store" }, body: page("new") }
      }))
      assert.deepStrictEqual(stored, [`${site}/`, `${site}/new`])
      assert.deepStrictEqual(rows.map(({ code, outcome }) => [outcome, code]), [
        ["stored", ""],
        ["duplicate", "already_crawled"],
        ["stored", ""]
      ])
      assert.deepStrictEqual(job.stats, { crawled: 3, stored: 2, failed: 0, skipped: 0, duplicates: 1, pending: 0 })
      assert.strictEqual(web.count(`${site}/new`), 1)
    }))

  it.effect("where a redirect led is not fetched again when a later page links to it", () =>
    Effect.gen(function*() {
      const { stored, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", "/old", "/a"),
        [`${site}/old`]: redirect("/new"),
        [`${site}/a`]: page("a", "/b"),
        [`${site}/b`]: page("b", "/new"),
        [`${site}/new`]: { headers: { ...html, "cache-control": "no-store" }, body: page("new") }
      }))
      assert.deepStrictEqual(stored, [`${site}/`, `${site}/old`, `${site}/a`, `${site}/b`])
      assert.strictEqual(web.count(`${site}/new`), 1)
    }))

  it.effect("a redirect is followed at once, and settled after all pages before it", () =>
    Effect.gen(function*() {
      const { documents, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", "/slow", "/old", "/known"),
        [`${site}/slow`]: { headers: html, body: page("slow", "/linked"), takes: "5 seconds" },
        [`${site}/old`]: redirect("/older"),
        [`${site}/older`]: redirect("/new"),
        [`${site}/new`]: page("new"),
        [`${site}/known`]: redirect("/linked"),
        [`${site}/linked`]: page("linked")
      }))
      assert.deepStrictEqual(documents.map(({ final_url }) => final_url.replace(site, "")), [
        "/",
        "/slow",
        "/new",
        "/linked"
      ])
      assert.deepStrictEqual(documents[2]?.trace.redirects, [
        { url: `${site}/old`, status: 302, location: `${site}/older` },
        { url: `${site}/older`, status: 302, location: `${site}/new` }
      ])
      const counts = web.pages().map(({ url }) => web.count(url))
      assert.deepStrictEqual(counts, counts.map(() => 1))
      assert.isBelow(web.pages().find(({ url }) => url === `${site}/old`)?.startedAt ?? 5000, 1000)
    }))

  it.effect("a page whose target turns out to be a page of its own leaves it what it was given", () =>
    Effect.gen(function*() {
      const noStore = { ...html, "cache-control": "no-store" }
      const { rows, stored, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", "/slow", "/old"),
        // It links to the target of a redirect that is followed long before.
        [`${site}/slow`]: { headers: html, body: page("slow", "/new"), takes: "5 seconds" },
        [`${site}/old`]: redirect("/new"),
        [`${site}/new`]: { headers: noStore, body: page("new", "/more") },
        [`${site}/more`]: page("more")
      }))
      assert.deepStrictEqual(stored, [`${site}/`, `${site}/slow`, `${site}/new`, `${site}/more`])
      assert.deepStrictEqual(rows.map(({ code, outcome }) => [outcome, code]), [
        ["stored", ""],
        ["stored", ""],
        ["duplicate", "already_crawled"],
        ["stored", ""],
        ["stored", ""]
      ])
      assert.strictEqual(web.count(`${site}/new`), 1)
      assert.isBelow(web.log.find(({ url }) => url === `${site}/new`)?.startedAt ?? 5000, 1000)
    }))

  it.effect("pages that all redirect are fetched as many at a time as others", () =>
    Effect.gen(function*() {
      const numbers = Array.from({ length: 24 }, (_, number) => number)
      const { stored, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", ...numbers.map((number) => `/old/${number}`)),
        ...Object.fromEntries(numbers.flatMap((number) => [
          [`${site}/old/${number}`, { status: 302, headers: { location: `/new/${number}` }, takes: "1 second" }],
          [`${site}/new/${number}`, { headers: html, body: page(`new ${number}`), takes: "1 second" }]
        ]))
      }))
      assert.strictEqual(stored.length, 25)
      // Four at a time, of two seconds each; one after the other they would take 24 seconds longer.
      assert.isAtMost(web.log.at(-1)?.endedAt ?? Infinity, 13_500)
    }))

  it.effect("a wall that sets a cookie and sends every page back is not a duplicate of anything", () =>
    Effect.gen(function*() {
      const behind = (text: string) => ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
        headers["cookie"] === undefined
          ? { status: 302, headers: { location: `/wall`, "set-cookie": `to=${text}` } }
          : { headers: html, body: page(text, "/wall", "/a", "/b") }
      const { stored } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", "/wall", "/a", "/b"),
        [`${site}/a`]: behind("a"),
        [`${site}/b`]: behind("b"),
        [`${site}/wall`]: ({ headers }) => {
          const to = /to=(\w)/.exec(headers["cookie"] ?? "")?.[1]
          return to === undefined ? page("wall") : { status: 302, headers: { location: `/${to}` } }
        }
      }))
      assert.deepStrictEqual(stored, [`${site}/`, `${site}/wall`, `${site}/a`, `${site}/b`])
    }))

  it.effect("a seed whose body cannot be used was read: the crawl is done, with no document", () =>
    Effect.gen(function*() {
      const { failure, job } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: { headers: { "content-type": "video/mp4" }, body: "film" }
      }))
      assert.isUndefined(failure)
      assert.deepStrictEqual(job.stats, { crawled: 1, stored: 0, failed: 0, skipped: 1, duplicates: 0, pending: 0 })
      const large = yield* whileTimePasses(
        crawlOver(`${site}/`, { [`${site}/`]: page("x".repeat(5000)) }, {}, { maxBody: 1000 })
      )
      assert.isUndefined(large.failure)
      assert.deepStrictEqual(large.rows.map(({ code }) => code), ["body_too_large"])
    }))

  it.effect("a seed that robots.txt bars, or that gives no answer, fails the crawl with its code", () =>
    Effect.gen(function*() {
      const barred = yield* whileTimePasses(
        crawlOver(`${site}/`, { [`${site}/robots.txt`]: "User-agent: *\nDisallow: /" })
      )
      assert.strictEqual(barred.failure, "robots_disallowed")
      const silent = yield* whileTimePasses(crawlOver(`${site}/`, { [`${site}/`]: { fails: "ECONNRESET" } }))
      assert.strictEqual(silent.failure, "fetch_failed")
    }))
})
