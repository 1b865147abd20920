import { ByteSize, Effect, Layer, Option, Result, Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type GleanerClient, GleanerError, type Job, type StartOptions } from "../client/index.ts"
import { wrongFields } from "../domain/options/wrong-fields.ts"
import { type LocalCaller, localCallers } from "../server/auth/local-callers.ts"
import { methodsButHead } from "../server/problems/not-found.ts"
import { Settings } from "../Settings.ts"
import { defect, notFound, problem, refused, refusedFor, unauthorized } from "./answers.ts"
import { active, cancel, creditUsage, errors, queueStatus, status } from "./jobs.ts"
import { map, scrape, startBatch, startCrawl } from "./pages.ts"
import { whyRefused } from "./refused-routes.ts"
import { BatchRequest, CrawlRequest, MapRequest, ScrapeRequest } from "./requests.ts"
import { fromVersionOne } from "./version-one.ts"

type Use = (client: GleanerClient, call: StartOptions) => Promise<object>

/** Where a version of the API is served. The API of Gleaner itself has /v1. */
interface Place {
  readonly prefix: "/v2" | "/firecrawl/v2" | "/firecrawl/v1"
  /** The base of the URLs that its clients know. They add the version. */
  readonly version: "/v2" | "/v1"
}

const places = [
  { prefix: "/v2", version: "/v2" },
  { prefix: "/firecrawl/v2", version: "/v2" },
  { prefix: "/firecrawl/v1", version: "/v1" }
] as const satisfies ReadonlyArray<Place>

/**
 * The API of Firecrawl, as far as Gleaner can do the same, over our own API. An option that Gleaner does not
 * have is an error that names it.
 */
const routesAt = ({ prefix, version }: Place) =>
  HttpRouter.use(Effect.fnUntraced(function*(router) {
    const { enter } = yield* localCallers
    const { maxBatchBody, maxRequestBody } = yield* Settings
    const isFirst = version === "/v1"

    /** Nothing of a request is read before its key. */
    const withCaller = <E, R>(
      handle: (caller: LocalCaller) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) =>
      HttpServerRequest.HttpServerRequest.pipe(
        Effect.flatMap(enter),
        Effect.flatMap((caller) => caller === undefined ? Effect.succeed(unauthorized) : handle(caller)),
        Effect.catchDefect((cause) => Effect.as(Effect.logError("a request failed by a defect", cause), defect))
      )

    /** A POST whose body is checked against the schema. */
    const post = <A>(
      path: `/${string}`,
      schema: Schema.Codec<A, unknown>,
      run: (client: GleanerClient, request: A, call: StartOptions) => Promise<object>
    ) =>
      router.add(
        "POST",
        `${prefix}${path}`,
        withCaller(Effect.fnUntraced(function*(caller) {
          const limit = path.startsWith("/batch") ? maxBatchBody : maxRequestBody
          const body = yield* decodeRequest(schema, limit, isFirst ? fromVersionOne : (body) => body)
          if (Result.isFailure(body)) return body.failure
          return yield* use(caller, (client, call) => run(client, body.success, call))
        }))
      )

    const get = (path: `/${string}`, run: Use) =>
      router.add("GET", `${prefix}${path}`, withCaller((caller) => use(caller, run)))

    yield* post("/scrape", ScrapeRequest, async (client, request, call) => ({
      success: true,
      data: await scrape(client, request, call)
    }))
    yield* post("/map", MapRequest, async (client, request, call) => {
      const links = await map(client, request, call)
      return { success: true, links: isFirst ? links.map(({ url }) => url) : links }
    })
    yield* post(
      "/crawl",
      CrawlRequest,
      async (client, request, call) => started(`${prefix}/crawl`, await startCrawl(client, request, call))
    )
    yield* post("/batch/scrape", BatchRequest, async (client, request, call) => {
      const { invalid, job } = await startBatch(client, request, call)
      return { ...started(`${prefix}/batch/scrape`, job), ...(invalid.length === 0 ? {} : { invalidURLs: invalid }) }
    })
    yield* get("/crawl/active", active)
    yield* get("/team/credit-usage", creditUsage)
    yield* get("/team/queue-status", queueStatus)
    yield* get("/concurrency-check", queueStatus)
    for (const path of ["/crawl", "/batch/scrape"] as const) {
      const withId = (
        run: (
          client: GleanerClient,
          id: string,
          call: StartOptions,
          after: string | undefined,
          base: string
        ) => Promise<
          object
        >
      ) =>
        withCaller(Effect.fnUntraced(function*(caller) {
          const { id = "" } = yield* HttpRouter.params
          const { after } = yield* HttpServerRequest.ParsedSearchParams
          const request = yield* HttpServerRequest.HttpServerRequest
          // A client of version 1 takes `next` as it is, and one of version 2 adds it to its base.
          const base = isFirst ? `${originOf(request)}${prefix}` : version
          return yield* use(caller, (client, call) => run(client, id, call, [after].flat()[0], base))
        }))
      const at = (base: string, id: string) => (cursor: string) => `${base}${path}/${id}?after=${cursor}`
      const one = `${prefix}${path}/:id` as const
      yield* router.add(
        "GET",
        one,
        withId((client, id, call, after, base) => status(client, at(base, id), id, after, call))
      )
      yield* router.add("DELETE", one, withId(cancel))
      yield* router.add("GET", `${one}/errors`, withId(errors))
      // As the client of version 1 requests them.
      if (isFirst) yield* router.add("DELETE", `${one}/errors`, withId(errors))
    }
    const others = HttpServerRequest.HttpServerRequest.pipe(
      Effect.map(({ url }) => notFound(whyRefused(url.split("?")[0]?.slice(prefix.length) ?? "")))
    )
    for (const method of methodsButHead) yield* router.add(method, `${prefix}/*`, others)
  }))

const originOf = ({ headers }: HttpServerRequest.HttpServerRequest): string =>
  `${headers["x-forwarded-proto"] === "https" ? "https" : "http"}://${headers["host"] ?? "localhost"}`

const off = HttpRouter.use((router) =>
  Effect.forEach(
    places.flatMap(({ prefix }) => methodsButHead.map((method) => [method, prefix] as const)),
    ([method, prefix]) =>
      router.add(
        method,
        `${prefix}/*`,
        Effect.sync(() =>
          notFound("The routes of Firecrawl are off; the operator turns them on with GLEANER_FIRECRAWL_API=on.")
        )
      ),
    { discard: true }
  )
)

const all = Layer.mergeAll(routesAt(places[0]), routesAt(places[1]), routesAt(places[2]))

export const FirecrawlRoutes = Layer.unwrap(
  Effect.map(Settings, ({ firecrawlApi }) => firecrawlApi ? all : off)
)

/** The body of the request, or the answer to one that does not fit the schema or is larger than `limit` bytes. */
const decodeRequest = Effect.fnUntraced(function*<A>(
  schema: Schema.Codec<A, unknown>,
  limit: number,
  translate: (body: unknown) => unknown
) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const body = yield* request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit)),
    Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))),
    Effect.map(translate),
    Effect.option
  )
  if (Option.isNone(body)) return Result.fail(refused(`The body is not JSON, or it is larger than ${limit} bytes.`))
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
