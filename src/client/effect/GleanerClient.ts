import { Context, Effect, Layer, type Schema, Stream } from "effect"
import { HttpClient } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Authentication } from "../../api/Caller.ts"
import type { BatchPayload, CrawlPayload } from "../../api/CrawlRequest.ts"
import type { Document } from "../../domain/document/Document.ts"
import type { Job } from "../../domain/job/Job.ts"
import type { JobEvent } from "../../domain/job/JobEvent.ts"
import type { LedgerRow, PageChange, PageOutcome } from "../../domain/job/LedgerRow.ts"
import type { CutShort } from "./follow-job.ts"
import { documentsOf, eventsOf, ledgerOf, type Place } from "./job-streams.ts"
import { type GleanerClientOptions, retryingClient, serviceClient } from "./service-client.ts"

type Client = HttpApiClient.ForApi<typeof Api>
type Jobs = Client["jobs"]
type ErrorOf<F extends (...request: never) => Effect.Effect<unknown, unknown, unknown>> = Effect.Error<ReturnType<F>>

export type DocumentsError = ErrorOf<Jobs["documents"]> | ErrorOf<Jobs["job"]> | CutShort
export type LedgerError = ErrorOf<Jobs["ledger"]> | CutShort
export type EventsError = ErrorOf<Jobs["events"]> | CutShort

/** A request whose Documents have only the fields that it names. */
type WithFields<S extends Schema.Top, F> = Omit<S["Type"], "fields" | "dry_run"> & {
  readonly fields?: ReadonlyArray<F>
}
type Field = keyof Document

/** A service of Gleaner, over any `HttpClient`. Streams of a job go on by themselves after a cut connection. */
export class GleanerClient extends Context.Service<GleanerClient, {
  /** Every route of the API. Its schemas expect whole Documents: requests with `fields` are for the methods below. */
  readonly api: Client
  /** Starts a crawl and gives its Documents as they are stored, to its end. Interrupting it cancels nothing. */
  crawl<F extends Field = Field>(
    request: WithFields<typeof CrawlPayload, F>
  ): Stream.Stream<Pick<Document, F>, ErrorOf<Jobs["crawl"]> | DocumentsError>
  /** The same for these URLs alone. */
  batch<F extends Field = Field>(
    request: WithFields<typeof BatchPayload, F>
  ): Stream.Stream<Pick<Document, F>, ErrorOf<Jobs["batch"]> | DocumentsError>
  /** The Documents of a job as they are stored, to its end. */
  documents<F extends Field = Field>(
    id: string,
    from?: Place & { readonly fields?: ReadonlyArray<F> }
  ): Stream.Stream<Pick<Document, F>, DocumentsError>
  /** What became of every URL, to the job's end. */
  ledger(
    id: string,
    filter?: { readonly outcome?: PageOutcome; readonly change?: PageChange }
  ): Stream.Stream<LedgerRow, LedgerError>
  /** What happens to a job, to its end. */
  events(id: string, lastEventId?: string): Stream.Stream<JobEvent, EventsError>
}>()("gleaner/client/effect/GleanerClient") {
  static readonly layer = (
    options: GleanerClientOptions
  ): Layer.Layer<GleanerClient, never, HttpClient.HttpClient> =>
    Layer.effect(
      GleanerClient,
      Effect.gen(function*() {
        const client = serviceClient(options)(yield* HttpClient.HttpClient)
        const api = yield* HttpApiClient.makeWith(Api, { httpClient: retryingClient(client) })
        const documents = documentsOf(client)
        const started = <E>(job: Effect.Effect<Job, E>, fields: ReadonlyArray<Field> | undefined) =>
          Stream.unwrap(Effect.map(job, ({ id }) => documents(id, fields === undefined ? {} : { fields })))
        return GleanerClient.of({
          api,
          documents,
          crawl: (payload) => started(onlyJob(api.jobs.crawl({ payload, headers: {} })), payload.fields),
          batch: (payload) => started(api.jobs.batch({ payload, headers: {} }), payload.fields),
          ledger: ledgerOf(client),
          events: eventsOf(client)
        })
      })
    ).pipe(Layer.provide(keyed))
}

/** The client sets the key itself. */
const keyed = HttpApiMiddleware.layerClient(Authentication, ({ next, request }) => next(request))

/** Without dry_run the answer is a job. */
const onlyJob = <A extends object, E>(answer: Effect.Effect<A, E>) =>
  Effect.flatMap(
    answer,
    (job) => "id" in job ? Effect.succeed(job as Extract<A, Job>) : Effect.die(new Error("a plan"))
  )
