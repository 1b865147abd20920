import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { Duration, Option } from "effect"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { assertShape, documentShape, type Json, json } from "../../../support/shapes.ts"
import { type FixtureSite, startFixtureSite } from "../../../support/web/fixture-site.ts"
import { type FakeSearxng, type GivenResult, searxngFaults, startSearxng } from "../../../support/web/searxng.ts"

let site: FixtureSite
let searxng: FakeSearxng
let service: RunningService

const settings = { retries: 0, browser: Option.some("off") }

beforeAll(async () => {
  site = await startFixtureSite()
  searxng = await startSearxng()
  service = await serviceOver({ ...settings, search: Option.some({ engine: "searxng", url: searxng.url }) })
})
afterAll(async () => {
  await service.stop()
  await site.close()
  searxng.close()
})
beforeEach(() => {
  searxng.pages = []
  searxng.unresponsive = []
  searxng.formats = ["html", "json"]
  searxng.fault = undefined
})

const search = (body: object, key = keys.first) =>
  service.call("/v1/search", { json: { query: "tides", ...body }, key })

const found = async (body: object = {}): Promise<{ results: ReadonlyArray<Json>; notes: ReadonlyArray<string> }> => {
  const response = await search(body)
  assert.strictEqual(response.status, 200, await response.clone().text())
  return await response.json() as { results: ReadonlyArray<Json>; notes: ReadonlyArray<string> }
}

const problem = async (body: object = {}): Promise<Json> => {
  const response = await search(body)
  assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
  return json(response)
}

const lastAsked = () => searxng.asked.at(-1)

const page = (path: string, more: Partial<GivenResult> = {}): GivenResult => ({ url: site.url + path, ...more })

