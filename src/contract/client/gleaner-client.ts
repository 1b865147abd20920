import { type FieldFormat, type PageFormat, pageFormats } from "../../core/domain/options/page-formats.ts"
import { type CallOptions, connect, type ConnectionOptions } from "./connection.ts"
import { type DocumentsOptions, followDocuments, type StoredOptions } from "./follow-documents.ts"
import { type EventsOptions, followEvents } from "./follow-events.ts"
import { followLedger, type LedgerPage } from "./follow-ledger.ts"
import { type JobRun, jobRun } from "./JobRun.ts"
import type { JobSearchQuery } from "./JobSearchQuery.ts"
import { type ArchiveMethods, archiveMethods } from "./methods/archives.ts"
import { type ProfileMethods, profileMethods } from "./methods/profiles.ts"
import { type ScheduleMethods, scheduleMethods } from "./methods/schedules.ts"
import { type WrapperMethods, wrapperMethods } from "./methods/wrappers.ts"
import { randomUuid } from "./random-uuid.ts"
import type {
  BatchBody,
  CrawlBody,
  CrawlPlan,
  DiscoverRequest,
  DiscoverResult,
  Document,
  Domains,
  ExplainRequest,
  Explanation,
  ExtractBody,
  Health,
  Job,
  JobDocuments,
  JobEvent,
  JobList,
  JobPassages,
  JobRecords,
  JobTemplates,
  JobWithDocuments,
  Ledger,
  LedgerRow,
  ScrapeBody,
  ScreenshotRequest,
  SearchAnswer,
  SearchRequest,
  Session,
  Usage
} from "./wire.ts"

export type DocumentField = keyof Document

/** A request whose answer has only the fields that it names. */
type WithFields<Body, F extends DocumentField> = Omit<Body, "fields"> & { readonly fields?: ReadonlyArray<F> }

export type ScrapeRequest<F extends DocumentField = DocumentField> = WithFields<ScrapeBody, F>
/** Without `dry_run`: `dryRun` is a method of its own. */
export type CrawlRequest<F extends DocumentField = DocumentField> = Omit<WithFields<CrawlBody, F>, "dry_run">
export type BatchRequest<F extends DocumentField = DocumentField> = WithFields<BatchBody, F>

/** A page in `html`, or the bytes of a page of any media type in `content`. */
export type ExtractRequest<F extends DocumentField = DocumentField> =
  | WithFields<ExtractBody, F>
  | (Omit<WithFields<ExtractBody, F>, "html" | "extract" | "schema"> & {
    readonly content: Uint8Array<ArrayBuffer> | Blob | string
    /** Default: detected from the bytes. */
    readonly content_type?: string
  })

/** A picture of a page. */
export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly content_type: string
  /** The URL of the page after all redirects. */
  readonly url: string
  /** HTTP status of the page. */
  readonly status: number
  /** The reason if a step of `actions` failed, else empty. */
  readonly warning: string
}

export interface StartOptions extends CallOptions {
  /** Requests with the same key and body start one job. Default: a random key, so the client can send again. */
  readonly idempotencyKey?: string | undefined
}

/** A page of a list. */
export interface ListPage {
  /** A `next_cursor` of the list. Default: from the first row on. */
  readonly after?: string | undefined
  /** Maximum number of rows. Default: that of the route. */
  readonly limit?: number | undefined
}

export interface CsvOptions extends ListPage, CallOptions, Pick<StoredOptions, "repeats"> {
  /** Default: documents. */
  readonly list?: "documents" | "records"
  /** Columns of documents. Default: their texts and numbers. */
  readonly fields?: ReadonlyArray<DocumentField>
  /** Only records with this type. */
  readonly type?: string
}

/** Each fetches one URL and returns it in this format: its main content, or a table. */
type PageInFormats = {
  readonly [F in Exclude<PageFormat, "json">]: (
    request: F extends FieldFormat ? Omit<ScrapeRequest, "fields"> : ScrapeRequest,
    call?: CallOptions
  ) => Promise<string>
}

