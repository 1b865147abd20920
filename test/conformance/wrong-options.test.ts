import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type RunningService, serviceProcess } from "../support/entries/service-process.ts"
import { type Json, json } from "../support/shapes.ts"
import {
  type Faults,
  list,
  notEmpty,
  number,
  object,
  ofActions,
  ofCredentials,
  ofFetching,
  ofJobs,
  ofReading,
  ofTimeout,
  ofUrl,
  text,
  unknown,
  whole,
  withoutUrl,
  type Wrong,
  yesOrNo
} from "./wrong-page-options.ts"

let service: RunningService
beforeAll(async () => {
  service = await serviceProcess()
})
afterAll(() => service.stop())

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

const once = "is given more than once; give it once"

/** The same of texts. */
const inQuery: ReadonlyArray<readonly [query: string, faults: Faults]> = [
  ["", { url: "is missing" }],
  ["url=", { url: "is not a URL; give one such as https://example.com/page" }],
  ["url=ftp://x", { url: "has the scheme ftp; only http and https can be fetched" }],
  ["url=x.example&url=y.example", { url: once }],
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
  ["url=x.example&wait_for=a&wait_for=b", { wait_for: once }],
  ["url=x.example&use_cache=true&use_cache=true&max_tokens=5&max_tokens=6&x=1&x=2", {
    use_cache: once,
    max_tokens: once,
    x: "is unknown here; leave it out"
  }],
  ["url=x.example&prefer=html&hidden=x", { prefer: "must be markdown", hidden: "must be include" }],
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

  it("at every route with a query, in words of its own, and says if a parameter is given twice", async () => {
    const lists = new Set(["fields", "include_selectors", "exclude_selectors", "language"])
    const theirs = /string|RegExp|[Ee]xpected|another value|undefined|NaN|schema/
    let asked = 0
    for (const { method, parameters, path } of await operations()) {
      if (method === "POST") continue
      const inQuery = parameters.filter((parameter) => parameter.in === "query")
      for (const { name } of inQuery) {
        const others = inQuery.filter((other) => other.required === true && other.name !== name)
        const faults = async (...values: ReadonlyArray<string>) => {
          const query = new URLSearchParams([
            ...others.map((other) => [other.name, "x.example"]),
            ...values.map((value) => [name, value])
          ])
          const at = path.replace(/\{\w+\}/g, "0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6")
          const response = await service.call(`${at}?${query}`, { method })
          asked++
          return response.status === 400 ? (await faultsOf(response))[name] : undefined
        }
        for (const value of ["", "x", "-1", "1.5", "1e3", "9".repeat(30), "a".repeat(3000), "\0"]) {
          assert.notMatch(await faults(value) ?? "", theirs, `${name}=${value}`)
        }
        if (!lists.has(name)) assert.strictEqual(await faults("1", "1"), once, `${method} ${path} ${name}`)
      }
    }
    assert.isAbove(asked, 200)
  })

  it("at every route with a name or an id of any length", async () => {
    const withPath = (await operations()).filter(({ path }) => path.includes("{"))
    assert.isAbove(withPath.length, 20)
    for (const { method, path } of withPath) {
      const codes = []
      for (const length of [99, 101, 3000]) {
        const at = path.replace(/\{\w+\}/g, "a".repeat(length))
        codes.push(
          (await json(await service.call(at, { method, ...(["GET", "DELETE"].includes(method) ? {} : { json: {} }) })))[
            "code"
          ]
        )
      }
      assert.strictEqual(new Set(codes).size, 1, `${method} ${path}`)
      assert.notStrictEqual(codes[0], "not_found", `${method} ${path}`)
    }
    const name = await service.call(`/v1/profiles/${"a".repeat(101)}`, {
      method: "PUT",
      json: { origins: ["https://a.example"] }
    })
    assert.match((await faultsOf(name))["name"] ?? "", /^must have 1 to 64 letters, digits/)
  })
})

interface Operation {
  readonly path: string
  readonly method: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required?: boolean }>
}

const operations = async (): Promise<ReadonlyArray<Operation>> => {
  const { paths } = await json(await fetch(`${service.url}/openapi.json`)) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Partial<Operation>>>>>
  }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [] }]) => ({ path, method: method.toUpperCase(), parameters }))
  ).filter(({ path }) => path.startsWith("/v1/"))
}
