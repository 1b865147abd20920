import { ByteSize, Context, Effect, Layer, Option, type Scope } from "effect"
import { McpServer } from "effect/ai"
import {
  HttpEffect,
  HttpIncomingMessage,
  HttpRouter,
  HttpServerRequest,
  HttpServerRespondable,
  HttpServerResponse
} from "effect/http"
import * as Problems from "../../contract/api/Problems.ts"
import { compact } from "../../core/kernel/compact.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { challenge } from "../server/auth/Authentication.ts"
import { localCallers, needsKey } from "../server/auth/local-callers.ts"
import { localOrigin } from "../server/http/LocalFetch.ts"
import { leanMessage } from "./lean-message.ts"
import { hasMethod, messageRefusal } from "./message-refusal.ts"
import { registrations, serverFacts } from "./registrations.ts"
import { type Dispatch, withSessions } from "./sessions.ts"

const path = "/mcp"

/**
 * The Model Context Protocol over streamable HTTP, for the keys of the API. A call of a tool is a request to the API
 * within this process, and counts against its limits. Other requests of the protocol are counted separately.
 */
export const mcpRoute = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const { callerOf, enter } = yield* localCallers
  const { corsOrigins, host, maxRequestBody } = yield* Settings
  const refusalOf = yield* messageRefusal
  const pass = withSessions(yield* library(callerOf))

  const answer = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    // Checked here, where a refusal is a problem. The library gets no origin.
    const { origin, ...headers } = request.headers
    if (origin !== undefined && !isAllowedOrigin(origin, corsOrigins, host)) return yield* originNotAllowed
    const caller = yield* enter(request)
    if (caller === undefined) return yield* unauthorized
    const body = request.method !== "POST" ? undefined : yield* request.text.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxRequestBody)),
      Effect.option
    )
    if (body !== undefined && Option.isNone(body)) {
      return yield* HttpServerRespondable.toResponse(
        new Problems.RequestTooLarge({
          detail: `The body is larger than ${maxRequestBody} bytes, or it could not be read.`
        })
      )
    }
    const refusal = body === undefined ? undefined : yield* refusalOf(caller.owner, body.value)
    if (refusal !== undefined) return refusal
    const response = yield* Effect.promise((signal) =>
      pass(
        caller.owner,
        compact({ method: request.method, headers: new Headers(headers), signal, body: body?.value })
      )
    )
    return yield* answerOf(response, body?.value ?? "")
  })
  for (const method of ["GET", "POST", "DELETE"] as const) yield* router.add(method, path, answer)
}))

/** Passes requests to the library of the protocol, on a router of its own. */
const library = Effect.fnUntraced(function*(callerOf: Effect.Success<typeof localCallers>["callerOf"]) {
  const caller = Effect.gen(function*() {
    const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
    const found = Option.isNone(request) ? undefined : callerOf(request.value.headers)
    return found ?? (yield* Effect.die(new Error("a call of a tool without a key has passed the route")))
  })
  const own = yield* Layer.build(
    McpServer.layerHttp({
      ...serverFacts,
      path,
      allowSessionTermination: true,
      // The tools never change, so a subscription would only occupy a connection.
      allowSubscriptions: false,
      registrations: registrations(caller)
    }).pipe(Layer.provideMerge(Layer.fresh(HttpRouter.layer)))
  ).pipe(Effect.orDie)
  const handle = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(
    yield* Effect.context<never>()
  )(Context.get(own, HttpRouter.HttpRouter).asHttpEffect())
  const dispatch: Dispatch = (request) => handle(new Request(localOrigin + path, request))
  return dispatch
})

/** The answer of the library, with problems for its refusals and without what it need not say. */
const answerOf = Effect.fnUntraced(function*(response: Response, body: string) {
  const problem = response.body === null ? problems[response.status] : undefined
  if (problem !== undefined) {
    const answer = yield* HttpServerRespondable.toResponse(problem)
    const allow = response.headers.get("allow")
    return allow === null ? answer : HttpServerResponse.setHeader(answer, "allow", allow)
  }
  if (!["initialize", "server/discover", "tools/list"].some((name) => hasMethod(body, name))) {
    return HttpServerResponse.fromWeb(response)
  }
  const message = leanMessage(yield* Effect.promise(() => response.text()))
  response.headers.delete("content-length")
  return HttpServerResponse.fromWeb(new Response(message, response))
})

/** Problems for the refusals of the library, which have no body. */
const problems: Readonly<Record<number, HttpServerRespondable.Respondable>> = {
  400: new Problems.InvalidRequest({
    detail: "The request is not one of a session; send initialize first, and then its Mcp-Session-Id."
  }),
  404: new Problems.SessionNotFound({
    detail: "There is no such session, or it has ended; send initialize to begin one."
  }),
  405: new Problems.MethodNotAllowed({ detail: "This path takes DELETE, OPTIONS, POST; use one of these methods." }),
  406: new Problems.NotAcceptable({ detail: "Accept both application/json and text/event-stream." }),
  415: new Problems.UnsupportedMediaType({ detail: "Send JSON, with Content-Type: application/json." })
}

const originNotAllowed = HttpServerRespondable.toResponse(
  new Problems.OriginNotAllowed({
    detail: "Web pages of this origin may not call /mcp; the operator lists origins in GLEANER_CORS_ORIGINS."
  })
)

const unauthorized = Effect.map(
  HttpServerRespondable.toResponse(new Problems.Unauthorized({ detail: needsKey })),
  HttpServerResponse.setHeader("www-authenticate", challenge)
)

/**
 * Whether a page of this origin may call `/mcp`. A service on loopback allows the origins of its own machine. After DNS
 * rebinding, a page still has its own origin, which is refused.
 */
const isAllowedOrigin = (origin: string, corsOrigins: ReadonlyArray<string>, host: string): boolean => {
  if (corsOrigins.includes(origin)) return true
  const hostname = URL.parse(origin)?.hostname
  return hostname !== undefined && isLoopback(host) && isLoopback(hostname)
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
