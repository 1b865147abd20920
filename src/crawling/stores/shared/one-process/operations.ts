import type { Job, JobError, JobId } from "../../../../core/domain/job/Job.ts"
import type { PageChange, PageOutcome } from "../../../../core/domain/job/LedgerRow.ts"
import type { SettledPlaces } from "../../../jobs/CrawlJournal.ts"
import type { Idempotency } from "../../../jobs/Idempotency.ts"
import type { LeasedRow, PlacedRow } from "../../../jobs/LeasedRows.ts"
import type { PageEnd } from "../../../jobs/PageEnd.ts"
import type { StoredProfile } from "../../../profiles/ProfileStore.ts"
import type { StoredSchedule } from "../../../schedules/ScheduleStore.ts"
import type { StoredWrapper } from "../../../wrappers/WrapperStore.ts"
import type { ExceededLimit } from "../exceeded-limit.ts"
import type { WebhookRow } from "../local-webhooks.ts"
import type { Found } from "../terms/Fts5Index.ts"

/** The operations of an engine that one process has. Parameters and answers are plain data. */
export interface Operations {
  readonly create: Operation<NewJob, Created>
  readonly start: Operation<{ readonly job: number; readonly started: number }, Changed>
  readonly finish: Operation<End, Changed | undefined>
  readonly commit: Operation<Commit, Changed | undefined>
  readonly release: Operation<{ readonly job: number; readonly before: number }, void>
  readonly drop: Operation<{ readonly job: number }, void>
  readonly saveDomains: Operation<{ readonly domains: ReadonlyArray<DomainRow> }, void>
  /** Deletes domains whose next turn was due before this time. */
  readonly deleteDomains: Operation<{ readonly before: number }, void>
  readonly saveWebhook: Operation<WebhookRow, void>
  readonly deleteWebhook: Operation<{ readonly id: string }, void>
  readonly saveRow: Operation<{ readonly table: RowTable } & PlacedRow<LeasedRow<string, unknown>>, void>
  readonly deleteRow: Operation<{ readonly table: RowTable; readonly id: string }, void>
  readonly unpin: Operation<{ readonly id: string }, void>
  readonly unpinAll: Operation<{ readonly schedule: string }, ReadonlyArray<JobId>>
  /** Checks by a write without changes that the file is writable. */
  readonly probe: Operation<{}, void>
  /** Undefined if it ended before `expired`, in seconds, unless a crawl needs it. */
  readonly find: Operation<{ readonly id: string; readonly expired: number }, StoredJob | undefined>
  readonly list: Operation<
    { readonly owner: string | undefined; readonly before: number; readonly limit: number; readonly expired: number },
    JobSlice
  >
  readonly expired: Operation<{ readonly before: number }, ReadonlyArray<StoredJob>>
  readonly ledger: Operation<LedgerQuery, LedgerSlice>
  readonly documents: Operation<{ readonly job: number; readonly from: number; readonly to: number }, Documents>
  readonly fingerprints: Operation<
    { readonly job: number; readonly from: number; readonly to: number },
    ReadonlyArray<Uint8Array | null>
  >
  readonly search: Operation<
    { readonly job: number; readonly terms: ReadonlyArray<string>; readonly limit: number },
    Found
  >
  readonly settled: Operation<{ readonly job: number; readonly after: number }, SettledPlaces>
  readonly steps: Operation<{ readonly job: number; readonly after: number }, Steps>
  readonly stored: Operation<{}, { readonly bytes: number; readonly jobs: number }>
  /** Deletes some rows of deleted jobs. Returns whether there are more. */
  readonly clean: Operation<{}, boolean>
}

/** Tables of rows with a place, an id and JSON. */
export type RowTable = "schedules" | "wrappers" | "profiles"

export interface Operation<A, B> {
  readonly params: A
  readonly answer: B
}

export type Params<Name extends keyof Operations> = Operations[Name]["params"]
export type Answer<Name extends keyof Operations> = Operations[Name]["answer"]

