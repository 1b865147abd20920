import { type CallOptions, type ConnectionOptions } from "./connection.ts"
import { type DocumentsOptions } from "./follow-documents.ts"
import { type EventsOptions } from "./follow-events.ts"
import { type LedgerPage } from "./follow-ledger.ts"
import { type JobRun } from "./JobRun.ts"
import type {
  BatchBody,
  CrawlBody,
  CrawlPlan,
  DiscoverRequest,
  DiscoverResult,
  Document,
  Health,
  Job,
  JobDocuments,
  JobEvent,
  JobList,
  JobWithDocuments,
  Ledger,
  LedgerRow,
  ScrapeBody,
  ScreenshotRequest
} from "./wire.ts"
export type DocumentField = keyof Document
/** A request whose answer has only the fields that it names. */
type WithFields<Body, F extends DocumentField> = Omit<Body, "fields"> & {
  readonly fields?: ReadonlyArray<F>
}
export type ScrapeRequest<F extends DocumentField = DocumentField> = WithFields<ScrapeBody, F>
/** A plan has a method of its own, `dryRun`. */
export type CrawlRequest<F extends DocumentField = DocumentField> = Omit<WithFields<CrawlBody, F>, "dry_run">
export type BatchRequest<F extends DocumentField = DocumentField> = WithFields<BatchBody, F>
/** A picture of a page. */
export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly content_type: string
  /** The URL of the page after all redirects. */
  readonly url: string
  /** HTTP status of the page. */
  readonly status: number
}
export interface StartOptions extends CallOptions {
  /** Requests with the same key and body start one job. The client makes one for each call, so that it can repeat it. */
  readonly idempotencyKey?: string | undefined
}
/** One page of a list. */
export interface ListPage {
  /** A `next_cursor` of the list. */
  readonly after?: string | undefined
  readonly limit?: number | undefined
}
export interface GleanerClient {
  /** Fetches one URL and gives its Document. */
  readonly scrape: <F extends DocumentField = DocumentField>(
    request: ScrapeRequest<F>,
    call?: CallOptions
  ) => Promise<Pick<Document, F>>
  /** The same page as markdown alone. */
  readonly markdown: (request: Omit<ScrapeRequest, "fields">, call?: CallOptions) => Promise<string>
  /** The same page as plain text alone. */
  readonly text: (request: Omit<ScrapeRequest, "fields">, call?: CallOptions) => Promise<string>
  readonly screenshot: (request: ScreenshotRequest, call?: CallOptions) => Promise<Picture>
  /** Every link of one page. */
  readonly discover: (request: DiscoverRequest, call?: CallOptions) => Promise<DiscoverResult>
  /** Starts a crawl at once. `for await (const page of client.crawl({ url }))` reads its Documents. */
  readonly crawl: <F extends DocumentField = DocumentField>(
    request: CrawlRequest<F>,
    call?: StartOptions
  ) => JobRun<Pick<Document, F>>
  /** Starts a job for these URLs alone. */
  readonly batch: <F extends DocumentField = DocumentField>(
    request: BatchRequest<F>,
    call?: StartOptions
  ) => JobRun<Pick<Document, F>>
  /** What a crawl would do. Nothing is crawled. */
  readonly dryRun: (request: CrawlRequest, call?: CallOptions) => Promise<CrawlPlan>
  readonly jobs: {
    /** The jobs of the key, newest first. */
    readonly list: (page?: ListPage & CallOptions) => Promise<JobList>
    readonly get: (
      id: string,
      options?: CallOptions & {
        readonly documents?: boolean
      }
    ) => Promise<JobWithDocuments>
    /** Answers when the job has stopped. Its documents stay until its retention ends. */
    readonly cancel: (id: string, call?: CallOptions) => Promise<Job>
    /** Cancels the job if need be, and deletes it with all that it has. */
    readonly delete: (id: string, call?: CallOptions) => Promise<Job>
    /** A job that is there already, to iterate, to wait for or to cancel. */
    readonly follow: (id: string, call?: CallOptions) => JobRun<Document>
    /** One page of the documents. */
    readonly documents: (
      id: string,
      page?: ListPage & CallOptions & {
        readonly fields?: ReadonlyArray<DocumentField>
      }
    ) => Promise<JobDocuments>
    /** One page of the ledger. */
    readonly ledger: (id: string, page?: LedgerPage & CallOptions) => Promise<Ledger>
  }
  /** The Documents of a job as they are stored, to its end. Goes on by itself after a cut connection. */
  readonly documents: <F extends DocumentField = DocumentField>(
    id: string,
    options?: DocumentsOptions & {
      readonly fields?: ReadonlyArray<F>
    }
  ) => AsyncIterable<Pick<Document, F>>
  /** What became of every URL, to the job's end. */
  readonly ledger: (id: string, filter?: LedgerPage & CallOptions) => AsyncIterable<LedgerRow>
  /** What happens to a job, to its end. Goes on by itself after a cut connection. */
  readonly events: (id: string, options?: EventsOptions) => AsyncIterable<JobEvent>
  /** A unified diff of a page between a job and the job of its `since`. */
  readonly diff: (id: string, url: string, call?: CallOptions) => Promise<string>
  readonly health: (call?: CallOptions) => Promise<Health>
  /** Counters and gauges in the text format of Prometheus. */
  readonly metrics: (call?: CallOptions) => Promise<string>
}
/** A client of a Gleaner service. It needs `fetch` and nothing else: Node, browsers and workers have it. */
export declare const gleanerClient: (options?: ConnectionOptions) => GleanerClient
export {}
