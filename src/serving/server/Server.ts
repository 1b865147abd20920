import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Duration, Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer, HttpServerResponse, UrlParams } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createServer, type Server as NodeServer } from "node:http"
import type { Socket } from "node:net"
import { Api } from "../../contract/api/Api.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { JobTemplates } from "../../crawling/jobs/templates/JobTemplates.ts"
import type { RequestCounter } from "../../crawling/stores/RequestCounter.ts"
import { Proxies } from "../../web/net/proxies/Proxies.ts"
import { consoleRoutes } from "./assets/Console.ts"
import { ConsoleFiles } from "./assets/ConsoleFiles.ts"
import { docsRoutes } from "./assets/Docs.ts"
import { DocsFiles } from "./assets/DocsFiles.ts"
import { ApiKeys } from "./auth/ApiKeys.ts"
import { authentication } from "./auth/Authentication.ts"
import { botRoutes } from "./auth/BotPage.ts"
import { crossOrigin } from "./auth/cross-origin.ts"
import { keyDirectoryRoute } from "./auth/KeyDirectory.ts"
import { privateAnswers } from "./auth/private-answers.ts"
import { sessionHandlers } from "./auth/SessionRoutes.ts"
import { Sessions } from "./auth/Sessions.ts"
import { Gauges } from "./Gauges.ts"
import { jobsHandlers } from "./handlers/jobs/Jobs.ts"
import { defectsAsProblems, fallbackRoute, interruptionsAsProblems } from "./handlers/not-found.ts"
import { pagesHandlers } from "./handlers/Pages.ts"
import { picturesHandlers } from "./handlers/Pictures.ts"
import { profilesHandlers } from "./handlers/profiles/Profiles.ts"
import { schedulesHandlers } from "./handlers/schedules/Schedules.ts"
import { searchHandlers } from "./handlers/search/Search.ts"
import { systemHandlers } from "./handlers/System.ts"
import { wrappersHandlers } from "./handlers/wrappers/Wrappers.ts"
import { accessLog, logUnparsed, routeIsKnown } from "./http/AccessLog.ts"
import { entityTags } from "./http/entity-tags.ts"
import { LocalFetch } from "./http/LocalFetch.ts"
import { neverFramed } from "./http/never-framed.ts"
import { requestBody } from "./http/RequestBody.ts"
import { untracedProbes, withoutSpans } from "./http/untraced-probes.ts"
import { Admission } from "./limits/Admission.ts"
import { LimitUsage } from "./limits/LimitUsage.ts"
import { LoadMeter } from "./limits/LoadMeter.ts"
import { OpenStreams } from "./limits/OpenStreams.ts"
import { requestLimits } from "./limits/RequestLimits.ts"
import { answersAreBounded, UnreadAnswers } from "./limits/UnreadAnswers.ts"
import { llmsTextRoute } from "./llms-text.ts"
import { answerParseErrors, refuseUnreadable } from "./problems/http-parse-errors.ts"
import { Readiness } from "./Readiness.ts"

const apiRoutes = HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(
  Layer.provide([
    pagesHandlers,
    picturesHandlers,
    searchHandlers,
    jobsHandlers,
    schedulesHandlers,
    wrappersHandlers,
    profilesHandlers,
    systemHandlers,
    sessionHandlers
  ]),
  Layer.provide([Gauges.layerNoDeps, Layer.provide(LimitUsage.layerNoDeps, Proxies.layer), JobTemplates.layerNoDeps]),
  Layer.provide([OpenStreams.layer, Admission.layer, LoadMeter.layer]),
  Layer.provide([authentication, requestLimits, requestBody]),
  Layer.provide(Sessions.layerNoDeps)
)

/** Outside /v1, without a key: they say only ok. */
const probeRoutes = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const readiness = yield* Readiness
  const ready = Effect.map(
    readiness.probe,
    (state) => HttpServerResponse.text(state, { status: state === "ok" ? 200 : 503 })
  )
  yield* router.add("GET", "/healthz", HttpServerResponse.text("ok"))
  yield* router.add("GET", "/readyz", ready)
}))

/** Answers over 1 kB. Events go out one by one, and pictures are compressed already. */
const compressed = HttpMiddleware.compression({
  algorithms: ["br", "gzip"],
  compressible: (type) => /^(?:text\/(?!event-stream)|application\/(?:json|problem\+json|x-ndjson|jsonl)\b)/.test(type)
})