/** The operations that change the store. */
export const writes: ReadonlySet<keyof Operations> = new Set<keyof Operations>([
  "create",
  "start",
  "finish",
  "commit",
  "release",
  "drop",
  "saveDomains",
  "deleteDomains",
  "saveWebhook",
  "deleteWebhook",
  "saveRow",
  "deleteRow",
  "unpin",
  "unpinAll",
  "probe",
  "clean"
])

/** The contents of the store at the start. */
export interface InitialState {
  /** Jobs that are not final. */
  readonly jobs: ReadonlyArray<StoredJob>
  readonly domains: ReadonlyArray<DomainRow>
  readonly webhooks: ReadonlyArray<WebhookRow>
  /** Oldest first. */
  readonly schedules: ReadonlyArray<PlacedRow<StoredSchedule>>
  /** Oldest first. */
  readonly wrappers: ReadonlyArray<PlacedRow<StoredWrapper>>
  /** Oldest first. */
  readonly profiles: ReadonlyArray<PlacedRow<StoredProfile>>
  readonly isClean: boolean
  /** Whether the file is a copy without its log, so the newest changes are missing. */
  readonly isLogMissing: boolean
  /** Other remarks for the operator. */
  readonly warnings: ReadonlyArray<string>
}

export interface StoredJob {
  readonly job: number
  readonly owner: string
  readonly revision: number
  readonly started: number
  readonly shown: Omit<Job, "options" | "notes">
  /** As JSON. */
  readonly options: string
}

export interface NewJob {
  readonly owner: string
  readonly idempotency: Idempotency | undefined
  readonly shown: Job
  /** Jobs that ended before this time, in seconds, have expired. */
  readonly expired: number
}

export type Created =
  | { readonly _tag: "Made" | "Earlier"; readonly stored: StoredJob }
  | { readonly _tag: "Reused" }
  | { readonly _tag: "TooMany"; readonly exceeded: ExceededLimit }

export interface End {
  readonly job: number
  readonly status: "done" | "failed" | "cancelled"
  readonly errors: ReadonlyArray<Omit<JobError, "at">>
  /** In seconds. */
  readonly now: number
}

/** Pages that are settled together. */
export interface Commit {
  readonly job: number
  readonly now: number
  readonly pages: ReadonlyArray<CommittedPage>
}

export interface CommittedPage {
  readonly end: Omit<PageEnd, "document">
  /** JSON, compressed or not, or a reference to the document store. */
  readonly document: { readonly json: Uint8Array } | { readonly ref: string } | "refused" | undefined
  /** The step of the frontier, as JSON. */
  readonly step: string
}

/** A job after a change. */
export interface Changed {
  readonly revision: number
  readonly shown: Pick<Job, "status" | "finished_at" | "stats" | "document_count">
  /** The newest errors, if they have changed. */
  readonly errors: ReadonlyArray<JobError> | undefined
}

export interface JobSlice {
  readonly jobs: ReadonlyArray<StoredJob>
  readonly more: boolean
  readonly total: number
}

export interface LedgerQuery {
  readonly job: number
  readonly after: number
  readonly limit: number
  readonly outcome: PageOutcome | undefined
  readonly change: PageChange | undefined
}

export interface LedgerSlice {
  /** As JSON. */
  readonly rows: ReadonlyArray<string>
  readonly next: number
  readonly more: boolean
  readonly total: number
}

/** Compressed documents, or references to the document store, without gaps from the first requested one on. */
export interface Documents {
  readonly bodies: ReadonlyArray<Uint8Array | string>
}

/** Maximum number of places in one answer of `settled`. */
export const placesPerRead = 5000

export interface Steps {
  /** As JSON. */
  readonly steps: ReadonlyArray<string>
}

/** The politeness of a domain. Times in milliseconds; `nextAt` and `writtenAt` since the epoch. */
export interface DomainRow {
  readonly domain: string
  readonly nextAt: number
  /** When `nextAt` was decided, by the same clock. */
  readonly writtenAt: number
  readonly delay: number
  readonly backOff: number
}
