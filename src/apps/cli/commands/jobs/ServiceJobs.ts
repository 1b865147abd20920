import { Context, Effect, Layer, type Option, Stream } from "effect"
import type { Job, JobPassages, JobTemplates } from "../../../../contract/client/index.ts"
import { compact } from "../../../../core/kernel/compact.ts"
import type { CommandFailed } from "../../output/exit-codes.ts"
import { asError, keyClients } from "../service/key-clients.ts"

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
        const { ask, clients, find, pagesOf, refusal } = yield* keyClients("jobs", url)
        const findOwn = (id: string, act: "get" | "cancel" | "delete") =>
          Effect.map(
            find("job", id, ({ jobs }, signal) => jobs[act](id, { signal })),
            ({ found, ...rest }) => ({ ...rest, job: found })
          )

        const records: ServiceJobs["Service"]["records"] = (id, { isCsv, type }) =>
          Stream.unwrap(Effect.map(findOwn(id, "get"), ({ client: { jobs } }) => {
            const ofType = compact({ type })
            const lines: ReturnType<ServiceJobs["Service"]["records"]> = isCsv
              ? Stream.mapError(
                Stream.fromAsyncIterable(jobs.csv(id, { list: "records", ...ofType }), asError),
                refusal
              )
              : Stream.flatMap(
                pagesOf((after, signal) => jobs.records(id, { after, signal, ...ofType })),
                (page) => Stream.fromIterable(page.records.map((record) => `${JSON.stringify(record)}\n`))
              )
            return lines
          }))

        const templates: ServiceJobs["Service"]["templates"] = Effect.fnUntraced(function*(id) {
          const { client: { jobs } } = yield* findOwn(id, "get")
          const pages = pagesOf((after, signal) => jobs.templates(id, { after, limit: maxTemplates, signal }))
          return (yield* Stream.runCollect(pages)).flatMap((page) => page.templates)
        })

        const search: ServiceJobs["Service"]["search"] = Effect.fnUntraced(function*(id, query) {
          const { client: { jobs } } = yield* findOwn(id, "get")
          return (yield* ask((signal) => jobs.search(id, { ...query, signal }))).passages
        })

        const newest = Effect.fnUntraced(function*({ client: { jobs }, key }: (typeof clients)[number], limit: number) {
          const all = pagesOf((after, signal) => jobs.list({ after, limit: Math.min(maxPage, limit), signal }))
          const pages = yield* Stream.runCollect(Stream.take(all, Math.ceil(limit / maxPage)))
          const found = pages.flatMap((page) => page.jobs).map((job) => ({ key, job }))
          return { found, total: pages.at(-1)?.total ?? 0 }
        })

        return ServiceJobs.of({
          list: Effect.fnUntraced(function*(limit) {
            const lists = yield* Effect.forEach(clients, (client) => newest(client, limit))
            const all = lists.flatMap(({ found }) => found)
            return {
              jobs: all.toSorted((a, b) => b.job.created_at - a.job.created_at).slice(0, limit),
              total: lists.reduce((sum, { total }) => sum + total, 0)
            }
          }),
          show: (id) => findOwn(id, "get"),
          records,
          templates,
          search,
          cancel: (id) => findOwn(id, "cancel"),
          delete: (id) => findOwn(id, "delete")
        })
      })
    )
}

/** Maximum jobs and templates in a response of the API. */
const maxPage = 100
const maxTemplates = 1000