/** Services of the server for protocols in front of the API. */
type RouteServices = HttpRouter.HttpRouter | LocalFetch | ApiKeys | UnreadAnswers | RequestCounter | Settings

const routesWith = (others: Layer.Layer<never, never, RouteServices>) =>
  Layer.mergeAll(
    apiRoutes,
    probeRoutes,
    keyDirectoryRoute,
    botRoutes,
    llmsTextRoute,
    consoleRoutes.pipe(Layer.provide(ConsoleFiles.layer)),
    docsRoutes.pipe(Layer.provide(DocsFiles.layer)),
    others.pipe(Layer.provide(LocalFetch.layer)),
    fallbackRoute
  ).pipe(
    Layer.provide(routeIsKnown),
    Layer.provide([
      defectsAsProblems,
      interruptionsAsProblems,
      answersAreBounded,
      entityTags,
      HttpRouter.disableLogger
    ]),
    Layer.provide(UnreadAnswers.layer)
  )

/** Traces show no value of a query: it may contain the URL of a page, with its secrets. */
const redactedQueries = Layer.succeed(UrlParams.CurrentRedactedNames, [/^/])

/** A longer value than the 100 characters of the default is one that the route refuses, and no unknown route. */
const longParameters = Layer.succeed(HttpRouter.RouterConfig, { maxParamLength: Infinity })

/** The service on its port, with other protocols beside the API. The address it listens on is `HttpServer.address`. */
export const serverWith = (others: Layer.Layer<never, never, RouteServices>) =>
  Layer.unwrap(Effect.map(Settings, ({ corsOrigins }) => {
    const open = crossOrigin(corsOrigins)
    return Layer.unwrap(
      Effect.map(HttpRouter.toHttpEffect(routesWith(others)), (router) =>
        // A middleware surrounds the sending of the answer, which the log reports. An answer without the router has to
        // be given within it: one that a middleware gives is sent after it.
        HttpServer.serve(neverFramed(privateAnswers(compressed(open(refuseUnreadable(router))))), (app) =>
          withoutSpans(accessLog(app))))
    )
  })).pipe(
    Layer.provideMerge(
      Layer.unwrap(
        Effect.zipWith(
          Settings,
          Effect.context<never>(),
          (settings, context) =>
            NodeHttpServer.layer(
              () => makeServer(settings, (status, code) => Effect.runForkWith(context)(logUnparsed(status, code))),
              { host: settings.host, port: settings.port, gracefulShutdownTimeout: settings.shutdownTimeout }
            )
        )
      )
    ),
    Layer.provideMerge(Layer.mergeAll(ApiKeys.layer, Readiness.layerNoDeps)),
    Layer.provide([longParameters, redactedQueries, untracedProbes])
  )

/** The service without a port: its routes answer only `LocalFetch`. */
export const localServer = Layer.merge(LocalFetch.layer, routesWith(Layer.empty)).pipe(
  Layer.provide(HttpRouter.layer),
  Layer.provide(NodeHttpServer.layerHttpServices),
  Layer.provideMerge(Layer.mergeAll(ApiKeys.layer, Readiness.layerNoDeps)),
  Layer.provide([longParameters, redactedQueries])
)

/**
 * Milliseconds. Longer than the minute of most proxies and clients: the side that closes first may lose the next
 * request.
 */
const idleConnection = 65_000

const makeServer = (
  { receiveTimeout, sendTimeout }: Settings["Service"],
  reportFault: (status: number, code: string) => void
): NodeServer => {
  // A caller that sends byte by byte occupies one socket for this long, and nothing else.
  const receiving = Duration.toMillis(receiveTimeout)
  const server = createServer({
    headersTimeout: receiving,
    requestTimeout: receiving,
    keepAliveTimeout: idleConnection,
    maxHeaderSize: 16 * 1024,
    // We answer a missing Host with a problem of our own.
    requireHostHeader: false
  })
  // Nothing has moved on the socket for a while. A caller who has unread bytes loses it; a caller who waits for a page
  // does not.
  server.timeout = Duration.toMillis(sendTimeout)
  server.on("request", (_, response) =>
    response.on("timeout", (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    }))
  answerParseErrors(server, reportFault)
  return server
}

/** Where the service listens, as a person would type it. */
export const listeningAt = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))