/** A promise and an iteration fail with a GleanerError, or with the reason of a signal that was aborted. */
export interface GleanerClient extends PageInFormats {
  /** Fetches one URL and gives its Document. */
  readonly scrape: <F extends DocumentField = DocumentField>(
    request: ScrapeRequest<F>,
    call?: CallOptions
  ) => Promise<Pick<Document, F>>
  /** Gives the Document of a page that is sent along. Nothing is fetched. */
  readonly extract: <F extends DocumentField = DocumentField>(
    request: ExtractRequest<F>,
    call?: CallOptions
  ) => Promise<Pick<Document, F>>
  /** Renders one URL and gives a picture of it. */
  readonly screenshot: (request: ScreenshotRequest, call?: CallOptions) => Promise<Picture>
  /** Fetches one URL and explains block by block how its content is chosen. */
  readonly explain: (request: ExplainRequest, call?: CallOptions) => Promise<Explanation>
  /** Fetches one URL and gives its links. */
  readonly discover: (request: DiscoverRequest, call?: CallOptions) => Promise<DiscoverResult>
  /** Searches the web with the search engine of the service. With `pages`, fetches the results. */
  readonly search: (request: SearchRequest, call?: CallOptions) => Promise<SearchAnswer>
  /** Starts a crawl at once. `for await (const page of client.crawl({ url }))` reads its Documents. */
  readonly crawl: <F extends DocumentField = DocumentField>(
    request: CrawlRequest<F>,
    call?: StartOptions
  ) => JobRun<Pick<Document, F>>
  /** Starts a job for these URLs only. */
  readonly batch: <F extends DocumentField = DocumentField>(
    request: BatchRequest<F>,
    call?: StartOptions
  ) => JobRun<Pick<Document, F>>
  /** Estimates a crawl: its pages, its time and its delays. Nothing is crawled. */
  readonly dryRun: (request: CrawlRequest, call?: CallOptions) => Promise<CrawlPlan>
  readonly jobs: {
    /** Lists the jobs of the key, newest first. */
    readonly list: (page?: ListPage & CallOptions) => Promise<JobList>
    /** Gives a job, with all its Documents where `documents` is true. */
    readonly get: (
      id: string,
      options?: CallOptions & Pick<StoredOptions, "repeats"> & { readonly documents?: boolean }
    ) => Promise<JobWithDocuments>
    /** Cancels the job, and resolves when it has stopped. Its documents stay until its retention ends. */
    readonly cancel: (id: string, call?: CallOptions) => Promise<Job>
    /** Cancels the job if it still runs, and deletes it with its documents and its ledger. */
    readonly delete: (id: string, call?: CallOptions) => Promise<Job>
    /** Finds a job that was started before, to iterate, to wait for or to cancel. */
    readonly follow: (id: string, call?: CallOptions) => JobRun<Document>
    /** Lists documents, oldest first, or the one of `url`. */
    readonly documents: (
      id: string,
      page?: ListPage & CallOptions & StoredOptions & {
        readonly fields?: ReadonlyArray<DocumentField>
        readonly url?: string
      }
    ) => Promise<JobDocuments>
    /** Lists the records of all documents. A page of the list may be empty although `has_more` is true. */
    readonly records: (id: string, page?: ListPage & CallOptions & { readonly type?: string }) => Promise<JobRecords>
    /** Lists groups of pages with the same layout, the largest first. */
    readonly templates: (id: string, page?: ListPage & CallOptions) => Promise<JobTemplates>
    /** Searches the pages of a job that was started with `search`. */
    readonly search: (id: string, query: JobSearchQuery & CallOptions) => Promise<JobPassages>
    /** The documents or the records as CSV. Follows a running job to its end, unless there is a limit. */
    readonly csv: (id: string, options?: CsvOptions) => AsyncIterable<Uint8Array>
    /**
     * The picture of the document with this index, in a job with `pictures`. `picture.url` of a Document has the index.
     */
    readonly picture: (
      id: string,
      n: number,
      call?: CallOptions
    ) => Promise<Pick<Picture, "bytes" | "content_type">>
    /** Lists rows of the ledger, oldest first. */
    readonly ledger: (id: string, page?: LedgerPage & CallOptions) => Promise<Ledger>
  } & ArchiveMethods
  readonly schedules: ScheduleMethods
  readonly wrappers: WrapperMethods
  readonly profiles: ProfileMethods
  /** The Documents of a job as they are stored, to its end. Resumes after a cut connection. */
  readonly documents: <F extends DocumentField = DocumentField>(
    id: string,
    options?: DocumentsOptions & { readonly fields?: ReadonlyArray<F> }
  ) => AsyncIterable<Pick<Document, F>>
  /** The rows of a job's ledger, oldest first, to its end. Resumes after a cut connection. */
  readonly ledger: (id: string, filter?: LedgerPage & CallOptions) => AsyncIterable<LedgerRow>
  /** The events of a job, to its end. Resumes after a cut connection. */
  readonly events: (id: string, options?: EventsOptions) => AsyncIterable<JobEvent>
  /** A unified diff of a page between a job and the job of its `since`. */
  readonly diff: (id: string, url: string, call?: CallOptions) => Promise<string>
  /** Lists the domains that requests of the key wait for, why and until when. */
  readonly domains: (call?: CallOptions) => Promise<Domains>
  /** Lists every limit with its current use. */
  readonly usage: (call?: CallOptions) => Promise<Usage>
  /** A cookie instead of the key, for pages of the service's own origin. */
  readonly session: {
    readonly get: (call?: CallOptions) => Promise<Session>
    readonly signIn: (key: string, call?: CallOptions) => Promise<Session>
    readonly signOut: (call?: CallOptions) => Promise<void>
  }
  /** The version, the capabilities and the limits of the service. */
  readonly health: (call?: CallOptions) => Promise<Health>
  /** The secret that signs webhooks of the key's jobs, for the libraries of Standard Webhooks. */
  readonly webhookSecret: (call?: CallOptions) => Promise<string>
  /** Counters and gauges in the text format of Prometheus. */
  readonly metrics: (call?: CallOptions) => Promise<string>
}

