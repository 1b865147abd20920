import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type RunningService, serviceProcess } from "../support/entries/service-process.ts"
import { type Json, json } from "../support/shapes.ts"

let service: RunningService
beforeAll(async () => {
  service = await serviceProcess()
})
afterAll(() => service.stop())

/** Pointers and what is said of each. */
type Faults = Readonly<Record<string, string>>
type Wrong = readonly [more: object, faults: Faults]

const text = "must be text"
const list = "must be a list"
const object = "must be an object"
const yesOrNo = "must be true or false"
const number = "must be a number"
const whole = "must be a whole number"
const notEmpty = "must not be empty"
const fieldNames =
  "must be one of url, final_url, fetched_at, status, content_type, depth, size_bytes, title, author, published_date, language, description, keywords, site_name, image, markdown, text, confidence, blocks, content_html, chunks, chunks_left_out, picture, repeats, html, links, images, tables, media, records, metadata, data, pictures, trace"
const unknown = (nearest: string, ...routes: ReadonlyArray<string>) =>
  `is unknown here; the nearest known name is ${nearest}${
    routes.length === 0 ? "" : `, an option of ${routes.map((route) => `POST /v1/${route}`).join(", ")}`
  }`

/** Of the options for the reading of a page. */
const ofReading: ReadonlyArray<Wrong> = [
  [{ fields: "title" }, { "/fields": list }],
  [{ fields: [] }, { "/fields": notEmpty }],
  [{ fields: ["title", "titel", 5] }, { "/fields/1": unknown("title"), "/fields/2": fieldNames }],
  [{ include_selectors: "main" }, { "/include_selectors": list }],
  [{ include_selectors: ["main", 5, "a["] }, {
    "/include_selectors/1": text,
    "/include_selectors/2": "is not a CSS selector; give one such as main or .price"
  }],
  [{ exclude_selectors: [] }, { "/exclude_selectors": notEmpty }],
  [{ exclude_selectors: Array.from({ length: 51 }, () => "p") }, {
    "/exclude_selectors": "must not have more than 50 entries"
  }],
  [{ extract: { select: "p" } }, { "/extract": list }],
  [{ extract: ["p"] }, { "/extract/0": "must be an object with type, select, fields" }],
  [{ extract: [{ select: "p" }] }, { "/extract/0/fields": "is missing" }],
  [{ extract: [{ feilds: { a: "b" }, fields: {} }] }, {
    "/extract/0/feilds": unknown("fields"),
    "/extract/0/fields": "has no fields; give at least one, such as {\"title\": \"h2\"}"
  }],
  [{ extract: [{ fields: { a: 7, b: "c@" } }] }, {
    "/extract/0/fields/a": text,
    "/extract/0/fields/b": "is not a CSS selector; give one such as main or .price"
  }],
  [{ schema: "product" }, { "/schema": object }],
  [{ schema: {} }, { "/schema": "needs a type: object, array, string, number, integer, boolean" }],
  [{ schema: { type: "object", properties: { price: { anyOf: [{ type: "number" }] }, name: { type: "text" } } } }, {
    "/schema/properties/price/anyOf": "is not supported; leave it out",
    "/schema/properties/name/type":
      "must be one of object, array, string, number, integer, boolean, or one of them with \"null\" in a list"
  }],
  [{ schema: { title: "a".repeat(32_768), type: "object", properties: { name: { type: "string" } } } }, {
    "/schema": "is larger than 32768 bytes as JSON"
  }],
  [{ wait_for: ["h1"] }, { "/wait_for": text }],
  [{ chunks: 400 }, { "/chunks": "must be an object with max_tokens, overlap" }],
  [{ chunks: { max_tokens: 15, overlap: -1, maxtoken: 4 } }, {
    "/chunks/max_tokens": "must be between 16 and 1000000",
    "/chunks/overlap": "must be between 0 and 1000000",
    "/chunks/maxtoken": unknown("max_tokens")
  }],
  [{ chunks: { max_tokens: 100, overlap: 51 } }, {
    "/chunks": "has an overlap of more than half of max_tokens; give at most 50"
  }],
  [{ wait_for: "" }, { "/wait_for": "is empty; give a CSS selector such as main or .price" }]
]

const oneKind =
  "must have exactly one key, of click, type, press, select, hover, scroll, scroll_until, wait_for, wait_ms, screenshot"

