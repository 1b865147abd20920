import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawlOver, page } from "../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"

const site = "https://example.com"

const prose = (subject: string) =>
  ["first", "second", "third", "fourth", "fifth", "sixth"].map((nth) =>
    `<p>The ${nth} paragraph about the ${subject} says what every visitor of the town has to know before the journey.</p>`
  ).join("")
const article = (title: string, subject: string, date: string, menu = "") =>
  `<html><head><title>${title}</title></head><body>${menu}<main><article><h1>${title}</h1><p>${date}</p>
  ${prose(subject)}</article></main></body></html>`
const menu = "<nav><a href=\"/\">News</a> <a href=\"/harbour\">Sport</a></nav>"

const pages = {
  [`${site}/`]: page("start", "/harbour", "/harbour?print=1", "/harbour/amp", "/tower", "/castle"),
  [`${site}/harbour`]: article("The harbour", "harbour", "12 March 2024", menu),
  [`${site}/harbour?print=1`]: article("The harbour", "harbour", "Printed on 3 May 2025"),
  [`${site}/harbour/amp`]: article("The harbour", "harbour", "12 March 2024"),
  [`${site}/tower`]: article("The harbour", "tower", "12 March 2024", menu),
  [`${site}/castle`]: article("The castle", "harbour", "1 May 2024", menu)
}

const outcomesOf = (options: Parameters<typeof crawlOver>[2]) =>
  Effect.map(whileTimePasses(crawlOver(`${site}/`, pages, options)), ({ rows }) =>
    Object.fromEntries(
      rows.slice(1).map(({ outcome, similar_to, url }) => [url.slice(site.length), [outcome, similar_to?.url]])
    ))

describe("near duplicates in a crawl", () => {
  it.effect("name the page with the same article, and are stored", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* outcomesOf({}), {
        "/harbour": ["stored", undefined],
        "/harbour?print=1": ["stored", `${site}/harbour`],
        "/harbour/amp": ["duplicate", `${site}/harbour`],
        "/tower": ["stored", undefined],
        "/castle": ["stored", undefined]
      })
    }))

  it.effect("are dropped with dedup near, whatever fields are stored", () =>
    Effect.gen(function*() {
      const expected = {
        "/harbour": ["stored", undefined],
        "/harbour?print=1": ["duplicate", `${site}/harbour`],
        "/harbour/amp": ["duplicate", `${site}/harbour`],
        "/tower": ["stored", undefined],
        "/castle": ["stored", undefined]
      }
      assert.deepStrictEqual(yield* outcomesOf({ dedup: "near" }), expected)
      assert.deepStrictEqual(yield* outcomesOf({ dedup: "near", fields: ["url", "markdown"] }), expected)
    }))
})

describe("pages of one text in a crawl", () => {
  it.effect("are not duplicates under different headlines, and a duplicate names its original", () =>
    Effect.gen(function*() {
      const model = (title: string, headline = title) =>
        `<html><head><title>${title}</title></head><body><main><h1>${headline}</h1><p>A sturdy pump for gardens and
        small fields, which draws from eight metres and runs on a battery.</p></main></body></html>`
      const models = {
        [`${site}/`]: page("start", "/1", "/2", "/3", "/again"),
        [`${site}/1`]: model("Model 1"),
        [`${site}/2`]: model("Model 2"),
        [`${site}/3`]: model("Model 3"),
        [`${site}/again`]: model("Model 2 again", "Model 2")
      }
      const { rows } = yield* whileTimePasses(crawlOver(`${site}/`, models))
      assert.deepStrictEqual(
        rows.map(({ duplicate_of, outcome, url }) => [url.slice(site.length), outcome, duplicate_of]),
        [
          ["/", "stored", undefined],
          ["/1", "stored", undefined],
          ["/2", "stored", undefined],
          ["/3", "stored", undefined],
          ["/again", "duplicate", `${site}/2`]
        ]
      )
    }))
})
