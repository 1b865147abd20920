/** `gleaner/client`: a service of Gleaner from Node, browsers and workers. It needs `fetch` and nothing else. */
export type { CallOptions, ConnectionOptions } from "./connection.ts"
export type { DocumentsOptions } from "./follow-documents.ts"
export type { EventsOptions } from "./follow-events.ts"
export type { LedgerFilter, LedgerPage } from "./follow-ledger.ts"
export {
  type BatchRequest,
  type CrawlRequest,
  type CsvOptions,
  type DocumentField,
  type ExtractRequest,
  type GleanerClient,
  gleanerClient,
  type ListPage,
  type Picture,
  type ScrapeRequest,
  type StartOptions
} from "./gleaner-client.ts"
export { GleanerError } from "./GleanerError.ts"
export type { JobRun } from "./JobRun.ts"
export type { JobSearchQuery } from "./JobSearchQuery.ts"
export type { ProfileMethods } from "./methods/profiles.ts"
export type { ScheduleMethods } from "./methods/schedules.ts"
export type { WrapperMethods } from "./methods/wrappers.ts"
export type {
  CrawlPlan,
  DiscoverRequest,
  DiscoverResult,
  Document,
  Domains,
  ExplainRequest,
  Explanation,
  FieldError,
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
  Price,
  Profile,
  ProfileList,
  ProfileRequest,
  Schedule,
  ScheduleChanges,
  ScheduleList,
  SchedulePatch,
  ScheduleRequest,
  ScheduleRun,
  ScheduleRuns,
  ScreenshotRequest,
  SearchAnswer,
  SearchRequest,
  Session,
  Usage,
  Wrapper,
  WrapperCheck,
  WrapperCheckRequest,
  WrapperEdit,
  WrapperList,
  WrapperRelearnRequest,
  WrapperRequest
} from "./wire.ts"
