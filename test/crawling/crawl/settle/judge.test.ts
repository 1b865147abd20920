import { assert, describe, it } from "@effect/vitest"
import { crawlDefaults, type CrawlOptions } from "../../../../src/core/domain/job/Job.ts"
import { crawlRules } from "../../../../src/crawling/crawl/model/CrawlRules.ts"
import type { VisitedPage } from "../../../../src/crawling/crawl/model/VisitRecord.ts"
import { judge, namesAsked, seedFailure } from "../../../../src/crawling/crawl/settle/judge.ts"
import { SimilarPages } from "../../../../src/crawling/crawl/settle/SimilarPages.ts"
import { cases, document, first, noPages, own, page, site, stored, visitOf } from "./judge-cases.ts"

const rulesOf = (options: Partial<CrawlOptions> = {}) => crawlRules({ ...crawlDefaults, ...options }, `${site}/`)

describe("what a visit comes to", () => {
  for (const [name, expected] of Object.entries({ ...cases, ...noPages })) {
    it(name, () => {
      const visit = visitOf(expected)
      const rules = rulesOf(expected.options)
      const asked: Array<string> = []
      const knows = (value: string) => expected.knows?.includes(value) === true
      const { aliases, text, verdict } = judge(visit, rules, {
        knowsUrl: (url) => asked.push(url) > 0 && knows(url),
        pageWithText: (text) => knows(text) ? first : undefined,
        similarTo: () => undefined
      })
      const { change, document: kept, follows, message, row, spends } = verdict
      assert.deepStrictEqual(
        {
          row: [row.outcome, row.code, row.status, ...row.duplicate_of === undefined ? [] : [row.duplicate_of]],
          counts: change,
          spends,
          follows,
          aliases: aliases.slice(1),
          text,
          message
        },
        {
          row: [...expected.row],
          counts: expected.counts,
          spends: expected.spends,
          follows: expected.follows,
          aliases: (expected.aliases ?? []).map((path) => site + path),
          text: expected.text ?? "",
          message: expected.message
        }
      )
      assert.strictEqual(aliases[0], own)
      assert.strictEqual(kept, row.outcome === "stored" ? document : undefined)
      // A store loads these names before, and no others.
      assert.deepStrictEqual(asked.filter((url) => !namesAsked(visit, rules).includes(url)), [])
    })
  }
})

describe("a crawl", () => {
  for (const [name, expected] of Object.entries({ ...cases, ...noPages })) {
    const code = expected.outcome._tag === "NoPage" && expected.counts["crawled"] === undefined
      ? expected.outcome.code
      : undefined
    it(`${code === undefined ? "goes on after" : "fails with"} a seed that is ${name}`, () => {
      const facts = { knowsUrl: () => false, pageWithText: () => undefined, similarTo: () => undefined }
      const failureOf = (seq: number, options: Partial<CrawlOptions> = {}) => {
        const visit = { ...visitOf(expected), seq }
        return seedFailure(visit, judge(visit, rulesOf(options), facts), rulesOf(options))
      }
      assert.deepStrictEqual([failureOf(0), failureOf(1), failureOf(0, { urls: [own] })], [code, undefined, undefined])
    })
  }
})

describe("a page with the article of another", () => {
  const similar = { url: `${site}/similar`, distance: 2 }
  const likeness = { near: "0".repeat(32), fields: "" }
  const judged = (changes: Partial<VisitedPage>, dedup: CrawlOptions["dedup"], known: typeof similar | undefined) => {
    const outcome = page({ seen: { text: "hash", likeness }, ...changes })
    const pageWithText = (text: string) => text === "known" ? first : undefined
    const facts = { knowsUrl: () => false, pageWithText, similarTo: () => known }
    const { near, verdict: { row } } = judge(visitOf({ outcome, ...stored }), rulesOf({ dedup }), facts)
    return [row.outcome, row.duplicate_of, row.similar_to, near]
  }

  it("names it, and is stored unless dedup is near", () => {
    assert.deepStrictEqual(judged({}, true, similar), ["stored", undefined, similar, undefined])
    assert.deepStrictEqual(judged({}, false, similar), ["stored", undefined, similar, undefined])
    assert.deepStrictEqual(judged({}, "near", similar), ["duplicate", similar.url, similar, undefined])
    assert.deepStrictEqual(judged({ textHash: "known" }, "near", similar), ["duplicate", first, similar, undefined])
  })

  it("is one that later pages may resemble, if it is the first", () => {
    const { near } = likeness
    for (const dedup of [true, false, "near"] as const) {
      assert.deepStrictEqual(judged({}, dedup, undefined), ["stored", undefined, undefined, near])
    }
    assert.deepStrictEqual(judged({ textHash: "known" }, "near", undefined), ["duplicate", first, undefined, undefined])
    assert.deepStrictEqual(judged({ isUnchanged: true }, "near", undefined), ["skipped", undefined, undefined, near])
    assert.deepStrictEqual(judged({ isUnchanged: true }, "near", similar), ["skipped", undefined, similar, undefined])
    assert.deepStrictEqual(judged({ status: 404 }, "near", undefined), ["failed", undefined, undefined, undefined])
  })
})

const near = (identity: string, simhash: number) => identity.repeat(16) + simhash.toString(16).padStart(16, "0")

describe("SimilarPages", () => {
  it("finds the closest page of one identity within 3 bits, the first of several", () => {
    const pages = new SimilarPages()
    for (const [at, simhash] of [0b1111, 0b0001, 0b0010].entries()) {
      assert.strictEqual(pages.add({ near: near("a", simhash), url: `/${simhash}` }), at)
    }
    assert.deepStrictEqual(pages.find(near("a", 0)), { url: "/1", distance: 1 })
    assert.deepStrictEqual(pages.find(near("a", 0b1110)), { url: "/15", distance: 1 })
    assert.deepStrictEqual(pages.find(near("a", 0b1110000)), undefined)
    assert.deepStrictEqual(pages.find(near("b", 0)), undefined)
  })

  it("is bounded", () => {
    const pages = new SimilarPages(3)
    const added = ["a", "b", "c", "d"].map((identity) => pages.add({ near: near(identity, 0), url: identity }))
    assert.deepStrictEqual(added, [0, 0, 0, undefined])
    const same = new SimilarPages()
    const places = Array.from({ length: 20 }, (_, at) => same.add({ near: near("a", at * 1000), url: String(at) }))
    assert.strictEqual(places.filter((place) => place !== undefined).length, 8)
  })
})
