import { toIncomingMessage, toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { Clock, Context, Effect, Metric, Tracer } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { compact } from "../../../core/kernel/compact.ts"
import { millisOf } from "../../../core/kernel/RequestContext.ts"
import { byLabel } from "../../../core/observability/by-label.ts"
import { log } from "../../../core/observability/log-lines.ts"
import { metrics } from "../../../core/observability/metrics.ts"
import { CurrentRequest, type RequestFacts } from "./CurrentRequest.ts"

/**
 * One line of the log for each request, when its answer has been sent, and its counters. Each request has an id: the
 * caller's, or a new one. The answer repeats it, and every line that is logged for the request has it.
 */
export const accessLog = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const clock = yield* Clock.Clock
    const answer = toServerResponse(request)
    const { socket } = toIncomingMessage(request)
    const facts: RequestFacts = { id: requestId(request.headers["x-request-id"]) }
    // Set on Node's own answer, so that no answer can be without it.
    answer.setHeader("x-request-id", facts.id)
    const sentBefore = socket.bytesWritten
    const before = clock.monotonicTimeNanosUnsafe()
    return yield* app.pipe(
      Effect.provideService(CurrentRequest, facts),
      Effect.onExit((exit) => {
        const millis = millisOf(clock.monotonicTimeNanosUnsafe() - before)
        const status = statusOf(answer)
        const code = exit._tag === "Success" && exit.value.status === status ? problemCode(exit.value) : undefined
        return logRequest(facts, { request, answer, status, code, millis, bytes: socket.bytesWritten - sentBefore })
      }),
      Effect.annotateLogs("request.id", facts.id)
    )
  })

type ServerAnswer = ReturnType<typeof toServerResponse>

interface Ended {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly answer: ServerAnswer
  readonly status: number
  /** Of the problem that was answered. */
  readonly code: string | undefined
  readonly millis: number
  /** Of the answer, with its header fields. */
  readonly bytes: number
}

const logRequest = (facts: RequestFacts, { answer, bytes, code, millis, request, status }: Ended) => {
  const { key, route } = facts
  const method = knownMethods.has(request.method) ? request.method : otherMethod
  const path = pathOf(request.url)
  const job = facts.job ?? /^\/v1\/jobs\/(\w{1,64})$/.exec(String(answer.getHeader("location") ?? ""))?.[1]
  const line = compact({
    "http.request.method": method,
    "http.route": route,
    "url.path": path,
    "http.response.status_code": status,
    "http.server.request.duration": Math.round(millis * 1000) / 1e6,
    "http.response.size": bytes,
    "error.type": code,
    "key.name": key,
    "job.id": job
  })
  const end = answer.destroyed && !answer.writableEnded ? ", cut off" : ""
  const message = `${method} ${path} ${status}${code === undefined ? "" : ` ${code}`}, ${
    millis.toFixed(1)
  } ms, ${bytes} B${end}`
  const counted = route ?? unrouted
  return Metric.update(requestCount(method, counted, String(status)), 1).pipe(
    Effect.andThen(Metric.update(requestTime(method, counted), millis / 1000)),
    Effect.andThen(Metric.update(answerBytes(counted), bytes)),
    Effect.andThen(log(message, line, isProbe(route) ? "Debug" : "Info"))
  )
}

const requestCount = byLabel(metrics.requests, "method", "route", "status")
const requestTime = byLabel(metrics.requestTime, "method", "route")
const answerBytes = byLabel(metrics.answerBytes, "route")

/** The line of a request that is answered before its path is known. */
export const logUnparsed = (status: number, code: string): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(requestCount(otherMethod, unrouted, String(status)), 1),
    log(`a request that cannot be read ${status} ${code}`, {
      "http.response.status_code": status,
      "error.type": code
    })
  )

/** They come every few seconds and are noise in the log. */
const isProbe = (route: string | undefined): boolean =>
  route === "/healthz" || route === "/readyz" || route === "/v1/metrics"

/** The route of a request that none has matched. */
const unrouted = "none"

/** OpenTelemetry counts any other method as one. */
const otherMethod = "_OTHER"
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY"])

/** A caller who hung up before there was an answer: nginx's code, which other programs know. */
const callerGone = 499

const statusOf = (answer: ServerAnswer): number => answer.headersSent ? answer.statusCode : callerGone

const maxPathLength = 300
const maxJob = 64

/** The query is left out: it may contain the URL of a page. */
const pathOf = (url: string): string => {
  const path = url.split(/[?#]/, 1)[0] ?? ""
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}...` : path
}

/** Unquoted by any log format, and short. Any other id is replaced by a new one. */
const requestId = (given: string | undefined): string =>
  given !== undefined && /^[\w.:@/+=-]{1,128}$/.test(given) ? given : randomUUID()

/** Our problems are short, and their text has its quotes escaped. */
const problemCode = ({ body, status }: HttpServerResponse.HttpServerResponse): string | undefined =>
  status >= 400 && body._tag === "Uint8Array" && body.contentType === "application/problem+json"
    ? /"code":"([a-z_]{1,60})"/.exec(new TextDecoder().decode(body.body))?.[1]
    : undefined

/** Adds facts that only the router has to each request. */
export const routeIsKnown = HttpRouter.middleware(
  (handler) =>
    Effect.withFiber((fiber) => {
      const facts = fiber.getRef(CurrentRequest)
      const matched = Context.getOrUndefined(fiber.context, HttpRouter.RouteContext)
      if (facts === undefined || matched === undefined || matched.route.path === "/*") return handler
      facts.route = matched.route.path.replaceAll(/:(\w+)/g, "{$1}")
      const job = matched.params["id"]
      if (job !== undefined && facts.route.startsWith("/v1/jobs/")) facts.job = job.slice(0, maxJob)
      nameSpan(Context.getOrUndefined(fiber.context, Tracer.ParentSpan), facts)
      return handler
    })
).layer

/** OpenTelemetry names the span of a request by its route, which was not known when the span began. */
const nameSpan = (span: Tracer.AnySpan | undefined, { id, job, route }: RequestFacts): void => {
  if (span?._tag !== "Span" || route === undefined || !span.sampled) return
  span.attribute("http.route", route)
  span.attribute("request.id", id)
  if (job !== undefined) span.attribute("job.id", job)
  const method = span.name.split(" ", 1)[0] ?? ""
  Object.assign(span, { name: `${method} ${route}` })
}
