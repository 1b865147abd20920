import { Context, Effect, Layer, Option, Redacted, Stream } from "effect"
import {
  gleanerClient,
  type GleanerError,
  type Job,
  type JobPassages,
  type JobTemplates
} from "../../../../contract/client/index.ts"
import { inBrackets } from "../../../../core/domain/url-host.ts"
import { compact } from "../../../../core/kernel/compact.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { type CommandFailed, failed, usage } from "../../output/exit-codes.ts"

/** A job, and the name of the key that created it. */
export interface KeyedJob {
  readonly key: string
  readonly job: Job
}

export type JobTemplate = JobTemplates["templates"][number]

/** The jobs of a running service, over its API with the keys of GLEANER_API_KEYS. */
export class ServiceJobs extends Context.Service<ServiceJobs, {
  /** The most recent jobs of all keys, newest first, and the number of all jobs. */
  list(limit: number): Effect.Effect<{ readonly jobs: ReadonlyArray<KeyedJob>; readonly total: number }, CommandFailed>
  show(id: string): Effect.Effect<KeyedJob, CommandFailed>
  /** The records of its documents, all or those of one type, as JSON Lines or CSV. */
  records(
    id: string,
    options: { readonly type: string | undefined; readonly isCsv: boolean }
  ): Stream.Stream<string | Uint8Array, CommandFailed>
  /** The groups of its pages with the same layout, the largest first. */
  templates(id: string): Effect.Effect<ReadonlyArray<JobTemplate>, CommandFailed>
  /** The passages of its pages that match the words or the question, best first. */
  search(
    id: string,
    query: { readonly q: string; readonly limit: number; readonly max_tokens: number | undefined }
  ): Effect.Effect<JobPassages["passages"], CommandFailed>
  /** Cancels the job. A finished job is returned unchanged. */
  cancel(id: string): Effect.Effect<KeyedJob, CommandFailed>
  /** Cancels the job if it runs, then deletes it with its documents and ledger. */
  delete(id: string): Effect.Effect<KeyedJob, CommandFailed>
}>()("gleaner/apps/cli/commands/jobs/ServiceJobs") {
  /** The service at that URL, by default at GLEANER_HOST and GLEANER_PORT. */
  static readonly layer = (url: Option.Option<string>) =>
    Layer.effect(
      ServiceJobs,
      Effect.gen(function*() {
        const settings = yield* Settings
        const { apiKeys } = settings
        if (apiKeys.length === 0) return yield* noKeys
        const service = yield* serviceUrl(url, settings)
        const clients = apiKeys.map(({ name, secret }) => ({
          key: name,
          jobs: gleanerClient({ baseUrl: service, apiKey: Redacted.value(secret), tries: 1 }).jobs
        }))

        /** Tries the keys until one has the job. */
        const ofSomeKey = Effect.fnUntraced(function*(id: string, act: "get" | "cancel" | "delete") {
          for (const { jobs, key } of clients) {
            const found = yield* answerOf((signal) => jobs[act](id, { signal })).pipe(
              Effect.asSome,
              Effect.catchIf(({ code }) => code === "job_not_found", () => Effect.succeedNone),
              Effect.mapError(inWords(service))
            )
            if (Option.isSome(found)) return { key, job: found.value }
          }
          return yield* failed(`no key in GLEANER_API_KEYS has a job ${id}; gleaner jobs list shows all jobs`)
        })

        const records: ServiceJobs["Service"]["records"] = (id, { isCsv, type }) =>
          Stream.unwrap(Effect.map(ofSomeKey(id, "get"), ({ key }) => {
            const jobs = clients.find((client) => client.key === key)?.jobs
            if (jobs === undefined) return Stream.empty
            const found: Stream.Stream<string | Uint8Array, GleanerError> = isCsv
              ? Stream.fromAsyncIterable(jobs.csv(id, { list: "records", ...compact({ type }) }), asError)
              : Stream.paginate(undefined as string | undefined, (after) =>
                Effect.map(
                  answerOf((signal) => jobs.records(id, { after, signal, ...compact({ type }) })),
                  ({ has_more, next_cursor, records }) =>
                    [
                      records.map((record) => `${JSON.stringify(record)}\n`),
                      // A running job has no end yet.
                      has_more && next_cursor !== null && next_cursor !== after
                        ? Option.some(next_cursor)
                        : Option.none<string>()
                    ] as const
                ))
            return Stream.mapError(found, inWords(service))
          }))

        const templates: ServiceJobs["Service"]["templates"] = Effect.fnUntraced(function*(id) {
          const { key } = yield* ofSomeKey(id, "get")
          const jobs = clients.find((client) => client.key === key)?.jobs
          const all: Array<JobTemplate> = []
          if (jobs === undefined) return all
          for (let after: string | undefined;;) {
            const page = yield* Effect.mapError(
              answerOf((signal) => jobs.templates(id, { after, limit: maxTemplates, signal })),
              inWords(service)
            )
            all.push(...page.templates)
            if (page.next_cursor === null) return all
            after = page.next_cursor
          }
        })

        const search: ServiceJobs["Service"]["search"] = Effect.fnUntraced(function*(id, query) {
          const { key } = yield* ofSomeKey(id, "get")
          const jobs = clients.find((client) => client.key === key)?.jobs
          if (jobs === undefined) return []
          const { passages } = yield* Effect.mapError(
            answerOf((signal) => jobs.search(id, { ...query, signal })),
            inWords(service)
          )
          return passages
        })

        const newest = Effect.fnUntraced(function*({ jobs, key }: (typeof clients)[number], limit: number) {
          const found: Array<KeyedJob> = []
          let after: string | undefined
          for (;;) {
            const query = { after, limit: Math.min(maxPage, limit - found.length) }
            const page = yield* answerOf((signal) => jobs.list({ ...query, signal }))
            found.push(...page.jobs.map((job) => ({ key, job })))
            if (page.next_cursor === null || found.length >= limit) return { found, total: page.total }
            after = page.next_cursor
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
          show: (id) => ofSomeKey(id, "get"),
          records,
          templates,
          search,
          cancel: (id) => ofSomeKey(id, "cancel"),
          delete: (id) => ofSomeKey(id, "delete")
        })
      })
    )
}

/** Maximum jobs and templates in a response of the API. */
const maxPage = 100
const maxTemplates = 1000

export const answerOf = <A>(request: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({ try: request, catch: asError })

const asError = (error: unknown) => error as GleanerError // the only error of the client

/** The service at that URL, by default on this machine. */
export const serviceUrl = (
  url: Option.Option<string>,
  { host, port }: Pick<Settings["Service"], "host" | "port">
): Effect.Effect<string, CommandFailed> =>
  Option.match(url, { onNone: () => Effect.succeed(`http://${reachable(host)}:${port}`), onSome: typedServiceUrl })

/** The URL of a service as typed, or an error: a name alone is not one. */
export const typedServiceUrl = (url: string): Effect.Effect<string, CommandFailed> =>
  /^https?:$/.test(URL.parse(url)?.protocol ?? "")
    ? Effect.succeed(url)
    : usage(`--url ${JSON.stringify(url)} is not the URL of a service, such as http://localhost:8080`)

/** A service that listens on every address is reached by loopback. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return inBrackets(host)
}

const noKeys = usage(
  "gleaner jobs needs a key of the service: set GLEANER_API_KEYS to the value of the service (name:secret)"
)

/** Error message with a remedy. A problem of the API has its own. */
export const inWords = (service: string) => ({ code, detail }: GleanerError): CommandFailed => {
  if (code === "unauthorized") return failed(`the service at ${service} does not know a key of GLEANER_API_KEYS`)
  if (code === "network_error" || code === "unexpected_answer") {
    return failed(`no Gleaner service answers at ${service}; start one, or give its URL with --url http://HOST:PORT`)
  }
  return failed(`the service at ${service} refused: ${detail}`)
}
