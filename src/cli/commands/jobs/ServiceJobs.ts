import { Context, Effect, Layer, Option, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "../../../api/Api.ts"
import { Authentication } from "../../../api/Caller.ts"
import type { Job } from "../../../domain/job/Job.ts"
import { Settings } from "../../../Settings.ts"
import type { ApiKeySetting } from "../../../settings/api-keys.ts"
import { type CommandFailed, failed, usage } from "../../output/exit-codes.ts"

/** A job, and the name of the key that created it. */
export interface KeyedJob {
  readonly key: string
  readonly job: Job
}

/** The jobs of a running service, over its API with the keys of GLEANER_API_KEYS. */
export class ServiceJobs extends Context.Service<ServiceJobs, {
  /** The most recent jobs of all keys, newest first, and the number of all jobs. */
  list(limit: number): Effect.Effect<{ readonly jobs: ReadonlyArray<KeyedJob>; readonly total: number }, CommandFailed>
  show(id: string): Effect.Effect<KeyedJob, CommandFailed>
  /** Cancels the job. A finished job is returned unchanged. */
  cancel(id: string): Effect.Effect<KeyedJob, CommandFailed>
  /** Cancels the job if it runs, then deletes it with its documents and ledger. */
  delete(id: string): Effect.Effect<KeyedJob, CommandFailed>
}>()("gleaner/cli/commands/jobs/ServiceJobs") {
  /** The service at that URL, by default at GLEANER_HOST and GLEANER_PORT. */
  static readonly layer = (url: Option.Option<string>) =>
    Layer.effect(
      ServiceJobs,
      Effect.gen(function*() {
        const { apiKeys, host, port } = yield* Settings
        if (apiKeys.length === 0) return yield* noKeys
        const service = Option.getOrElse(url, () => `http://${reachable(host)}:${port}`)
        const clients = yield* Effect.forEach(apiKeys, (key) =>
          Effect.map(clientOf(service, key), ({ jobs }) => ({ key: key.name, jobs })))

        /** Tries the keys until one has the job. */
        const ofSomeKey = Effect.fnUntraced(function*<E extends Problem>(
          id: string,
          request: (jobs: (typeof clients)[number]["jobs"]) => Effect.Effect<Job, E>
        ) {
          for (const { jobs, key } of clients) {
            const found = yield* request(jobs).pipe(
              Effect.asSome,
              Effect.catchIf(isNotFound, () =>
                Effect.succeedNone),
              Effect.mapError(inWords(service))
            )
            if (Option.isSome(found)) return { key, job: found.value }
          }
          return yield* failed(
            `no key in GLEANER_API_KEYS has a job ${id}; gleaner jobs list shows all jobs`
          )
        })

        const newest = Effect.fnUntraced(function*({ jobs, key }: (typeof clients)[number], limit: number) {
          const found: Array<KeyedJob> = []
          let after: number | null = null
          for (;;) {
            const page: JobsPage = yield* jobs.jobs({
              query: { limit: Math.min(maxPage, limit - found.length), ...(after === null ? {} : { after }) }
            })
            found.push(...page.jobs.map((job) => ({ key, job })))
            after = page.next_cursor
            if (after === null || found.length >= limit) return { found, total: page.total }
          }
        })

        return ServiceJobs.of({
          list: Effect.fnUntraced(function*(limit) {
            const lists = yield* Effect.mapError(
              Effect.forEach(clients, (client) => newest(client, limit)),
              inWords(service)
            )
            const all = lists.flatMap(({ found }) => found)
            return {
              jobs: all.toSorted((a, b) => b.job.created_at - a.job.created_at).slice(0, limit),
              total: lists.reduce((sum, { total }) => sum + total, 0)
            }
          }),
          show: (id) => ofSomeKey(id, (jobs) => jobs.job({ params: { id }, query: {} })),
          cancel: (id) => ofSomeKey(id, (jobs) => jobs.cancel({ params: { id }, query: {} })),
          delete: (id) => ofSomeKey(id, (jobs) => jobs.cancel({ params: { id }, query: { purge: "true" } }))
        })
      })
    ).pipe(Layer.provide([passing, FetchHttpClient.layer]))
}

interface JobsPage {
  readonly jobs: ReadonlyArray<Job>
  readonly next_cursor: number | null
  readonly total: number
}

/** Maximum jobs in a response of the API. */
const maxPage = 100

const clientOf = (service: string, { secret }: ApiKeySetting) =>
  HttpApiClient.make(Api, {
    transformClient: HttpClient.mapRequest((request) =>
      HttpClientRequest.setHeader(HttpClientRequest.prependUrl(request, service), "x-api-key", Redacted.value(secret))
    )
  })

/** No-op: each client adds its key itself. */
const passing = HttpApiMiddleware.layerClient(Authentication, ({ next, request }) => next(request))

/** A service that listens on every address is reached by loopback. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return host.includes(":") ? `[${host}]` : host
}

interface Problem {
  readonly _tag: string
}

const isNotFound = (problem: Problem): boolean => problem._tag === "JobNotFound"

const noKeys = usage(
  "gleaner jobs needs a key of the service: set GLEANER_API_KEYS to the value of the service (name:secret)"
)

/** Error message with a remedy. A problem of the API has its own. */
const inWords = (service: string) => (problem: Problem): CommandFailed => {
  if (problem._tag === "Unauthorized") {
    return failed(`the service at ${service} does not know a key of GLEANER_API_KEYS`)
  }
  if (problem._tag === "HttpClientError") {
    return failed(`no Gleaner service answers at ${service}; start one, or give its URL with --url http://HOST:PORT`)
  }
  const detail = "detail" in problem && typeof problem.detail === "string" ? problem.detail : problem._tag
  return failed(`the service at ${service} refused: ${detail}`)
}
