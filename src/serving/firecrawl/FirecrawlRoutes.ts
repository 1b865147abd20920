import { ByteSize, Effect, Layer, Option, Result, Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { GleanerClient, Job, StartOptions } from "../../contract/client/index.ts"
import { WorkOwner } from "../../core/kernel/slices/MainThread.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { type LocalCaller, localCallers } from "../server/auth/local-callers.ts"
import { methodsButHead } from "../server/handlers/not-found.ts"
import { requestOrigin } from "../server/http/request-origin.ts"
import { defect, notFound, refused, unauthorized } from "./answers.ts"
import { checked, readBody, type Use, use } from "./calls.ts"
import { active, cancel, creditUsage, errors, type JobCall, queueStatus, status } from "./jobs.ts"
import { monitorRoutes } from "./monitor-routes.ts"
import { map, scrape, startBatch, startCrawl } from "./pages.ts"
import { parse, parseForm } from "./parse.ts"
import { whyRefused } from "./refused-routes.ts"
import { BatchRequest, CrawlRequest, MapRequest, ParseRequest, ScrapeRequest, SearchRequest } from "./requests.ts"
import { search } from "./search.ts"
import { fromVersionOne } from "./version-one.ts"

/** Where a version of the API is served. The API of Gleaner itself has /v1. */
interface ServedVersion {
  readonly prefix: "/v2" | "/firecrawl/v2" | "/firecrawl/v1"
  /** The base of the URLs that its clients know. They add the version. */
  readonly version: "/v2" | "/v1"
}

const places = [
  { prefix: "/v2", version: "/v2" },
  { prefix: "/firecrawl/v2", version: "/v2" },
  { prefix: "/firecrawl/v1", version: "/v1" }
] as const satisfies ReadonlyArray<ServedVersion>

/** A route with a body, which is checked and becomes a call of our own API. */
interface Post {
  readonly path: "/scrape" | "/search" | "/map" | "/crawl" | "/batch/scrape"
  readonly parse: (body: unknown) => Result.Result<Use, HttpServerResponse.HttpServerResponse>
}

const post = <A>(
  path: Post["path"],
  schema: Schema.Codec<A, unknown>,
  run: (client: GleanerClient, request: A, call: StartOptions) => Promise<object>
): Post => ({
  path,
  parse: (body) => Result.map(checked(schema, body), (request): Use => (client, call) => run(client, request, call))
})

const postsAt = ({ prefix, version }: ServedVersion): ReadonlyArray<Post> => [
  post("/scrape", ScrapeRequest, async (client, request, call) => ({
    success: true,
    data: await scrape(client, request, call)
  })),
  post("/search", SearchRequest, async (client, request, call) => {
    const { results, warning } = await search(client, request, call)
    return { success: true, data: version === "/v1" ? results : { web: results }, ...warning }
  }),
  post("/map", MapRequest, async (client, request, call) => {
    const links = await map(client, request, call)
    return { success: true, links: version === "/v1" ? links.map(({ url }) => url) : links }
  }),
  post(
    "/crawl",
    CrawlRequest,
    async (client, request, call) => started(`${prefix}/crawl`, await startCrawl(client, request, call))
  ),
  post("/batch/scrape", BatchRequest, async (client, request, call) => {
    const { invalid, job } = await startBatch(client, request, call)
    return { ...started(`${prefix}/batch/scrape`, job), ...(invalid.length === 0 ? {} : { invalidURLs: invalid }) }
  })
]

const started = (path: string, { id }: Job) => ({ success: true, id, url: `${path}/${id}` })

/** Routes without a body and without a job. */
const gets: ReadonlyArray<readonly [path: `/${string}`, run: Use]> = [
  ["/crawl/active", active],
  ["/team/credit-usage", creditUsage],
  ["/team/queue-status", queueStatus],
  ["/concurrency-check", queueStatus]
]

type UseJob = (client: GleanerClient, job: JobCall, call: StartOptions) => Promise<object>

const jobRoutes: ReadonlyArray<readonly [method: "GET" | "DELETE", path: "" | "/errors", run: UseJob]> = [
  ["GET", "", (client, job, call) => status(client, job, call)],
  ["DELETE", "", (client, { id }, call) => cancel(client, id, call)],
  ["GET", "/errors", (client, { id }, call) => errors(client, id, call)],
  // As the client of version 1 requests them.
  ["DELETE", "/errors", (client, { id }, call) => errors(client, id, call)]
]

/** A call about the job in the path of the request. */
const useJob = ({ prefix, version }: ServedVersion, path: string, run: UseJob) =>
  Effect.fnUntraced(function*(caller: LocalCaller) {
    const { id = "" } = yield* HttpRouter.params
    const { after } = yield* HttpServerRequest.ParsedSearchParams
    // A client of version 1 takes `next` as it is, and one of version 2 adds it to its base.
    const origin = requestOrigin(yield* HttpServerRequest.HttpServerRequest)
    const base = version === "/v1" ? `${origin}${prefix}` : version
    const at = (cursor: string) => `${base}${path}/${id}?after=${cursor}`
    return yield* use(caller, (client, call) => run(client, { id, at, origin, after: [after].flat()[0] }, call))
  })

/** A file in multipart/form-data, of at most `limit` bytes with its form. */
const parseUpload = (limit: number) =>
  Effect.fnUntraced(function*(caller: LocalCaller) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = yield* request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit)),
      Effect.option
    )
    const form = Option.isNone(body)
      ? undefined
      : yield* Effect.promise(() => parseForm(body.value, request.headers["content-type"] ?? ""))
    if (form === undefined) return refused(notForm(limit))
    const options = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))(form.options)
    if (Option.isNone(options)) return refused("options is not JSON.")
    const parsing = checked(ParseRequest, options.value)
    if (Result.isFailure(parsing)) return parsing.failure
    return yield* use(caller, async (client, call) => ({
      success: true,
      data: await parse(client, parsing.success, form.file, call)
    }))
  })

