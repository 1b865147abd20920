/** `gleaner/client`: a service of Gleaner from Node, browsers and workers. It needs `fetch` and nothing else. */
export type { CallOptions, ConnectionOptions } from "./connection.ts"
export type { DocumentsOptions } from "./follow-documents.ts"
export type { EventsOptions } from "./follow-events.ts"
export type { LedgerFilter, LedgerPage } from "./follow-ledger.ts"
export {
  type BatchRequest,
  type CrawlRequest,
  type DocumentField,
  type GleanerClient,
  gleanerClient,
  type ListPage,
  type Picture,
  type ScrapeRequest,
  type StartOptions
} from "./gleaner-client.ts"
export { GleanerError } from "./GleanerError.ts"
export type { JobRun } from "./JobRun.ts"
export type {
  CrawlPlan,
  DiscoverRequest,
  DiscoverResult,
  Document,
  FieldError,
  Health,
  Job,
  JobDocuments,
  JobEvent,
  JobList,
  JobWithDocuments,
  Ledger,
  LedgerRow,
  ScreenshotRequest
} from "./wire.ts"
