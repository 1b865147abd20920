import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { keys, type RunningService, serviceProcess } from "../support/entries/service-process.ts"
import { assertShape, type Json, json } from "../support/shapes.ts"

let service: RunningService
beforeAll(async () => {
  service = await serviceProcess()
})
afterAll(() => service.stop())

interface BadRequest {
  readonly path: string
  readonly method?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly status: number
  readonly code: string
  readonly pointer?: string
}

const post = (path: string, value: unknown, pointer?: string): BadRequest => ({
  path,
  body: typeof value === "string" ? value : JSON.stringify(value),
  status: 400,
  code: "invalid_request",
  ...(pointer === undefined ? {} : { pointer })
})

const badUrls = [
  "",
  " ",
  "http://",
  "https://",
  "ftp://example.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "mailto:a@b.example",
  "http://user@example.com/",
  "http://user:pass@example.com/",
  "http://exa mple.com/",
  "http://[::1",
  "http://999.1.1.1/",
  "http://example.com:99999/",
  "http://%zz/",
  "data:text/html,hi",
  "gopher://example.com/",
  "http://a..b..c:x/",
  "ws://example.com/",
  `https://example.com/${"a".repeat(9000)}`
]

const deep = (levels: number): string => `{"url":${"[".repeat(levels)}${"]".repeat(levels)}}`

