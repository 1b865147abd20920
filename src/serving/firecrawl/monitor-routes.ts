import { Effect, Option, Result } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { GleanerClient, StartOptions } from "../../contract/client/index.ts"
import type { LocalCaller } from "../server/auth/local-callers.ts"
import { refused } from "./answers.ts"
import { checked, readBody, use } from "./calls.ts"
import { MonitorPatch, MonitorRequest } from "./monitor-requests.ts"
import { changeMonitor, checkDetail, checkOf, createMonitor, listChecks, listMonitors, monitorOf } from "./monitors.ts"

interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: `/${string}`
  readonly handle: (caller: LocalCaller, maxBody: number) => ReturnType<typeof useOf>
}

/** Parts of the path and of the query. */
interface Asked {
  readonly id: string
  readonly check: string
  readonly query: Readonly<Record<string, string | undefined>>
}

type Run = (client: GleanerClient, asked: Asked, call: StartOptions) => Promise<object>

const asked = Effect.gen(function*() {
  const { check = "", id = "" } = yield* HttpRouter.params
  const query = yield* HttpServerRequest.ParsedSearchParams
  return {
    id,
    check,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]))
  } satisfies Asked
})

const useOf = (caller: LocalCaller, run: Run) =>
  Effect.flatMap(asked, (parts) => use(caller, (client, call) => run(client, parts, call)))

const route = (method: Route["method"], path: Route["path"], run: Run): Route => ({
  method,
  path,
  handle: (caller) => useOf(caller, run)
})

const withBody = <A>(
  method: Route["method"],
  path: Route["path"],
  schema: Parameters<typeof checked<A>>[0],
  run: (client: GleanerClient, asked: Asked, request: A, call: StartOptions) => Promise<object>
): Route => ({
  method,
  path,
  handle: Effect.fnUntraced(function*(caller, limit) {
    const body = yield* readBody(limit)
    if (Option.isNone(body)) return refused(`The body is not JSON, or it is larger than ${limit} bytes.`)
    const request: Result.Result<A, HttpServerResponse.HttpServerResponse> = checked(schema, body.value)
    if (Result.isFailure(request)) return request.failure
    return yield* useOf(caller, (client, parts, call) => run(client, parts, request.success, call))
  })
})

const data = async (answer: Promise<unknown>) => ({ success: true, data: await answer })

const numberIn = (text: string | undefined, otherwise: number): number =>
  /^\d{1,6}$/.test(text ?? "") ? Number(text) : otherwise

const pageOf = ({ query }: Asked) => ({ limit: numberIn(query["limit"], 25), offset: numberIn(query["offset"], 0) })

/** Pages of a check in one answer. */
const pagesPerAnswer = 100

/** Monitors, over schedules. */
export const monitorRoutes = (prefix: string): ReadonlyArray<Route> => [
  withBody(
    "POST",
    "/monitor",
    MonitorRequest,
    (client, _, request, call) => data(createMonitor(client, request, call))
  ),
  route("GET", "/monitor", (client, parts, call) => data(listMonitors(client, pageOf(parts), call))),
  route("GET", "/monitor/:id", (client, { id }, call) => data(client.schedules.get(id, call).then(monitorOf))),
  withBody(
    "PATCH",
    "/monitor/:id",
    MonitorPatch,
    (client, { id }, request, call) => data(changeMonitor(client, id, request, call))
  ),
  route("DELETE", "/monitor/:id", async (client, { id }, call) => {
    await client.schedules.delete(id, call)
    return { success: true }
  }),
  route(
    "POST",
    "/monitor/:id/run",
    (client, { id }, call) => data(client.schedules.run(id, call).then((run) => checkOf(id, run)))
  ),
  route("GET", "/monitor/:id/checks", (client, parts, call) => data(listChecks(client, parts.id, pageOf(parts), call))),
  route("GET", "/monitor/:id/checks/:check", async (client, { check: checkId, id, query }, call) => {
    const { after, status } = query
    const limit = numberIn(query["limit"], pagesPerAnswer)
    const { check, next } = await checkDetail(client, id, checkId, { after, limit, status }, call)
    const more = new URLSearchParams({ limit: String(limit), ...status === undefined ? {} : { status } })
    const at = next === null ? null : `${prefix}/monitor/${id}/checks/${checkId}?${more}&after=${next}`
    return { success: true, data: check, next: at }
  })
]
