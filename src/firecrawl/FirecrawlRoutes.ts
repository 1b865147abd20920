import { ByteSize, Effect, Layer, Option, Result, Schema } from "effect"
import {
  HttpIncomingMessage,
  HttpRouter,
  HttpServerRequest,
  HttpServerRespondable,
  HttpServerResponse
} from "effect/http"
import { NotFound } from "../api/Problems.ts"
import { type GleanerClient, GleanerError, type Job, type StartOptions } from "../client/index.ts"
import { wrongFields } from "../domain/options/wrong-fields.ts"
import { challenge } from "../server/auth/Authentication.ts"
import { type LocalCaller, localCallers, needsKey } from "../server/auth/local-callers.ts"
import { methodsButHead } from "../server/problems/not-found.ts"
import { Settings } from "../Settings.ts"
import { active, cancel, errors, status } from "./jobs.ts"
import { map, scrape, startBatch, startCrawl } from "./pages.ts"
import { BatchRequest, CrawlRequest, MapRequest, ScrapeRequest } from "./requests.ts"

type Use = (client: GleanerClient, call: StartOptions) => Promise<object>

/**
 * The API of Firecrawl, as far as Gleaner can do the same, over our own API. An option that Gleaner does not
 * have is an error that names it.
 */
const Routes = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const { enter } = yield* localCallers
  const { maxBatchBody, maxRequestBody } = yield* Settings

  /** Nothing of a request is read before its key. */
  const withCaller = <E, R>(
    handle: (caller: LocalCaller) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ) =>
    HttpServerRequest.HttpServerRequest.pipe(
      Effect.flatMap(enter),
      Effect.flatMap((caller) => caller === undefined ? Effect.succeed(unauthorized) : handle(caller))
    )

  /** A POST whose body is checked against the schema. */
  const post = <A>(
    path: `/${string}`,
    schema: Schema.Codec<A, unknown>,
    run: (client: GleanerClient, request: A, call: StartOptions) => Promise<object>
  ) =>
    router.add(
      "POST",
      path,
      withCaller(Effect.fnUntraced(function*(caller) {
        const body = yield* decodeRequest(schema, path.startsWith("/v2/batch") ? maxBatchBody : maxRequestBody)
        if (Result.isFailure(body)) return body.failure
        return yield* use(caller, (client, call) => run(client, body.success, call))
      }))
    )

  yield* post("/v2/scrape", ScrapeRequest, async (client, request, call) => ({
    success: true,
    data: await scrape(client, request, call)
  }))
  yield* post("/v2/map", MapRequest, async (client, request, call) => ({
    success: true,
    links: await map(client, request, call)
  }))
  yield* post(
    "/v2/crawl",
    CrawlRequest,
    async (client, request, call) => started("/v2/crawl", await startCrawl(client, request, call))
  )
  yield* post("/v2/batch/scrape", BatchRequest, async (client, request, call) => {
    const { invalid, job } = await startBatch(client, request, call)
    return { ...started("/v2/batch/scrape", job), ...(invalid.length === 0 ? {} : { invalidURLs: invalid }) }
  })
  yield* router.add("GET", "/v2/crawl/active", withCaller((caller) => use(caller, active)))
  for (const path of ["/v2/crawl", "/v2/batch/scrape"] as const) {
    const withId = (run: (client: GleanerClient, id: string, call: StartOptions, after?: string) => Promise<object>) =>
      withCaller(Effect.fnUntraced(function*(caller) {
        const { id = "" } = yield* HttpRouter.params
        const { after } = yield* HttpServerRequest.ParsedSearchParams
        return yield* use(caller, (client, call) => run(client, id, call, [after].flat()[0]))
      }))
    yield* router.add(
      "GET",
      `${path}/:id`,
      withId((client, id, call, after) => status(client, `${path}/${id}`, id, after, call))
    )
    yield* router.add("DELETE", `${path}/:id`, withId(cancel))
    yield* router.add("GET", `${path}/:id/errors`, withId(errors))
  }
}))

const elsewhere = (answer: Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
  HttpRouter.use((router) =>
    Effect.forEach(methodsButHead, (method) => router.add(method, "/v2/*", answer), { discard: true })
  )

/** Clients of Firecrawl do not read problems: an unknown route is reported in their own format. */
const served = elsewhere(Effect.sync(() =>
  HttpServerResponse.jsonUnsafe({
    success: false,
    code: "NOT_FOUND",
    error:
      "Gleaner has no such route of Firecrawl; it has POST /v2/scrape, /v2/map, /v2/crawl and /v2/batch/scrape, and the routes of their jobs."
  }, { status: 404 })
))

const off = elsewhere(Effect.suspend(() =>
  HttpServerRespondable.toResponse(
    new NotFound({
      detail: "The routes of Firecrawl are off; the operator turns them on with GLEANER_FIRECRAWL_API=on."
    })
  )
))

export const FirecrawlRoutes = Layer.unwrap(
  Effect.map(Settings, ({ firecrawlApi }) => firecrawlApi ? Layer.merge(Routes, served) : off)
)

/** The body of the request, or the answer to one that does not fit the schema or is larger than `limit` bytes. */
const decodeRequest = Effect.fnUntraced(function*<A>(schema: Schema.Codec<A, unknown>, limit: number) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const body = yield* request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit)),
    Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))),
    Effect.option
  )
  if (Option.isNone(body)) {
    return Result.fail(refused(`The body is not JSON, or it is larger than ${limit} bytes.`, []))
  }
  return Result.mapError(
    Schema.decodeUnknownResult(schema)(body.value, { errors: "all", onExcessProperty: "error" }),
    ({ issue }) => refusedFor(wrongFields(issue, { max: maxErrors, input: body.value }).slice(0, maxErrors))
  )
})

/** The outcome of a call to our own API, in Firecrawl's shape. */
const use = Effect.fnUntraced(function*({ client }: LocalCaller, run: Use) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const answer = yield* Effect.result(Effect.tryPromise({
    try: (signal) => run(client, { signal, idempotencyKey: request.headers["x-idempotency-key"] }),
    catch: (error) => {
      if (error instanceof GleanerError) return error
      throw error
    }
  }))
  return Result.match(answer, { onFailure: problem, onSuccess: (body) => HttpServerResponse.jsonUnsafe(body) })
})

const maxErrors = 20

const started = (path: string, { id }: Job) => ({ success: true, id, url: `${path}/${id}` })

const refused = (error: string, details: ReadonlyArray<unknown>) =>
  HttpServerResponse.jsonUnsafe({ success: false, code: "BAD_REQUEST", error, details }, { status: 400 })

const refusedFor = (wrong: ReturnType<typeof wrongFields>) =>
  refused(
    wrong.map(({ detail, path }) => `${path.length === 0 ? "the body" : path.join(".")}: ${detail}`).join("; "),
    wrong.map(({ detail, path }) => ({ path, message: detail }))
  )

const unauthorized = HttpServerResponse.jsonUnsafe(
  { success: false, code: "UNAUTHORIZED", error: needsKey },
  { status: 401, headers: { "www-authenticate": challenge } }
)

/** Its client sends a request again after a 502. The site has had enough tries. */
const statusOf = (status: number): number => status === 502 || status === 0 ? 500 : status

const problem = ({ code, detail, errors, retry_after, status }: GleanerError) =>
  HttpServerResponse.jsonUnsafe(
    { success: false, code: code.toUpperCase(), error: detail, details: errors },
    {
      status: statusOf(status),
      headers: retry_after === undefined ? {} : { "retry-after": String(retry_after) }
    }
  )