const requests: ReadonlyArray<BadRequest> = [
  ...["headers", "cookies"].map((field) =>
    post("/v1/scrape", `{"url":"https://example.com","${field}":{"__proto__":"x"}}`, `/${field}/__proto__`)
  ),
  post("/v1/scrape", `{"url":"https://example.com","headers":{"constructor":"a\\nb"}}`, "/headers/constructor"),
  post("/v1/scrape", `{"url":"https://example.com","wait_for":"p:constructor"}`, "/wait_for"),
  post(
    "/v1/scrape",
    `{"url":"https://example.com","extract":[{"fields":{"__proto__":"h1","title":"h1"}}]}`,
    "/extract/0/fields/__proto__"
  ),
  ...["/v1/scrape", "/v1/discover", "/v1/crawl"].flatMap((path) => [
    post(path, {}, "/url"),
    post(path, { url: null }, "/url"),
    post(path, { url: 7 }, "/url"),
    post(path, { url: ["https://example.com"] }, "/url"),
    post(path, { url: {} }, "/url"),
    post(path, [], ""),
    post(path, null, ""),
    post(path, "7", ""),
    post(path, `"https://example.com"`, ""),
    post(path, "{"),
    post(path, ""),
    post(path, "{'url':'x'}"),
    post(path, `{"url":"https://example.com",}`),
    post(path, deep(10_000), "/url")
  ]),
  ...badUrls.map((url) => post("/v1/scrape", { url }, "/url")),
  post("/v1/scrape", { url: "example.com", use_cache: "yes" }, "/use_cache"),
  post("/v1/scrape", { url: "example.com", use_cache: null }, "/use_cache"),
  post("/v1/scrape", { url: "example.com", include_html: 1 }, "/include_html"),
  post("/v1/discover", { url: "example.com", internal_only: "true" }, "/internal_only"),
  post("/v1/crawl", { url: "example.com", max_pages: 0 }, "/max_pages"),
  post("/v1/crawl", { url: "example.com", max_pages: -5 }, "/max_pages"),
  post("/v1/crawl", { url: "example.com", max_pages: 1.5 }, "/max_pages"),
  post("/v1/crawl", { url: "example.com", max_pages: "10" }, "/max_pages"),
  post("/v1/crawl", `{"url":"example.com","max_pages":1e999}`, "/max_pages"),
  post("/v1/crawl", { url: "example.com", max_depth: -1 }, "/max_depth"),
  post("/v1/crawl", { url: "example.com", max_depth: null }, "/max_depth"),
  post("/v1/crawl", { url: "example.com", scope: "everything" }, "/scope"),
  post("/v1/crawl", { url: "example.com", scope: 3 }, "/scope"),
  post("/v1/crawl", { url: "example.com", dedup: "no" }, "/dedup"),
  { path: "/v1/scrape", body: new Uint8Array([0x7B, 0xFF, 0xFE, 0x7D]), status: 400, code: "invalid_request" },
  {
    path: "/v1/scrape",
    body: "url=https://example.com",
    type: "application/x-www-form-urlencoded",
    status: 415,
    code: "unsupported_media_type"
  },
  { path: "/v1/crawl", body: "{}", type: "text/plain", status: 415, code: "unsupported_media_type" },
  {
    path: "/v1/crawl",
    body: "{}",
    type: "application/merge-patch+json",
    status: 415,
    code: "unsupported_media_type"
  },
  post("/v1/schedules", { name: "x", every_seconds: 60, job: { urls: ["ftp://a", 5, 5] } }, "/job/urls/1"),
  { path: "/v1/discover", body: "<a/>", type: "application/xml", status: 415, code: "unsupported_media_type" },
  { path: "/v1/scrape", body: JSON.stringify({ url: "x".repeat(100_000) }), status: 413, code: "request_too_large" },
  {
    path: "/v1/jobs/x?documents=perhaps",
    method: "GET",
    status: 400,
    code: "invalid_request",
    pointer: "documents"
  },
  ...([
    ["/v1/jobs?limit=0", "limit"],
    ["/v1/jobs?limit=101", "limit"],
    ["/v1/jobs?limit=05", "limit"],
    ["/v1/jobs?limit=1.5", "limit"],
    ["/v1/jobs?limit=0x10", "limit"],
    ["/v1/jobs?limit=1e1", "limit"],
    ["/v1/jobs?limit=%2010", "limit"],
    ["/v1/jobs?limits=10", "limits"],
    ["/v1/jobs/x?document=true", "document"],
    ["/v1/health?verbose=1", "verbose"],
    ["/v1/jobs?limit=", "limit"],
    ["/v1/jobs?after=42", "after"],
    ["/v1/jobs?after=", "after"],
    [`/v1/jobs?after=${Buffer.from("pages:1").toString("base64url")}`, "after"],
    [`/v1/jobs?after=${Buffer.from("jobs:-1").toString("base64url")}`, "after"],
    ["/v1/jobs/x/documents?limit=1001", "limit"],
    ["/v1/jobs/x/documents?after=%00", "after"],
    ["/v1/jobs/x/ledger?limit=many", "limit"],
    ["/v1/jobs/x/ledger?outcome=lost", "outcome"]
  ] as const).map(([path, pointer]): BadRequest => ({
    path,
    method: "GET",
    status: 400,
    code: "invalid_request",
    pointer
  })),
  post("/v1/crawl", { url: "example.com", include: "/blog/*" }, "/include"),
  post("/v1/crawl", { url: "example.com", include: ["/blog/*", "blog"] }, "/include/1"),
  post("/v1/crawl", { url: "example.com", exclude: [""] }, "/exclude/0"),
  post("/v1/crawl", { url: "example.com", exclude: [`/${"a".repeat(2048)}`] }, "/exclude/0"),
  post("/v1/crawl", { url: "example.com", exclude: Array.from({ length: 101 }, () => "/a") }, "/exclude"),
  post("/v1/crawl", { url: "example.com", sitemaps: "yes" }, "/sitemaps"),
  post("/v1/crawl", { url: "example.com", max_sitemaps: 0 }, "/max_sitemaps"),
  post("/v1/crawl", { url: "example.com", canonical_links: 1 }, "/canonical_links"),
  post("/v1/crawl", { url: "example.com", drop_tracking: null }, "/drop_tracking"),
  post("/v1/crawl", { url: "example.com", limit: 5 }, "/limit"),
  post("/v1/scrape", { url: "example.com", "a/b~c": 5 }, "/a~1b~0c"),
  ...["/v1/jobs/%ff", "/%ff", "/v1/%E4%", "/healthz%"].map((path): BadRequest => ({
    path,
    method: "GET",
    status: 400,
    code: "invalid_request"
  })),
  ...["documents", "records", "templates", "ledger", "events"].flatMap((list): ReadonlyArray<BadRequest> => [
    { path: `/v1/jobs/x/${list}`, method: "GET", status: 404, code: "job_not_found" },
    { path: `/v1/jobs/x/${list}`, method: "DELETE", status: 405, code: "method_not_allowed" }
  ]),
  { path: "/v1/jobs", body: "{}", status: 405, code: "method_not_allowed" },
  { path: "/v1/discover", method: "GET", status: 405, code: "method_not_allowed" },
  { path: "/v1/scrape", method: "PUT", body: "{}", status: 405, code: "method_not_allowed" },
  { path: "/v1/jobs/x", method: "PATCH", body: "{}", status: 405, code: "method_not_allowed" },
  { path: "/v1/health", method: "POST", body: "{}", status: 405, code: "method_not_allowed" },
  { path: "/v1/nothing", method: "GET", status: 404, code: "not_found" },
  { path: "/v1/jobs/x/", method: "GET", status: 404, code: "job_not_found" },
  { path: "/v1/jobs/%00", method: "GET", status: 404, code: "job_not_found" }
]

