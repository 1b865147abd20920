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
import { OriginNotAllowed, RequestTooLarge, Unauthorized } from "../api/Problems.ts"
import { compact } from "../kernel/compact.ts"
import { challenge } from "../server/auth/Authentication.ts"
import { localCallers, needsKey } from "../server/auth/local-callers.ts"
import { localOrigin } from "../server/http/LocalFetch.ts"
import { Settings } from "../Settings.ts"
import { isAllowedOrigin } from "./allowed-origin.ts"
import { hasMethod, messageRefusal } from "./message-refusal.ts"
import { refusalAsProblem } from "./refusal-as-problem.ts"
import { registrations, serverFacts } from "./registrations.ts"
import { type Dispatch, withSessions } from "./sessions.ts"
import { withoutCompletions } from "./without-completions.ts"

const path = "/mcp"

/**
 * The Model Context Protocol over streamable HTTP, for the keys of the API. A call of a tool is a request to the API
 * within this process: it counts against the same limits. The other requests of the protocol are counted apart.
 */
export const McpRoute = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const { callerOf, enter } = yield* localCallers
  const { corsOrigins, host, maxRequestBody } = yield* Settings
  const refusalOf = yield* messageRefusal

  const caller = Effect.gen(function*() {
    const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
    const found = Option.isNone(request) ? undefined : callerOf(request.value.headers)
    return found ?? (yield* Effect.die(new Error("a call of a tool without a key has passed the route")))
  })

  // On a router of its own, so that each request to it passes through the sessions.
  const own = yield* Layer.build(
    McpServer.layerHttp({
      ...serverFacts,
      path,
      allowSessionTermination: true,
      // The tools never change, and a subscription would hold its connection for nothing.
      allowSubscriptions: false,
      registrations: registrations(caller)
    }).pipe(Layer.provideMerge(Layer.fresh(HttpRouter.layer)))
  ).pipe(Effect.orDie)
  const handle = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(
    yield* Effect.context<never>()
  )(Context.get(own, HttpRouter.HttpRouter).asHttpEffect())
  const dispatch: Dispatch = ({ body, headers, method, signal }) =>
    handle(new Request(localOrigin + path, compact({ method, headers, body, signal })))
  const pass = withSessions(dispatch)

  const answer = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    // Checked here, where a refusal is a problem: the library learns of no origin.
    const { origin, ...headers } = request.headers
    if (origin !== undefined && !isAllowedOrigin(origin, corsOrigins, host)) {
      return yield* HttpServerRespondable.toResponse(
        new OriginNotAllowed({
          detail: "Web pages of this origin may not call /mcp; the operator lists origins in GLEANER_CORS_ORIGINS."
        })
      )
    }
    const caller = yield* enter(request)
    if (caller === undefined) {
      const refused = yield* HttpServerRespondable.toResponse(new Unauthorized({ detail: needsKey }))
      return HttpServerResponse.setHeader(refused, "www-authenticate", challenge)
    }
    const body = request.method !== "POST" ? undefined : yield* request.text.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxRequestBody)),
      Effect.option
    )
    if (body !== undefined && Option.isNone(body)) {
      return yield* HttpServerRespondable.toResponse(
        new RequestTooLarge({ detail: `The body is larger than ${maxRequestBody} bytes, or it could not be read.` })
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
    const problem = response.body === null ? refusalAsProblem(response.status) : undefined
    if (problem !== undefined) {
      const allow = response.headers.get("allow")
      return allow === null ? yield* problem : HttpServerResponse.setHeader(yield* problem, "allow", allow)
    }
    if (body === undefined || !["initialize", "server/discover"].some((name) => hasMethod(body.value, name))) {
      return HttpServerResponse.fromWeb(response)
    }
    const message = withoutCompletions(yield* Effect.promise(() => response.text()))
    // Its length is another one now.
    response.headers.delete("content-length")
    return HttpServerResponse.fromWeb(new Response(message, response))
  })
  for (const method of ["GET", "POST", "DELETE"] as const) yield* router.add(method, path, answer)
}))