/** Of the steps in the browser. */
const ofActions: ReadonlyArray<Wrong> = [
  [{ actions: { click: "a" } }, { "/actions": list }],
  [{ actions: [] }, { "/actions": notEmpty }],
  [{ actions: Array.from({ length: 51 }, () => ({ click: "a" })) }, {
    "/actions": "must not have more than 50 entries"
  }],
  [{ actions: Array.from({ length: 11 }, () => ({ screenshot: true })) }, {
    "/actions": "must not take more than 10 pictures"
  }],
  [{ actions: [{ click: "a" }, {}, { click: "a", hover: "b" }] }, { "/actions/1": oneKind, "/actions/2": oneKind }],
  [{ actions: ["click"] }, { "/actions/0": object }],
  [{ actions: [{ clik: "a" }] }, { "/actions/0/clik": unknown("click") }],
  [{ actions: [{ click: "a[" }, { hover: 5 }] }, {
    "/actions/0/click": "is not a CSS selector; give one such as main or .price",
    "/actions/1/hover": text
  }],
  [{ actions: [{ type: "a" }, { type: ["a"] }, { select: ["a", 5] }] }, {
    "/actions/0/type": "must be a list of two texts: a CSS selector and the text to type",
    "/actions/1/type/1": "is missing",
    "/actions/2/select/1": text
  }],
  [{ actions: [{ press: "Entr" }, { wait_ms: 0 }, { wait_ms: 30_001 }] }, {
    "/actions/0/press":
      "is not a key; use one character, or one of Enter, Tab, Escape, Space, Backspace, Delete, ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Home, End, PageUp, PageDown",
    "/actions/1/wait_ms": "must be between 1 and 30000",
    "/actions/2/wait_ms": "must be between 1 and 30000"
  }],
  [{ actions: [{ scroll_until: {} }, { scroll_until: { max: 101, nomore: "a" } }] }, {
    "/actions/0/scroll_until/max": "is missing",
    "/actions/1/scroll_until/max": "must be between 1 and 100",
    "/actions/1/scroll_until/nomore": unknown("no_more")
  }],
  [{ actions: [{ screenshot: false }, { scroll: 5 }] }, {
    "/actions/0/screenshot": "must be true",
    "/actions/1/scroll": text
  }]
]

/** Of the options for the fetching of a page. */
const ofFetching: ReadonlyArray<Wrong> = [
  [{ max_age_seconds: 0.5 }, { "/max_age_seconds": whole }],
  [{ max_age_seconds: 31_536_001 }, { "/max_age_seconds": "must be between 0 and 31536000" }],
  [{ maxAge: 5 }, { "/maxAge": unknown("max_age_seconds") }],
  [{ language: "de_DE" }, { "/language": "\"de_DE\" is not a BCP 47 language tag, such as de or pt-BR" }],
  [{ language: 5 }, { "/language": "must be a language tag, such as de, or a list of them" }],
  [{ language: [] }, { "/language": notEmpty }],
  [{ language: ["de", "de_AT", "*"] }, {
    "/language/1": "\"de_AT\" is not a BCP 47 language tag, such as de or pt-BR",
    "/language/2": "\"*\" is not a BCP 47 language tag, such as de or pt-BR"
  }],
  [{ language: ["de", "fr", "it", "en", "es", "pt"] }, { "/language": "must not have more than 5 entries" }]
]

const ofCredentials: ReadonlyArray<Wrong> = [
  [{ headers: ["X-A: b"] }, { "/headers": object }],
  [{ headers: { "a b": "c", "X-A": 5 } }, {
    "/headers/X-A": text
  }],
  [{ headers: { "a b": "c", "Host": "x" } }, {
    "/headers/a b": "is not a valid header field name; use letters, digits and -",
    "/headers/Host": "would select another host than the URL; leave it out"
  }],
  [{ cookies: "a=b" }, { "/cookies": object }],
  [{ cookies: { "a;": "b" } }, { "/cookies/a;": "is not a valid cookie name; use letters, digits, - and _" }]
]

const ofUrl: ReadonlyArray<Wrong> = [
  [{ url: 5 }, { "/url": text }],
  [{ url: "ftp://x.example/" }, { "/url": "has the scheme ftp; only http and https can be fetched" }]
]

const withoutUrl: ReadonlyArray<Wrong> = [
  [{ url: undefined }, { "/url": "is missing" }],
  [{ url: undefined, URL: "x.example" }, { "/URL": unknown("url"), "/url": "is missing" }]
]