describe("bad input", () => {
  it("is at least 60 requests", () => assert.isAtLeast(requests.length, 60))

  it.each(
    requests.map((request, index) =>
      [`${index} ${request.method ?? "POST"} ${request.path} ${String(request.body).slice(0, 50)}`, request] as const
    )
  )(
    "%s",
    async (_, { body, code, method, path, pointer, status, type }) => {
      const response = await fetch(service.url + path, {
        method: method ?? "POST",
        headers: { "x-api-key": keys.first, "content-type": type ?? "application/json" },
        ...(body === undefined ? {} : { body })
      })
      const problem = await json(response)
      assert.strictEqual(response.status, status, JSON.stringify(problem))
      assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
      assertShape(problem, { type: "string", title: "string", status: "number", detail: "string", code: "string" })
      assert.strictEqual(problem["status"], status)
      assert.strictEqual(problem["code"], code)
      if (status === 405) assert.isNotNull(response.headers.get("allow"))
      if (pointer !== undefined) {
        const errors = problem["errors"] as ReadonlyArray<{ pointer?: string; parameter?: string; detail: string }>
        assert.include(errors.map((error) => error.pointer ?? error.parameter), pointer)
      }
    }
  )

  it("names the route of a path without its version, and says what a key is", async () => {
    const detail = async (path: string, init: RequestInit = {}) =>
      ((await (await service.call(path, init)).json()) as { detail: string }).detail
    const reference = "/docs/reference lists the routes."
    assert.strictEqual(
      await detail("/scrape"),
      `There is nothing at this path; the route is /v1/scrape, and ${reference}`
    )
    assert.strictEqual(await detail("/scrap"), `There is nothing at this path; ${reference}`)
    const withName = { headers: { "x-api-key": `first:${keys.first}` } }
    assert.match(await detail("/v1/jobs", withName), /: the secret without its name\.$/)
  })

  it("tells all wrong fields at once, and the nearest known name of one that is unknown", async () => {
    const told = async (path: string, json: unknown) =>
      ((await (await service.call(path, { json })).json()) as { errors: Array<unknown> }).errors
    assert.sameDeepMembers(await told("/v1/scrape", { url: "ftp://x", use_cache: "yes", includeHtml: true }), [
      { pointer: "/url", detail: "has the scheme ftp; only http and https can be fetched" },
      { pointer: "/use_cache", detail: "must be true or false" },
      { pointer: "/includeHtml", detail: "is unknown here; the nearest known name is include_html" }
    ])
    assert.sameDeepMembers(await told("/v1/crawl", { url: "example.com", limit: 5, maxDepth: 1 }), [
      { pointer: "/limit", detail: "is unknown here; the nearest known name is max_pages" },
      { pointer: "/maxDepth", detail: "is unknown here; the nearest known name is max_depth" }
    ])
    const query = await json(await service.call("/v1/jobs?limt=5&after=x"))
    assert.sameDeepMembers(
      (query["errors"] as ReadonlyArray<Json>).map(({ parameter }) => parameter),
      ["after", "limt"]
    )
  })

  it("tells a hundred wrong fields of thousands, and that there are more", async () => {
    const many = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`k${index}`, 1]))
    const query = new URLSearchParams(Array.from({ length: 1500 }, (_, index) => [index.toString(36), ""]))
    for (
      const response of [
        await service.call("/v1/crawl", { json: many }),
        await service.call("/v1/crawl", { json: { url: "x.example", include: Array.from({ length: 6000 }, () => 1) } }),
        await service.call(`/v1/health?${query}`),
        await service.call(`/v1/jobs?${query}`)
      ]
    ) {
      const problem = await json(response)
      assert.strictEqual(response.status, 400)
      assert.lengthOf(problem["errors"] as ReadonlyArray<unknown>, 100)
      assert.include(problem["detail"], "in all, more than 100 fields are wrong")
    }
  })

  it("an id that is longer than any is of no job, whatever the method", async () => {
    const long = "a".repeat(5000)
    for (const [method, path] of [["GET", long], ["DELETE", long], ["GET", `${long}/ledger`], ["GET", "/documents"]]) {
      const response = await service.call(`/v1/jobs/${path}`, { method: method ?? "" })
      assert.deepStrictEqual([response.status, (await json(response))["code"]], [404, "job_not_found"], path)
    }
  })

  it.each(["job", "schedule", "wrapper", "profile"])("an empty id is of no %s", async (kind) => {
    const response = await service.call(`/v1/${kind}s/`, { method: "DELETE" })
    assert.deepStrictEqual([response.status, (await json(response))["code"]], [404, `${kind}_not_found`])
  })

  it("a body that trickles in over the limit without a length is cut off", async () => {
    let left = 50
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        left-- > 0 ? controller.enqueue(new TextEncoder().encode("a".repeat(4096))) : controller.close()
    })
    const init = {
      method: "POST",
      duplex: "half",
      headers: { "x-api-key": keys.first, "content-type": "application/json" },
      body
    }
    const response = await fetch(`${service.url}/v1/scrape`, init as RequestInit)
    assert.strictEqual(response.status, 413)
    assert.strictEqual((await json(response))["code"], "request_too_large")
  })

  it("no answer names a file, a stack or a private address", async () => {
    const response = await service.call("/v1/scrape", { json: { url: "http://localhost.localdomain./" } })
    assert.notMatch(await response.text(), /127\.0\.0\.1|::1|\/work|at .*\.ts/)
  })
})
