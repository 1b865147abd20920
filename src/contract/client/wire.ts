import type { Schema } from "effect"
import type { Document as DocumentSchema } from "../../core/domain/document/Document.ts"
import type { Price as AskedPrice } from "../../core/domain/document/Rights.ts"
import type { Job as JobSchema } from "../../core/domain/job/Job.ts"
import type { JobEvent as EventSchema } from "../../core/domain/job/JobEvent.ts"
import type { LedgerRow as LedgerRowSchema } from "../../core/domain/job/LedgerRow.ts"
import type { JobsGroup } from "../api/Jobs.ts"
import type { PagesGroup } from "../api/Pages.ts"
import type { PicturesGroup } from "../api/Pictures.ts"
import type { FieldError as WrongField } from "../api/Problems.ts"
import type { ProfilesGroup } from "../api/Profiles.ts"
import type { SchedulesGroup } from "../api/Schedules.ts"
import type { SearchGroup } from "../api/Search.ts"
import type { SessionGroup } from "../api/Session.ts"
import type { SystemGroup } from "../api/System.ts"
import type { WrappersGroup } from "../api/Wrappers.ts"

/**
 * The bodies of requests and answers as they are sent, taken from the API itself. These are only types: nothing of the
 * service is loaded. The package has them written out (scripts/client-types.ts), so they need no library either.
 */
type Pages = typeof PagesGroup["endpoints"]
type Jobs = typeof JobsGroup["endpoints"]
type System = typeof SystemGroup["endpoints"]
type Sessions = typeof SessionGroup["endpoints"]
type Schedules = typeof SchedulesGroup["endpoints"]
type Searches = typeof SearchGroup["endpoints"]
type Profiles = typeof ProfilesGroup["endpoints"]
type Wrappers = typeof WrappersGroup["endpoints"]
type Pictures = typeof PicturesGroup["endpoints"]

type Body<E extends { readonly "~Payload": unknown }> = E["~Payload"] extends Schema.toCodecJson<infer S> ? S["Encoded"]
  : never
type Answer<E extends { readonly "~Success": unknown }> =
  Extract<E["~Success"], Schema.toCodecJson<Schema.Constraint>> extends Schema.toCodecJson<infer S> ? S["Encoded"]
    : never

export type Document = typeof DocumentSchema.Encoded
export type Job = typeof JobSchema.Encoded
export type LedgerRow = typeof LedgerRowSchema.Encoded
/** An event of a job: `page` is a row of the ledger. The last one is the final `status`, with the id `end`. */
export type JobEvent = EventSchema

export type ScrapeBody = Body<Pages["scrape"]>
export type ExtractBody = Body<Pages["extract"]>
export type ExplainRequest = Body<Pages["explain"]>
export type Explanation = Answer<Pages["explain"]>
export type DiscoverRequest = Body<Pages["discover"]>
export type DiscoverResult = Answer<Pages["discover"]>
export type ScreenshotRequest = Body<Pictures["screenshot"]>
export type SearchRequest = Body<Searches["search"]>
export type SearchAnswer = Answer<Searches["search"]>
export type CrawlBody = Body<Jobs["crawl"]>
export type BatchBody = Body<Jobs["batch"]>
export type CrawlPlan = Exclude<Answer<Jobs["crawl"]>, Job>
export type JobList = Answer<Jobs["jobs"]>
export type JobWithDocuments = Answer<Jobs["job"]>
export type JobDocuments = Answer<Jobs["documents"]>
export type JobRecords = Answer<Jobs["records"]>
export type JobTemplates = Answer<Jobs["templates"]>
export type JobPassages = Answer<Jobs["searchJob"]>
export type Ledger = Answer<Jobs["ledger"]>
export type ScheduleRequest = Body<Schedules["createSchedule"]>
export type SchedulePatch = Body<Schedules["changeSchedule"]>
export type Schedule = Answer<Schedules["schedule"]>
export type ScheduleList = Answer<Schedules["schedules"]>
export type ScheduleRun = Answer<Schedules["runSchedule"]>
export type ScheduleRuns = Answer<Schedules["scheduleRuns"]>
export type ScheduleChanges = Answer<Schedules["scheduleChanges"]>
export type ProfileRequest = Body<Profiles["putProfile"]>
export type Profile = Answer<Profiles["profile"]>
export type ProfileList = Answer<Profiles["profiles"]>
export type WrapperRequest = Body<Wrappers["createWrapper"]>
export type WrapperCheckRequest = Body<Wrappers["checkWrapper"]>
export type WrapperCheck = Answer<Wrappers["checkWrapper"]>
export type WrapperRelearnRequest = Body<Wrappers["relearnWrapper"]>
export type WrapperEdit = Body<Wrappers["editWrapper"]>
export type Wrapper = Answer<Wrappers["wrapper"]>
export type WrapperList = Answer<Wrappers["wrappers"]>
export type Domains = Answer<System["domains"]>
export type Usage = Answer<System["usage"]>
export type Session = Answer<Sessions["session"]>
export type Health = Answer<System["health"]>
export type FieldError = typeof WrongField.Encoded
export type Price = typeof AskedPrice.Encoded
