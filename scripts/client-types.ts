import { Schema, SchemaRepresentation } from "effect"
import { BatchPayload, CrawlPayload } from "../src/contract/api/CrawlRequest.ts"
import { ExtractPayload } from "../src/contract/api/Extract.ts"
import { DiscoverPayload, ExplainPayload, ScrapePayload } from "../src/contract/api/Pages.ts"
import {
  JobDocuments,
  JobList,
  JobRecords,
  JobTemplateList,
  Ledger,
  ProfileList,
  ScheduleChanges,
  ScheduleList,
  WrapperList
} from "../src/contract/api/Paging.ts"
import { ScreenshotPayload } from "../src/contract/api/Pictures.ts"
import { FieldError } from "../src/contract/api/Problems.ts"
import { SchedulePatch, SchedulePayload, ScheduleRuns } from "../src/contract/api/Schedules.ts"
import { SearchAnswer, SearchPayload } from "../src/contract/api/Search.ts"
import { Session } from "../src/contract/api/Session.ts"
import { Domains, Health, Usage } from "../src/contract/api/System.ts"
import {
  WrapperCheckPayload,
  WrapperEdit,
  WrapperPayload,
  WrapperRelearnPayload
} from "../src/contract/api/Wrappers.ts"
import { DiscoverResult, Document } from "../src/core/domain/document/Document.ts"
import { Explanation } from "../src/core/domain/document/Explanation.ts"
import { Price } from "../src/core/domain/document/Rights.ts"
import { CrawlPlan } from "../src/core/domain/job/CrawlPlan.ts"
import { Job, JobWithDocuments } from "../src/core/domain/job/Job.ts"
import { JobEvent } from "../src/core/domain/job/JobEvent.ts"
import { JobPassages } from "../src/core/domain/job/JobSearch.ts"
import { LedgerRow } from "../src/core/domain/job/LedgerRow.ts"
import { Profile, ProfileRequest } from "../src/core/domain/profile/Profile.ts"
import { Schedule, ScheduleRun } from "../src/core/domain/schedule/Schedule.ts"
import { Wrapper, WrapperCheck } from "../src/core/domain/wrapper/Wrapper.ts"

/** The types of src/contract/client/wire.ts: what each stands for as it is sent. An event comes with its data read. */
const named: Readonly<Record<string, Schema.Top>> = {
  Document: Schema.toEncoded(Document),
  Job: Schema.toEncoded(Job),
  LedgerRow: Schema.toEncoded(LedgerRow),
  JobEvent: Schema.toType(JobEvent),
  ScrapeBody: Schema.toEncoded(ScrapePayload),
  ExtractBody: Schema.toEncoded(ExtractPayload),
  ExplainRequest: Schema.toEncoded(ExplainPayload),
  Explanation: Schema.toEncoded(Explanation),
  DiscoverRequest: Schema.toEncoded(DiscoverPayload),
  DiscoverResult: Schema.toEncoded(DiscoverResult),
  ScreenshotRequest: Schema.toEncoded(ScreenshotPayload),
  SearchRequest: Schema.toEncoded(SearchPayload),
  SearchAnswer: Schema.toEncoded(SearchAnswer),
  CrawlBody: Schema.toEncoded(CrawlPayload),
  BatchBody: Schema.toEncoded(BatchPayload),
  CrawlPlan: Schema.toEncoded(CrawlPlan),
  JobList: Schema.toEncoded(JobList),
  JobWithDocuments: Schema.toEncoded(JobWithDocuments),
  JobDocuments: Schema.toEncoded(JobDocuments),
  JobRecords: Schema.toEncoded(JobRecords),
  JobTemplates: Schema.toEncoded(JobTemplateList),
  JobPassages: Schema.toEncoded(JobPassages),
  Ledger: Schema.toEncoded(Ledger),
  ScheduleRequest: Schema.toEncoded(SchedulePayload),
  SchedulePatch: Schema.toEncoded(SchedulePatch),
  Schedule: Schema.toEncoded(Schedule),
  ScheduleList: Schema.toEncoded(ScheduleList),
  ScheduleRun: Schema.toEncoded(ScheduleRun),
  ScheduleRuns: Schema.toEncoded(ScheduleRuns),
  ScheduleChanges: Schema.toEncoded(ScheduleChanges),
  ProfileRequest: Schema.toEncoded(ProfileRequest),
  Profile: Schema.toEncoded(Profile),
  ProfileList: Schema.toEncoded(ProfileList),
  WrapperRequest: Schema.toEncoded(WrapperPayload),
  WrapperCheckRequest: Schema.toEncoded(WrapperCheckPayload),
  WrapperCheck: Schema.toEncoded(WrapperCheck),
  WrapperEdit: Schema.toEncoded(WrapperEdit),
  WrapperRelearnRequest: Schema.toEncoded(WrapperRelearnPayload),
  Wrapper: Schema.toEncoded(Wrapper),
  WrapperList: Schema.toEncoded(WrapperList),
  Domains: Schema.toEncoded(Domains),
  Usage: Schema.toEncoded(Usage),
  Session: Schema.toEncoded(Session),
  Health: Schema.toEncoded(Health),
  FieldError: Schema.toEncoded(FieldError),
  Price: Schema.toEncoded(Price)
}

/**
 * The declarations of src/contract/client/wire.ts with the types of the schemas written out. With them the client of the package
 * needs no types of Effect.
 */
export const clientTypes = (): string => {
  const [first, ...rest] = Object.values(named).map(({ ast }) => ast)
  if (first === undefined) throw new Error("no type has a name")
  const { codes, references } = SchemaRepresentation.toCodeDocument(
    plain(SchemaRepresentation.toRepresentations([first, ...rest])) as SchemaRepresentation.MultiDocument // its own form
  )
  // A name of a schema may be one of TypeScript's own, such as Record.
  const own = (name: string) => `Wire${name}`
  const local = new Map(references.nonRecursives.map(({ $ref }) => [$ref, own($ref)]))
  const typeOf = (type: string) => type.replaceAll(/"(?:[^"\\]|\\.)*"|\b[A-Z]\w*\b/g, (word) => local.get(word) ?? word)
  return [
    ...references.nonRecursives.map(({ $ref, code }) => `type ${own($ref)} = ${typeOf(code.Type)}`),
    ...Object.keys(named).map((name, index) => `export type ${name} = ${typeOf(codes[index]?.Type ?? "never")}`),
    ""
  ].join("\n")
}

/** Without checks, which no type shows. */
const plain = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(plain)
  if (typeof part !== "object" || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part
  return Object.fromEntries(
    Object.entries(part).map((
      [key, value]
    ) => [key, key === "checks" ? [] : key === "annotations" ? value : plain(value)])
  )
}
