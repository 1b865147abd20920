import { Effect, type Layer } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import { OpenApi } from "effect/http-api"
import { METHODS } from "node:http"
import { Api } from "../../../contract/api/Api.ts"
import {
  InternalError,
  JobNotFound,
  MethodNotAllowed,
  NotFound,
  ProfileNotFound,
  ScheduleNotFound,
  ShuttingDownProblem,
  WrapperNotFound
} from "../../../contract/api/Problems.ts"
import { botPath, rangesPath } from "../auth/BotPage.ts"
import { keyDirectoryPath } from "../auth/KeyDirectory.ts"

/** Routes that the API does not declare, for the `Allow` of a 405. */
const plainRoutes: ReadonlyArray<readonly [path: string, methods: ReadonlyArray<string>]> = [
  ["/healthz", ["GET"]],
  ["/readyz", ["GET"]],
  ["/openapi.json", ["GET"]],
  ["/docs", ["GET"]],
  ["/docs/*", ["GET"]],
  ["/llms.txt", ["GET"]],
  ["/mcp", ["DELETE", "POST"]],
  ["/", ["GET"]],
  [botPath, ["GET"]],
  [rangesPath, ["GET"]],
  [keyDirectoryPath, ["GET"]]
]

/**
 * The answer when no route matches: 404, or 405 when the path knows other methods (RFC 9110 section 15.5.6). OPTIONS
 * gets the methods of the path. HEAD is left to the router, which takes the route of GET (section 9.3.2).
 */
export const fallbackRoute = HttpRouter.use((router) =>
  Effect.forEach(methodsButHead, (method) => router.add(method, "/*", fallback), { discard: true })
)

/** All methods that Node's parser accepts. The router accepts any method; its types list the common ones only. */
export const methodsButHead = METHODS.filter((method) => method !== "HEAD") as ReadonlyArray<"GET">

const fallback = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const path = request.url.split("?")[0] ?? "/"
  const methods = methodsOf(path)
  const isRoute = methods.includes(request.method) && request.method !== "OPTIONS"
  // The router takes no empty id.
  const missing = isRoute ? withoutId.find(([start]) => path.startsWith(start))?.[1] : undefined
  if (missing !== undefined) return yield* HttpServerRespondable.toResponse(missing)
  if (methods.length === 0 || isRoute) {
    return yield* HttpServerRespondable.toResponse(
      new NotFound({ detail: `There is nothing at this path; ${routesLike(path)}/docs/reference lists the routes.` })
    )
  }
  const allow = methods.join(", ")
  const response = request.method === "OPTIONS"
    ? HttpServerResponse.empty({ status: 204 })
    : yield* HttpServerRespondable.toResponse(
      new MethodNotAllowed({ detail: `This path takes ${allow}; use one of these methods.` })
    )
  return HttpServerResponse.setHeader(response, "allow", allow)
})

/** The problems of paths with an empty id. */
const withoutId = [
  [
    "/v1/jobs/",
    new JobNotFound({ detail: "The id is of no job; use the one that the answer to the crawl or the batch gave." })
  ],
  [
    "/v1/schedules/",
    new ScheduleNotFound({ detail: "The id is of no schedule; GET /v1/schedules lists those of this key." })
  ],
  [
    "/v1/wrappers/",
    new WrapperNotFound({ detail: "The id is of no wrapper; GET /v1/wrappers lists those of this key." })
  ],
  [
    "/v1/profiles/",
    new ProfileNotFound({ detail: "The name is of no profile; GET /v1/profiles lists those of this key." })
  ]
] as const

/** The same path below `/v1`, if it is a route. */
const routesLike = (path: string): string => methodsOf(`/v1${path}`).length === 0 ? "" : `the route is /v1${path}, and `

/** A defect is a bug: the log has its cause, and the caller gets a general problem. */
export const defectsAsProblems: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpRouter.middleware(
  (handler) =>
    Effect.catchDefect(handler, (defect) =>
      Effect.andThen(
        Effect.logError("a request failed by a defect", defect),
        HttpServerRespondable.toResponse(
          new InternalError({
            detail: "The service failed on this request, and its log says why. Try again, or report it."
          })
        )
      )),
  { global: true }
)

/**
 * A request that is still in work when the time for stopping is over has been interrupted, which Effect answers with a
 * bare 503.
 */
export const interruptionsAsProblems: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpRouter.middleware(
  (handler) =>
    HttpEffect.withPreResponseHandler(
      handler,
      (_, response) =>
        response.status === 503 && response.body._tag === "Empty"
          ? Effect.map(HttpServerRespondable.toResponse(stopped), HttpServerResponse.setHeader("retry-after", "10"))
          : Effect.succeed(response)
    ),
  { global: true }
)

const stopped = new ShuttingDownProblem({
  detail: "The service stopped before this was done; send the request again in 10 s.",
  retry_after: 10
})

/** The paths of the API and their methods, read once from its OpenAPI form. */
const apiRoutes = (): ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> =>
  Object.entries(OpenApi.fromApi(Api).paths).map(([path, item]) => [
    new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]*")}$`),
    Object.keys(item).map((method) => method.toUpperCase())
  ])

let known: ReturnType<typeof apiRoutes> | undefined

const methodsOf = (path: string): ReadonlyArray<string> => {
  known ??= apiRoutes()
  const declared = known.filter(([pattern]) => pattern.test(path)).flatMap(([, methods]) => methods)
  const plain = plainRoutes.find(([route]) => route === path || isBelow(path, route))?.[1] ?? []
  const all = new Set([...declared, ...plain])
  if (all.has("GET")) all.add("HEAD")
  if (all.size > 0) all.add("OPTIONS")
  return [...all].toSorted()
}

const isBelow = (path: string, route: string): boolean => route.endsWith("/*") && path.startsWith(route.slice(0, -1))