const ofTimeout: ReadonlyArray<Wrong> = [
  [{ timeout_seconds: "5" }, { "/timeout_seconds": number }],
  [{ timeout_seconds: 0 }, { "/timeout_seconds": "must be greater than 0" }],
  [{ timeout_seconds: 4000 }, { "/timeout_seconds": "must be at most 3600" }],
  [{ timeout: 5 }, { "/timeout": unknown("timeout_seconds") }]
]

const ofJobs: ReadonlyArray<Wrong> = [
  [{ hide_overlays: "yes", pictures: true }, {
    "/hide_overlays": yesOrNo,
    "/pictures": "must be an object with full_page, width, height, format"
  }],
  [{ pictures: { width: 5, format: "gif", fullPage: true } }, {
    "/pictures/width": "must be between 16 and 4096",
    "/pictures/format": "must be one of png, jpeg, webp, pdf",
    "/pictures/fullPage": unknown("full_page")
  }],
  [{ max_pages: 0 }, { "/max_pages": "must be at least 1" }],
  [{ max_pages: 1.5, concurrency: "2" }, { "/max_pages": whole, "/concurrency": number }],
  [{ delay_ms: 60_001 }, { "/delay_ms": "must be between 0 and 60000" }],
  [{ purpose: "training" }, { "/purpose": "must be one of search, ai-input, ai-train" }],
  [{ content_use: "some" }, { "/content_use": "must be one of immediate, reference, full" }],
  [{ since: 5 }, { "/since": text }],
  [{ since: "0".repeat(32), max_age_seconds: 1 }, {
    "/max_age_seconds": "contradicts since, which asks the site for every page; leave one of them out"
  }],
  [{ since: "last" }, { "/since": "must be the id of a finished job" }],
  [{ webhook: "https://x.example" }, { "/webhook": "must be an object with url and events" }],
  [{ webhook: { events: ["done"], event: "x" } }, {
    "/webhook/url": "is missing",
    "/webhook/events/0":
      "must be one of job.started, page.stored, page.failed, job.finished, schedule.changed, wrapper.drifted",
    "/webhook/event": unknown("events")
  }]
]

