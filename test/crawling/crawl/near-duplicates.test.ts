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