/** A client of a Gleaner service. It needs nothing but `fetch`, so it runs in Node, browsers and workers. */
export const gleanerClient = (options: ConnectionOptions = {}): GleanerClient => {
  const connection = connect(options)
  const { json, request, text } = connection
  const job = (id: string) => `/v1/jobs/${encodeURIComponent(id)}`

  const start = <D>(path: string, body: CrawlRequest | BatchRequest, call: StartOptions = {}): JobRun<D> => {
    const headers = { "idempotency-key": call.idempotencyKey ?? randomUuid() }
    const added: ReadonlyArray<DocumentField> = [
      ...(body.chunks === undefined ? [] : ["chunks" as const]),
      ...(body.schema === undefined && body.wrapper === undefined ? [] : ["data" as const]),
      ...(body.pictures === undefined ? [] : ["picture" as const])
    ]
    const fields = body.fields?.concat(added)
    return jobRun<D>(connection, json<Job>(path, { ...call, body, headers }), { ...call, fields })
  }
  const pictureIn = async (response: Response, call: CallOptions | undefined) => ({
    bytes: await connection.body(response, call?.signal),
    content_type: response.headers.get("content-type") ?? ""
  })
  return {
    scrape: (body, call) => json("/v1/scrape", { ...call, body }),
    ...inFormats(({ type }) => (body, call) => text("/v1/scrape", { ...call, body, headers: { accept: type } })),
    extract: (body, call) => {
      if ("html" in body) return json("/v1/extract", { ...call, body })
      const { content, content_type = "application/octet-stream", ...query } = body
      return json("/v1/extract", { ...call, content, query, headers: { "content-type": content_type } })
    },
    screenshot: async (body, call) => {
      const response = await request("/v1/screenshot", { ...call, body })
      return {
        ...await pictureIn(response, call),
        url: response.headers.get("page-url") ?? body.url,
        status: Number(response.headers.get("page-status") ?? 0),
        warning: response.headers.get("page-warning") ?? ""
      }
    },
    explain: (body, call) => json("/v1/explain", { ...call, body }),
    discover: (body, call) => json("/v1/discover", { ...call, body }),
    search: (body, call) => json("/v1/search", { ...call, body }),
    crawl: (body, call) => start("/v1/crawl", body, call),
    batch: (body, call) => start("/v1/batch", body, call),
    dryRun: (body, call) => json("/v1/crawl", { ...call, body: { ...body, dry_run: true } }),
    jobs: {
      list: ({ signal, ...query } = {}) => json("/v1/jobs", { signal, query }),
      get: (id, { signal, ...query } = {}) => json(job(id), { signal, query }),
      cancel: (id, call) => json(job(id), { ...call, method: "DELETE" }),
      delete: (id, call) => json(job(id), { ...call, method: "DELETE", query: { purge: true } }),
      follow: (id, call = {}) => jobRun(connection, json<Job>(job(id), call), call),
      documents: (id, { signal, ...query } = {}) => json(`${job(id)}/documents`, { signal, query }),
      records: (id, { signal, ...query } = {}) => json(`${job(id)}/records`, { signal, query }),
      templates: (id, { signal, ...query } = {}) => json(`${job(id)}/templates`, { signal, query }),
      search: (id, { signal, ...query }) => json(`${job(id)}/search`, { signal, query }),
      csv: async function*(id, { list = "documents", signal, ...query } = {}) {
        const response = await request(`${job(id)}/${list}`, { signal, query, headers: { accept: "text/csv" } })
        yield* connection.bytes(response, signal)
      },
      picture: async (id, n, call) => pictureIn(await request(`${job(id)}/pictures/${n}`, { ...call }), call),
      ledger: (id, { signal, ...query } = {}) => json(`${job(id)}/ledger`, { signal, query }),
      ...archiveMethods(connection)
    },
    schedules: scheduleMethods(connection),
    wrappers: wrapperMethods(connection),
    profiles: profileMethods(connection),
    documents: (id, call = {}) => followDocuments(connection, id, call),
    ledger: (id, filter = {}) => followLedger(connection, id, filter),
    events: (id, call = {}) => followEvents(connection, id, call),
    diff: (id, url, call) => text(`${job(id)}/diff`, { ...call, query: { url } }),
    domains: (call) => json("/v1/domains", { ...call }),
    usage: (call) => json("/v1/usage", { ...call }),
    session: {
      get: (call) => json("/v1/session", { ...call }),
      signIn: (key, call) => json("/v1/session", { ...call, method: "PUT", headers: { "x-api-key": key } }),
      signOut: async (call) => void await request("/v1/session", { ...call, method: "DELETE" })
    },
    health: (call) => json("/v1/health", { ...call }),
    webhookSecret: async (call) => (await json<{ readonly secret: string }>("/v1/webhook-secret", { ...call })).secret,
    metrics: (call) => text("/v1/metrics", { ...call })
  }
}

type InFormat = (request: ScrapeRequest, call?: CallOptions) => Promise<string>

const inFormats = (method: (format: { readonly type: string }) => InFormat): PageInFormats => {
  const { json: _json, ...others } = pageFormats
  return Object.fromEntries(
    Object.entries(others).map(([name, format]) => [name, method(format)])
  ) as unknown as PageInFormats // a method for each name
}