const wrong: Readonly<Record<string, ReadonlyArray<Wrong>>> = {
  scrape: [
    ...withoutUrl,
    ...ofUrl,
    ...ofReading,
    ...ofActions,
    ...ofFetching,
    ...ofCredentials,
    ...ofTimeout,
    [{ use_cache: "no", include_html: 1 }, { "/use_cache": yesOrNo, "/include_html": yesOrNo }],
    [{ max_pages: 5, webhook: {}, maxDepth: 2 }, {
      "/max_pages": unknown("max_pages", "crawl", "batch"),
      "/webhook": unknown("webhook", "crawl", "batch"),
      "/maxDepth": unknown("max_depth", "crawl")
    }],
    [{ formats: ["markdown"], onlyMainContent: true, css_selector: "p" }, {
      "/formats": unknown("fields"),
      "/onlyMainContent": unknown("include_selectors"),
      "/css_selector": unknown("include_selectors")
    }]
  ],
  explain: [
    ...withoutUrl,
    ...ofUrl,
    ...ofFetching,
    ...ofCredentials,
    ...ofTimeout,
    [{ exclude_selectors: ".a" }, { "/exclude_selectors": list }],
    [{ fields: ["title"] }, { "/fields": unknown("fields", "scrape", "crawl", "batch") }]
  ],
  discover: [
    ...withoutUrl,
    ...ofUrl,
    ...ofFetching,
    ...ofCredentials,
    ...ofTimeout,
    [{ internal_only: "yes" }, { "/internal_only": yesOrNo }],
    [{ internalOnly: true }, { "/internalOnly": unknown("internal_only") }],
    [{ sitemaps: 1 }, { "/sitemaps": yesOrNo }],
    [{ sitemap: true }, { "/sitemap": unknown("sitemaps") }],
    [{ fields: ["links"] }, { "/fields": unknown("fields", "scrape", "crawl", "batch") }],
    [{ use_cache: false }, { "/use_cache": unknown("use_cache", "scrape", "explain") }],
    [{ max_sitemaps: 5 }, { "/max_sitemaps": unknown("max_sitemaps", "crawl") }]
  ],
  crawl: [
    ...ofUrl,
    [{ url: undefined }, { "/url": "is missing; give url, or several seeds in urls" }],
    [{ url: undefined, URL: "x.example" }, { "/URL": unknown("url") }],
    ...ofReading,
    ...ofFetching,
    ...ofCredentials,
    ...ofJobs,
    [{ max_depth: -1 }, { "/max_depth": "must be at least 0" }],
    [{ scope: "domian" }, { "/scope": "must be one of domain, subdomains, prefix, any" }],
    [{ include: ["blog", 5], dedup: "no" }, {
      "/include/0": "must start with /, *, http:// or https://, such as /blog/*",
      "/include/1": text,
      "/dedup": "must be true, false or near"
    }],
    [{ dry_run: "true" }, { "/dry_run": yesOrNo }],
    [{ limit: 5, timeout_seconds: 5, include_html: true }, {
      "/limit": unknown("max_pages"),
      "/timeout_seconds": unknown("timeout_seconds", "scrape", "explain", "discover"),
      "/include_html": unknown("include_html", "scrape")
    }]
  ],
  batch: [
    ...ofReading,
    ...ofActions,
    ...ofFetching,
    ...ofCredentials,
    ...ofJobs,
    [{ urls: undefined, url: "x.example" }, { "/urls": "is missing", "/url": unknown("urls") }],
    [{ urls: "x.example" }, { "/urls": list }],
    [{ urls: [] }, { "/urls": notEmpty }],
    [{ urls: ["x.example", 5, "ftp://x/"] }, {
      "/urls/1": text,
      "/urls/2": "has the scheme ftp; only http and https can be fetched"
    }],
    [{ max_depth: 2, dry_run: true }, {
      "/max_depth": unknown("max_depth", "crawl"),
      "/dry_run": unknown("dry_run", "crawl")
    }]
  ],
  screenshot: [
    ...withoutUrl,
    ...ofUrl,
    [{ format: "gif" }, { "/format": "must be one of png, jpeg, webp, pdf" }],
    [{ format: 5 }, { "/format": "must be one of png, jpeg, webp, pdf" }],
    [{ width: 15 }, { "/width": "must be between 16 and 4096" }],
    [{ width: 5000 }, { "/width": "must be between 16 and 4096" }],
    [{ width: "640" }, { "/width": number }],
    [{ width: null }, { "/width": number }],
    [{ height: 480.5 }, { "/height": whole }],
    [{ height: [480] }, { "/height": number }],
    [{ height: -1, width: 0 }, { "/height": "must be between 16 and 4096", "/width": "must be between 16 and 4096" }],
    [{ full_page: "yes" }, { "/full_page": yesOrNo }],
    [{ full_page: 1 }, { "/full_page": yesOrNo }],
    [{ fullPage: true }, { "/fullPage": unknown("full_page") }],
    [{ formats: "png" }, { "/formats": unknown("format") }],
    [{ headers: {} }, { "/headers": unknown("headers", "scrape", "explain", "discover", "crawl", "batch") }],
    [{ wait_for: "h1" }, { "/wait_for": unknown("wait_for", "scrape", "explain", "crawl", "batch") }],
    [{ timeout: 5 }, { "/timeout": unknown("timeout_seconds", "scrape", "explain", "discover") }]
  ]
}