/**
 * The API of Firecrawl, as far as Gleaner can do the same, over our own API. An option that Gleaner does not
 * have is an error that names it.
 */
const routesAt = (place: ServedVersion) =>
  HttpRouter.use(Effect.fnUntraced(function*(router) {
    const { prefix, version } = place
    const { enter } = yield* localCallers
    const { maxBatchBody, maxRequestBody } = yield* Settings

    /** Nothing of a request is read before its key. */
    const withCaller = <E, R>(
      handle: (caller: LocalCaller) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) =>
      HttpServerRequest.HttpServerRequest.pipe(
        Effect.flatMap(enter),
        Effect.flatMap((caller) =>
          caller === undefined
            ? Effect.succeed(unauthorized)
            : Effect.provideService(handle(caller), WorkOwner, caller.owner)
        ),
        Effect.catchDefect((cause) => Effect.as(Effect.logError("a request failed by a defect", cause), defect))
      )

    for (const { parse, path } of postsAt(place)) {
      const limit = path === "/batch/scrape" ? maxBatchBody : maxRequestBody
      const handle = Effect.fnUntraced(function*(caller: LocalCaller) {
        const body = yield* readBody(limit)
        if (Option.isNone(body)) return refused(`The body is not JSON, or it is larger than ${limit} bytes.`)
        const parsed = parse(version === "/v1" ? fromVersionOne(body.value) : body.value)
        return Result.isFailure(parsed) ? parsed.failure : yield* use(caller, parsed.success)
      })
      yield* router.add("POST", `${prefix}${path}`, withCaller(handle))
    }
    yield* router.add("POST", `${prefix}/parse`, withCaller(parseUpload(maxRequestBody)))
    for (const { handle, method, path } of monitorRoutes(prefix)) {
      yield* router.add(method, `${prefix}${path}`, withCaller((caller) => handle(caller, maxRequestBody)))
    }
    for (const [path, run] of gets) {
      yield* router.add("GET", `${prefix}${path}`, withCaller((caller) => use(caller, run)))
    }
    for (const path of ["/crawl", "/batch/scrape"] as const) {
      for (const [method, below, run] of jobRoutes) {
        yield* router.add(method, `${prefix}${path}/:id${below}`, withCaller(useJob(place, path, run)))
      }
    }
    const others = HttpServerRequest.HttpServerRequest.pipe(
      Effect.map(({ url }) => notFound(whyRefused(url.split("?")[0]?.slice(prefix.length) ?? "")))
    )
    for (const method of methodsButHead) yield* router.add(method, `${prefix}/*`, others)
  }))

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

export const firecrawlRoutes = Layer.unwrap(
  Effect.map(Settings, ({ firecrawlApi }) => firecrawlApi ? all : off)
)

const notForm = (limit: number): string =>
  `The body is not multipart/form-data with a file, or it is larger than ${limit} bytes.`
