import { Context, Effect, Layer, type Schema, Stream } from "effect"
import { HttpClient } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import type { Document } from "../../../core/domain/document/Document.ts"
import type { Job } from "../../../core/domain/job/Job.ts"
import type { JobEvent } from "../../../core/domain/job/JobEvent.ts"
import type { LedgerRow, PageChange, PageOutcome } from "../../../core/domain/job/LedgerRow.ts"
import { Api } from "../../api/Api.ts"
import { Authentication, FeedAuthentication } from "../../api/Caller.ts"
import type { BatchPayload, CrawlPayload } from "../../api/CrawlRequest.ts"
import type { StoredOptions } from "../follow-documents.ts"
import type { CutShort } from "./follow-job.ts"
import { documentsOf, eventsOf, ledgerOf, type StreamStart } from "./job-streams.ts"
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

/**
 * A Gleaner service, over any `HttpClient`. Problems are typed errors. A 429 or 503 is tried again as its Retry-After
 * says, 4 times at most. Streams of a job resume after a cut connection. After more than two minutes of
 * failures in a row they fail with the last one. Interrupting a stream closes its request and cancels no job.
 */
export class GleanerClient extends Context.Service<GleanerClient, {
  /** Every route of the API. Its schemas expect whole Documents: requests with `fields` are for the methods below. */
  readonly api: Client
  /** Starts a crawl and gives its Documents as they are stored, to its end. */
  crawl<F extends Field = Field>(
    request: WithFields<typeof CrawlPayload, F>
  ): Stream.Stream<Pick<Document, F>, ErrorOf<Jobs["crawl"]> | DocumentsError>
  /** Starts a job for only these URLs, and gives its Documents as they are stored, to its end. */
  batch<F extends Field = Field>(
    request: WithFields<typeof BatchPayload, F>
  ): Stream.Stream<Pick<Document, F>, ErrorOf<Jobs["batch"]> | DocumentsError>
  /** The Documents of a job as they are stored, to its end. */
  documents<F extends Field = Field>(
    id: string,
    from?: StreamStart & StoredOptions & { readonly fields?: ReadonlyArray<F> }
  ): Stream.Stream<Pick<Document, F>, DocumentsError>
  /** The rows of a job's ledger, oldest first, to its end. */
  ledger(
    id: string,
    filter?: { readonly outcome?: PageOutcome; readonly change?: PageChange }
  ): Stream.Stream<LedgerRow, LedgerError>
  /** The events of a job to its end, after the one with the id `lastEventId` or from the first on. */
  events(id: string, lastEventId?: string): Stream.Stream<JobEvent, EventsError>
}>()("gleaner/contract/client/effect/GleanerClient") {
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
const keyed = Layer.mergeAll(
  HttpApiMiddleware.layerClient(Authentication, ({ next, request }) => next(request)),
  HttpApiMiddleware.layerClient(FeedAuthentication, ({ next, request }) => next(request))
)

/** Without dry_run the answer is a job. */
const onlyJob = <A extends object, E>(answer: Effect.Effect<A, E>) =>
  Effect.flatMap(
    answer,
    (job) => "id" in job ? Effect.succeed(job as Extract<A, Job>) : Effect.die(new Error("a plan"))
  )