/** The same of texts. */
const inQuery: ReadonlyArray<readonly [query: string, faults: Faults]> = [
  ["", { url: "is missing" }],
  ["url=", { url: "is not a URL; give one such as https://example.com/page" }],
  ["url=ftp://x", { url: "has the scheme ftp; only http and https can be fetched" }],
  ["url=x.example&url=y.example", { url: text }],
  ["URL=x.example", { URL: unknown("url"), url: "is missing" }],
  ["url=x.example&fields=", { fields: notEmpty }],
  ["url=x.example&fields=title,titel", { fields: unknown("title") }],
  ["url=x.example&fields=title&fields=text,htm", { fields: unknown("html") }],
  ["url=x.example&include_selectors=", {
    include_selectors: "is empty; give a CSS selector such as main or .price"
  }],
  ["url=x.example&exclude_selectors=p&exclude_selectors=a[", {
    exclude_selectors: "is not a CSS selector; give one such as main or .price"
  }],
  ["url=x.example&wait_for=a[", { wait_for: "is not a CSS selector; give one such as main or .price" }],
  ["url=x.example&wait_for=a&wait_for=b", { wait_for: text }],
  ["url=x.example&use_cache=maybe", { use_cache: yesOrNo }],
  ["url=x.example&include_html=yes", { include_html: yesOrNo }],
  ["url=x.example&timeout_seconds=soon", { timeout_seconds: number }],
  ...["0x10", "1e1", "05", "%205", "%2B5", "1_0", ".5"].map((seconds): readonly [string, Faults] => [
    `url=x.example&timeout_seconds=${seconds}`,
    { timeout_seconds: number }
  ]),
  ["url=x.example&max_age_seconds=-1", { max_age_seconds: "must be between 0 and 31536000" }],
  ["url=x.example&max_age_seconds=60&use_cache=false", {
    max_age_seconds: "contradicts use_cache false, which is 0; leave one of them out"
  }],
  ["url=x.example&max_age_seconds=0&use_cache=true", {
    max_age_seconds: "0 contradicts use_cache true; leave one of them out"
  }],
  ["url=x.example&language=de,de_DE", {
    language: "\"de_DE\" is not a BCP 47 language tag, such as de or pt-BR"
  }],
  ["url=x.example&language=a", {
    language: "\"a\" is not a BCP 47 language tag, such as de or pt-BR"
  }],
  ["url=x.example&timeout_seconds=0", { timeout_seconds: "must be greater than 0" }],
  ["url=x.example&timeout=5", { timeout: unknown("timeout_seconds") }],
  ["url=x.example&extract=%5B%5D", { extract: unknown("extract", "scrape", "crawl", "batch") }],
  ["url=x.example&headers=a", { headers: unknown("headers", "scrape", "explain", "discover", "crawl", "batch") }],
  ["url=x.example&cookie=a", { cookie: "is unknown here; leave it out" }],
  ["url=x.example&qqqqqq=a", { qqqqqq: "is unknown here; leave it out" }],
  ["url=http://x.example/?a=1&b=2", {
    b: "is unknown here; leave it out; if it belongs to url, percent-encode url, where & becomes %26"
  }],
  ["url=x.example&max_pages=5", { max_pages: unknown("max_pages", "crawl", "batch") }]
]

const faultsOf = async (response: Response): Promise<Faults> => {
  const problem = await json(response)
  assert.strictEqual(response.status, 400, JSON.stringify(problem))
  const errors = problem["errors"] as ReadonlyArray<Json>
  const named = errors.map(({ parameter, pointer }) => pointer === "" ? "the body" : String(pointer ?? parameter))
  const detail = String(problem["detail"])
  assert.isAtMost(detail.length, 550)
  assert.isTrue(detail.startsWith(`${named[0]?.replace(/^\//, "")}: ${errors[0]?.["detail"]}`), detail)
  return Object.fromEntries(errors.map(({ detail }, index) => [named[index], String(detail)]))
}

describe("a wrong request says which field is wrong, and what it must be", () => {
  for (const [route, requests] of Object.entries(wrong)) {
    it(`at POST /v1/${route}, ${requests.length} times`, async () => {
      assert.isAtLeast(requests.length, 20)
      const right = route === "batch" ? { urls: ["x.example"] } : { url: "x.example" }
      for (const [more, faults] of requests) {
        const response = await service.call(`/v1/${route}`, { json: { ...right, ...more } })
        assert.deepStrictEqual(await faultsOf(response), faults, JSON.stringify(more))
      }
      for (const body of [[], null, 7, "x.example"]) {
        assert.deepStrictEqual(await faultsOf(await service.call(`/v1/${route}`, { json: body })), {
          "the body": object
        })
      }
      const broken = await service.call(`/v1/${route}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{\n  \"url\": \"secret\",}"
      })
      assert.strictEqual(
        (await json(broken))["detail"],
        "The body is not valid JSON (line 2 column 19); send one JSON object."
      )
      const inQuery = await service.call(`/v1/${route}?url=x.example`, { json: right })
      assert.deepStrictEqual(await faultsOf(inQuery), { url: "is not a query parameter; send it in the body" })
      const jobs = await json(await service.call("/v1/jobs"))
      assert.strictEqual(jobs["total"], 0, "nothing was started")
    })
  }

  it("at GET /v1/scrape", async () => {
    assert.isAtLeast(inQuery.length, 20)
    for (const [query, faults] of inQuery) {
      const response = await service.call(`/v1/scrape?${query}`)
      assert.deepStrictEqual(await faultsOf(response), faults, query)
    }
    const text = await service.call("/v1/scrape?url=x.example&fields=title", { headers: { accept: "text/markdown" } })
    assert.deepStrictEqual(await faultsOf(text), {
      fields: "lacks markdown, which is all that Accept: text/markdown answers; add it or leave fields out"
    })
  })
})
