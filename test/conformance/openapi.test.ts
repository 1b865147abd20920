import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Effect, Layer, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "../../src/contract/api/Api.ts"
import { Authentication, FeedAuthentication } from "../../src/contract/api/Caller.ts"
import { version } from "../../src/core/kernel/version.ts"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { keys } from "../support/entries/service-process.ts"
import { type Json, json } from "../support/shapes.ts"

const live = serviceOverSite()

interface Operation {
  readonly operationId: string
  readonly requestBody?: Holder
  readonly responses: Readonly<Record<string, Holder>>
}

interface Holder {
  readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly examples?: unknown }>>
  readonly headers?: Readonly<Record<string, unknown>>
}

const setKey: HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never> = ({ next, request }) =>
  next(HttpClientRequest.setHeader(request, "x-api-key", keys.first))
const withKey = Layer.mergeAll(
  HttpApiMiddleware.layerClient(Authentication, setKey),
  HttpApiMiddleware.layerClient(FeedAuthentication, setKey)
)

describe("/openapi.json", () => {
  it("is valid by the OpenAPI 3.1 schema", async () => {
    const document = await json(await fetch(`${live.service.url}/openapi.json`))
    assert.match(String(document["openapi"]), /^3\.1\./)
    assert.strictEqual((document["info"] as Json)["version"], version)
    const result = await new Validator().validate(document as Record<string, unknown>)
    assert.deepStrictEqual(result, { valid: true })
  })

  it("declares every route, its problems and the key", async () => {
    const document = (await json(await fetch(`${live.service.url}/openapi.json`))) as {
      paths: Record<string, Json>
      components: Json
    }
    assert.includeMembers(Object.keys(document.paths), [
      "/v1/crawl",
      "/v1/jobs",
      "/v1/jobs/{id}",
      "/v1/jobs/{id}/documents",
      "/v1/jobs/{id}/ledger",
      "/v1/jobs/{id}/events",
      "/v1/scrape",
      "/v1/discover",
      "/v1/health"
    ])
    const scrape = document.paths["/v1/scrape"]?.["post"] as { responses: Json; security: unknown }
    assert.includeMembers(Object.keys(scrape.responses), [
      "200",
      "400",
      "401",
      "403",
      "413",
      "415",
      "429",
      "502",
      "503",
      "504"
    ])
    assert.deepStrictEqual(scrape.security, [{ apiKey: [] }, { bearer: [] }, { session: [] }])
    assert.deepInclude(document.paths["/v1/schedules/{id}/changes"]?.["get"], {
      security: [{ apiKey: [] }, { bearer: [] }, { session: [] }, { basic: [] }]
    })
    const media = (path: string): ReadonlyArray<string> => {
      const get = document.paths[path]?.["get"] as { responses: Record<string, { content: object }> } | undefined
      return Object.keys(get?.responses["200"]?.content ?? {})
    }
    assert.includeMembers([...media("/v1/jobs/{id}/documents")], ["application/json", "application/x-ndjson"])
    assert.deepStrictEqual(media("/v1/jobs/{id}/events"), ["text/event-stream"])
    assert.deepStrictEqual((document.components["securitySchemes"] as Json)["apiKey"], {
      type: "apiKey",
      name: "X-API-Key",
      in: "header"
    })
  })

  it("has an example on every body, a name for every operation, and no name or number of its making", async () => {
    const text = await (await fetch(`${live.service.url}/openapi.json`)).text()
    assert.notMatch(text, /Encoded|_\d"|9007199254740991/)
    const document = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation }))
    )
    assert.deepStrictEqual(operations.filter(({ operation }) => !/^[a-z]+[A-Za-z]*$/.test(operation.operationId)), [])
    const bodies = operations.flatMap(({ name, operation }) =>
      [operation.requestBody, ...Object.values(operation.responses)].flatMap((holder) =>
        Object.entries(holder?.content ?? {}).map(([type, body]) => ({ name, type, body }))
      )
    ).filter(({ type }) => type.endsWith("json") && !/ndjson|jsonl/.test(type))
    assert.isAbove(bodies.length, 50)
    const bare = bodies.filter(({ body }) => body.example === undefined && body.examples === undefined)
    assert.deepStrictEqual(bare.map(({ name, type }) => `${name} ${type}`), [])
    const empty = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses).filter(([, { headers }]) => headers?.["RateLimit"] === undefined).map(() =>
        name
      )
    )
    assert.deepStrictEqual(empty, [])
  })

  it("makes no option with a default a required one, for generators that would", async () => {
    const { components: { schemas } } = await json(await fetch(`${live.service.url}/openapi.json`)) as {
      components: { schemas: Record<string, { properties?: Record<string, Json>; required?: ReadonlyArray<string> }> }
    }
    for (const [name, { properties = {}, required = [] }] of Object.entries(schemas)) {
      if (!name.endsWith("Request") || required.includes("code")) continue
      assert.deepStrictEqual(Object.values(properties).filter((property) => "default" in property), [], name)
    }
    const useCache = schemas["ScrapeRequest"]?.properties?.["use_cache"]
    assert.deepStrictEqual(useCache?.["allOf"], [{ type: "boolean", default: true }])
  })

  it("gives the forms of ids, cursors, selectors and fields", async () => {
    const { components, paths } = await json(await fetch(`${live.service.url}/openapi.json`)) as {
      paths: Record<string, Record<string, { parameters: ReadonlyArray<{ name: string; schema: Json }> }>>
      components: { schemas: Record<string, Json> }
    }
    const form = (path: string, name: string) =>
      paths[path]?.["get"]?.parameters.find((parameter) => parameter.name === name)?.schema ?? {}
    const { id } = await live.crawled({ max_pages: 1 })
    await live.ended(id)
    assert.match(String(id), new RegExp(String(form("/v1/jobs/{id}", "id")["pattern"])))
    const { next_cursor } = await live.get(`/v1/jobs/${id}/ledger?limit=1`)
    assert.match(String(next_cursor), new RegExp(String(form("/v1/jobs/{id}/ledger", "after")["pattern"])))
    const names = components.schemas["DocumentField"]?.["enum"]
    assert.include(names, "markdown")
    assert.deepInclude(form("/v1/scrape", "fields")["anyOf"], {
      type: "array",
      items: { type: "string", allOf: [{ enum: names }] }
    })
    assert.deepInclude(components.schemas["Selector"], { minLength: 1, maxLength: 500 })
  })

  it("takes the key as a bearer token too, and as a password only of a feed", async () => {
    const ask = (authorization: string, path = "jobs") =>
      fetch(`${live.service.url}/v1/${path}`, { headers: { authorization } })
    const answer = await ask(`Bearer ${keys.first}`)
    assert.deepStrictEqual([answer.status, answer.headers.get("www-authenticate")], [200, null])
    const asPassword = `Basic ${btoa(`reader:${keys.first}`)}`
    const feed = `schedules/${"0".repeat(32)}/changes?format=atom`
    assert.deepInclude(await json(await ask(asPassword, feed)), { code: "schedule_not_found" })
    assert.strictEqual((await ask(`Basic ${btoa("reader:wrong")}`, feed)).status, 401)
    const post = { method: "POST", headers: { authorization: asPassword } }
    assert.strictEqual((await fetch(`${live.service.url}/v1/schedules/${"0".repeat(32)}/run`, post)).status, 401)
    for (const wrong of [asPassword, "Bearer wrong", `Basic ${btoa(`${keys.first}:wrong`)}`, "Basic wrong"]) {
      const refused = await ask(wrong)
      assert.strictEqual(refused.status, 401)
      // No browser asks for a password.
      assert.match(refused.headers.get("www-authenticate") ?? "", /^(?!.*Basic)Bearer /)
    }
  })

  it("a client made from the declaration drives a scrape and reads a problem", async () => {
    const program = Effect.gen(function*() {
      const client = yield* HttpApiClient.make(Api, {
        transformClient: HttpClient.mapRequest(HttpClientRequest.prependUrl(live.service.url))
      })
      const document = yield* client.pages.scrape({
        payload: { url: `${live.site.url}/articles/tide`, use_cache: true, include_html: false }
      })
      const problem = yield* client.jobs.job({ params: { id: "nope" }, query: {} }).pipe(Effect.flip)
      return { title: document.title, problem: problem._tag }
    })
    const result = await Effect.runPromise(program.pipe(Effect.provide([withKey, NodeHttpClient.layerUndici])))
    assert.deepStrictEqual(result, { title: "How tides are predicted", problem: "JobNotFound" })
  })

  it("the same client starts a crawl, follows its events and reads its documents and its ledger", async () => {
    const program = Effect.gen(function*() {
      const { jobs } = yield* HttpApiClient.make(Api, {
        transformClient: HttpClient.mapRequest(HttpClientRequest.prependUrl(live.service.url))
      })
      const payload = {
        url: `${live.site.url}/articles/tide`,
        max_pages: 2,
        scope: "prefix",
        dedup: true,
        include: [],
        exclude: [],
        sitemaps: false
      } as const
      const job = yield* jobs.crawl({ payload, headers: { "idempotency-key": "client" } })
      if (!("id" in job)) return assert.fail("the answer is a plan")
      const { id } = job
      const events = yield* jobs.events({ params: { id }, headers: {} })
      const told = Stream.isStream(events) ? yield* Stream.runCollect(events) : []
      const documents = yield* jobs.documents({ params: { id }, query: { limit: 1 } })
      const read = Stream.isStream(documents) ? [] : documents.documents.map(({ url }) => url)
      const next = Stream.isStream(documents) ? null : documents.next_cursor
      const { ledger } = yield* jobs.ledger({ params: { id }, query: { outcome: "stored" } })
      const { jobs: [own] } = yield* jobs.jobs({ query: { limit: 1 } })
      return { own: own?.id === id, last: told.at(-1)?.data, read, next, ledger: ledger.map(({ url }) => url) }
    })
    const result = await Effect.runPromise(program.pipe(Effect.provide([withKey, NodeHttpClient.layerUndici])))
    assert.deepInclude(result.last, { status: "done" })
    assert.isTrue(result.own)
    assert.strictEqual(result.next, 1)
    assert.strictEqual(result.ledger.length, 2)
    assert.deepStrictEqual(result.read, result.ledger.slice(0, 1))
  })
})
