import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { commandHere } from "../../support/entries/command-here.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"
import { type FakeSearxng, startSearxng } from "../../support/web/searxng.ts"

let site: FixtureSite
let searxng: FakeSearxng
beforeAll(async () => {
  site = await startFixtureSite()
  searxng = await startSearxng()
  searxng.pages = [[
    { url: `${site.url}/articles/tide`, title: "How tides are predicted", content: "A tide table." },
    { url: `${site.url}/private/log` }
  ]]
})
afterAll(async () => {
  await site.close()
  searxng.close()
})

const search = (...args: ReadonlyArray<string>) =>
  commandHere(["search", ...args], {
    environment: { GLEANER_SEARCH: `searxng ${searxng.url}`, GLEANER_DOMAIN_DELAY: "0 seconds" }
  })

describe("gleaner search", () => {
  it("prints titles, URLs and excerpts", async () => {
    searxng.unresponsive = [["google", "CAPTCHA"]]
    const { code, err, out } = await search("tides", "--limit", "2", "--time-range", "month", "--language", "de")
    assert.strictEqual(code, 0, err)
    assert.strictEqual(
      out,
      `1. How tides are predicted\n   ${site.url}/articles/tide\n   A tide table.\n\n` +
        `2. ${site.url}/private/log\n   ${site.url}/private/log\n`
    )
    assert.match(err, /did not answer: google \(CAPTCHA\)/)
    assert.deepInclude(searxng.asked.at(-1), { q: "tides", time_range: "month", language: "de" })
    searxng.unresponsive = []
  })

  it("prints the pages, or their passages, or the answer of the API", async () => {
    const pages = await search("tides", "--pages", "--limit", "2")
    assert.match(pages.out, /# How tides are predicted[^]*\(The site's robots\.txt disallows this URL/)
    const passages = await search("spring tide", "--pages", "--max-tokens", "60", "--limit", "1")
    assert.match(passages.out, /1\. How tides are predicted\n {3}http\S+\n\n[^]+\(http\S+#:~:text=/)
    const json = await search("tides", "--pages", "--json", "--limit", "2")
    const { results } = JSON.parse(json.out) as { readonly results: ReadonlyArray<Record<string, object>> }
    assert.property(results[0]?.["document"], "markdown")
    assert.property(results[1]?.["problem"], "code")
  })

  it("says what is wrong, and how to set an engine", async () => {
    const unset = await commandHere(["search", "tides"])
    assert.strictEqual(unset.code, 1)
    assert.match(unset.err, /no search engine.*GLEANER_SEARCH/)
    assert.match(
      (await search("tides", "--limit", "21", "--domains", "http://x")).err,
      /limit: .*; domains 0: must be a host/
    )
    assert.match((await search("tides", "--max-tokens", "100")).err, /--max-tokens is for --pages/)
    const wrong = await commandHere(["search", "tides"], {
      environment: { GLEANER_SEARCH: "searxmg http://localhost" }
    })
    assert.deepStrictEqual([wrong.code, /the nearest is searxng/.test(wrong.err)], [2, true])
  })
})
