/** `gleaner/client`: a service of Gleaner from Node, browsers and workers. It needs `fetch` and nothing else. */
export type { CallOptions, ConnectionOptions } from "../../../../../src/contract/client/connection.ts"
export type { DocumentsOptions } from "../../../../../src/contract/client/follow-documents.ts"
export type { EventsOptions } from "../../../../../src/contract/client/follow-events.ts"
export type { LedgerFilter, LedgerPage } from "../../../../../src/contract/client/follow-ledger.ts"
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
} from "../../../../../src/contract/client/gleaner-client.ts"
export { GleanerError } from "../../../../../src/contract/client/GleanerError.ts"
export type { JobRun } from "../../../../../src/contract/client/JobRun.ts"
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
} from "../../../../../src/contract/client/wire.ts"