describe("POST /v1/search", () => {
  it("gives the results of the engine in their order, and fetches nothing without pages", async () => {
    searxng.pages = [[
      page("/articles/tide", {
        title: "How tides are predicted \u2013 Gazette",
        content: "A tide table is printed a year ahead.",
        engines: ["brave", "duckduckgo"]
      }),
      page("/articles/lighthouse", { title: "The last keeper", engines: ["qwant"] }),
      // The same page once more.
      page("/articles/tide#later")
    ]]
    const before = site.log.length
    assert.deepStrictEqual(await found(), {
      results: [
        {
          url: `${site.url}/articles/tide`,
          title: "How tides are predicted \u2013 Gazette",
          snippet: "A tide table is printed a year ahead.",
          engines: ["brave", "duckduckgo"]
        },
        { url: `${site.url}/articles/lighthouse`, title: "The last keeper", snippet: "", engines: ["qwant"] }
      ],
      notes: []
    })
    assert.strictEqual(site.log.length, before)
  })

  it("passes language, time_range and domains on, in the form that SearXNG takes", async () => {
    searxng.pages = [[page("/articles/tide")]]
    await found({ query: "tides 100% & more", language: "pt-Latn-BR", time_range: "week", limit: 1 })
    assert.deepStrictEqual(lastAsked(), {
      q: "tides 100% & more",
      format: "json",
      pageno: "1",
      language: "pt-BR",
      time_range: "week"
    })
    await found({ language: ["de", "en"], limit: 1 })
    assert.deepStrictEqual(lastAsked(), { q: "tides", format: "json", pageno: "1", language: "de" })
    await found({ domains: ["127.0.0.1"], limit: 1 })
    assert.strictEqual(lastAsked()?.["q"], "tides site:127.0.0.1")
    await found({ domains: ["a.example", "m\u00FCller.example"] })
    assert.strictEqual(lastAsked()?.["q"], "tides (site:a.example OR site:xn--mller-kva.example)")
  })

  it("filters what the engine answers by domains, and asks for further pages of it", async () => {
    const other = { url: "https://other.example/tides" }
    const sub = { url: "http://www.example.com/tides" }
    searxng.pages = [
      [other, { url: "https://notexample.com/" }, page("/articles/tide")],
      [other, sub],
      [{ url: "https://EXAMPLE.com/second" }]
    ]
    const before = searxng.asked.length
    const { notes, results } = await found({ domains: ["example.com"], limit: 2 })
    assert.deepStrictEqual(results.map(({ url }) => url), [
      "http://www.example.com/tides",
      "https://example.com/second"
    ])
    assert.deepStrictEqual(notes, ["3 results left out: not in domains."])
    assert.deepStrictEqual(searxng.asked.slice(before).map(({ pageno }) => pageno), ["1", "2", "3"])
  })

  it("leaves out results whose address is not public, and URLs that cannot be fetched", async () => {
    searxng.pages = [[
      { url: "http://10.0.0.7/admin" },
      { url: "http://[::ffff:192.168.1.1]/" },
      { url: "http://169.254.169.254/latest/meta-data/" },
      page("/articles/tide"),
      { url: `${site.url.replace(/:\d+$/, "")}:22/` },
      { url: "javascript:alert(1)" },
      { url: "magnet:?xt=urn:btih:0" },
      { url: "https://user:secret@example.com/" },
      { url: "" }
    ]]
    const { notes, results } = await found()
    assert.deepStrictEqual(results.map(({ url }) => url), [`${site.url}/articles/tide`])
    assert.deepStrictEqual(notes, [
      "4 results left out: not an http or https URL.",
      "4 results left out: an address that is not public."
    ])
  })

  it("is a 200 with an empty list if the engine finds nothing, and names engines that did not answer", async () => {
    assert.deepStrictEqual(await found(), { results: [], notes: [] })
    searxng.pages = [[page("/articles/tide")]]
    searxng.unresponsive = [["google", "Suspended: access denied"], ["qwant", "timeout"]]
    const { notes, results } = await found()
    assert.lengthOf(results, 1)
    assert.deepStrictEqual(notes, [
      "These engines did not answer: google (Suspended: access denied), qwant (timeout)."
    ])
  })

  it("reports each fault of the engine, with its remedy and without its address", async () => {
    const expected: ReadonlyArray<readonly [() => void, RegExp]> = [
      [
        () => (searxng.formats = ["html"]),
        /answers 403: its JSON format .* json to search\.formats in its settings\.yml/
      ],
      [() => (searxng.fault = searxngFaults.limiter), /429: its limiter .* limiter\.toml/],
      [() => (searxng.fault = searxngFaults.error), /answers 500 \(search error\)/],
      [() => (searxng.fault = searxngFaults.html), /HTML instead of JSON.*GLEANER_SEARCH/],
      [() => (searxng.fault = searxngFaults.loginPage), /no login page/],
      [() => (searxng.fault = searxngFaults.cut), /closed the connection/],
      [() => (searxng.fault = searxngFaults.redirect), /redirect.*!!/],
      [() => (searxng.fault = (response) => void response.end("[]")), /not the JSON of SearXNG/],
      [
        () => (searxng.unresponsive = [["brave", "too many requests"], ["google", "CAPTCHA"]]),
        /did not answer: brave \(too many requests\), google \(CAPTCHA\)\. Try again later/
      ]
    ]
    for (const [arrange, detail] of expected) {
      searxng.formats = ["html", "json"]
      searxng.fault = undefined
      arrange()
      const answer = await problem()
      assert.deepInclude(answer, { code: "search_failed", status: 502 })
      assert.match(String(answer["detail"]), detail)
      assert.notInclude(JSON.stringify(answer), "127.0.0.1")
    }
  })

  it("reads the pages as a batch does: robots.txt, addresses, media types; a page that fails is its problem", async () => {
    searxng.pages = [[
      page("/articles/tide"),
      page("/private/log"),
      page("/no-such-page"),
      page("/to-private"),
      page("/files/archive.zip"),
      page("/reset")
    ]]
    const { results } = await found({ pages: {} })
    const document = (results[0] ?? {})["document"] as Json
    assertShape(document, documentShape)
    assert.include(String(document["markdown"]), "tide table")
    const problems = results.slice(1).map((result) => result["problem"] as Json)
    assert.deepStrictEqual(problems.map(({ code, status }) => [code, status]), [
      ["robots_disallowed", 403],
      ["http_status", 404],
      ["address_blocked", 403],
      ["unsupported_content_type", 415],
      ["fetch_failed", 502]
    ])
    for (const result of results.slice(1)) {
      assert.notProperty(result, "document")
      assertShape(result["problem"] as Json, { type: "string", title: "string", detail: "string", url: "string" })
    }
    assert.isFalse(site.log.includes("/private/log"))
  })

  it("passes the options of a scrape on", async () => {
    searxng.pages = [[page("/articles/tide")]]
    const { results } = await found({ pages: { fields: ["title", "chunks"], query: "harbour" } })
    const document = (results[0] ?? {})["document"] as Json
    assert.hasAllKeys(document, ["title", "chunks", "chunks_left_out"])
  })

  it("gives chunks within max_tokens in place of documents, the best of each page first", async () => {
    searxng.pages = [[page("/articles/tide"), page("/articles/lighthouse"), page("/private/log")]]
    const options = { query: "keeper of the tide table", pages: { chunks: { max_tokens: 60 } } }
    const { notes, results } = await found({ ...options, max_tokens: 150 })
    const chunks = results.map((result) => result["chunks"] as ReadonlyArray<Json> | undefined)
    assert.isAtLeast(chunks[0]?.length ?? 0, 1)
    assert.isAtLeast(chunks[1]?.length ?? 0, 1)
    assert.hasAllKeys(results[2] ?? {}, ["url", "title", "snippet", "engines", "problem"])
    const tokens = chunks.flatMap((list) => list ?? []).map((chunk) => Number(chunk["tokens"]))
    assert.isAtMost(tokens.reduce((sum, count) => sum + count, 0), 150)
    assert.isTrue(results.every((result) => !("document" in result)))
    assert.match(notes.join(" "), /\d+ passages? left out: max_tokens was reached\./)
    assertShape(chunks[0]?.[0] ?? {}, { markdown: "string", tokens: "number", url: "string", heading_path: "array" })
    const none = await found({ query: "zzzz", pages: {}, max_tokens: 100, limit: 1 })
    assert.deepStrictEqual(none.results[0]?.["chunks"], [])
    assert.match(none.notes.join(" "), /1 page without a passage that has a word of the query/)
  })

  it("refuses what it cannot use, and names all of it", async () => {
    const wrong: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
      [{ query: "  " }, ["/query"]],
      [{ query: "x".repeat(1001) }, ["/query"]],
      [{ limit: 21, time_range: "hour" }, ["/limit", "/time_range"]],
      [{ limit: 0 }, ["/limit"]],
      [{ domains: ["https://example.com/", "example.com:80"] }, ["/domains/0", "/domains/1"]],
      [{ language: "not a tag" }, ["/language"]],
      [{ max_tokens: 500 }, ["/max_tokens"]],
      [{ pages: { fields: ["title"] }, max_tokens: 500 }, ["/pages/fields"]],
      [
        { pages: { cookies: { a: "b" }, profile: "reader", max_age_second: 3 } },
        ["/pages/cookies", "/pages/profile", "/pages/max_age_second"]
      ],
      [{ pages: { use_cache: false, max_age_seconds: 60 } }, ["/pages/max_age_seconds"]],
      [{ page: {} }, ["/page"]]
    ]
    const before = searxng.asked.length
    for (const [body, pointers] of wrong) {
      const answer = await problem(body)
      assert.strictEqual(answer["code"], "invalid_request")
      const errors = answer["errors"] as ReadonlyArray<Json>
      assert.sameMembers(errors.map(({ pointer }) => String(pointer)), [...pointers], JSON.stringify(errors))
    }
    assert.strictEqual(searxng.asked.length, before)
  })

  it("counts only against the rate limit of its key, and is a 503 without the setting", async () => {
    const other = await serviceOver({ ...settings, rateLimit: 1 })
    try {
      const asked = (key: string) => other.call("/v1/search", { json: { query: "tides" }, key })
      const unset = await asked(keys.first)
      assert.strictEqual(unset.status, 503)
      assert.strictEqual(unset.headers.get("ratelimit-policy") === null, false)
      const body = await json(unset)
      assert.strictEqual(body["code"], "search_unavailable")
      assert.include(String(body["detail"]), "GLEANER_SEARCH")
      assert.strictEqual((await asked(keys.first)).status, 429)
      assert.strictEqual((await asked(keys.second)).status, 503)
    } finally {
      await other.stop()
    }
  })

  it("ends at the timeout of the engine, and if nothing listens there", async () => {
    const silent = await serviceOver({
      ...settings,
      search: Option.some({ engine: "searxng", url: searxng.url }),
      searchTimeout: Duration.millis(50)
    })
    const nobody = await serviceOver({
      ...settings,
      search: Option.some({ engine: "searxng", url: "http://127.0.0.1:1" })
    })
    try {
      searxng.fault = () => {}
      const slow = await json(await silent.call("/v1/search", { json: { query: "tides" } }))
      assert.deepInclude(slow, { code: "search_failed", status: 502 })
      assert.match(String(slow["detail"]), /did not answer within/)
      const away = await json(await nobody.call("/v1/search", { json: { query: "tides" } }))
      assert.match(String(away["detail"]), /cannot be reached/)
    } finally {
      await Promise.all([silent.stop(), nobody.stop()])
    }
  })
})
