import type { Job, JobError } from "../../../domain/job/Job.ts"
import type { PageChange, PageOutcome } from "../../../domain/job/LedgerRow.ts"
import type { SettledPlaces } from "../../../jobs/CrawlJournal.ts"
import type { Idempotency } from "../../../jobs/Idempotency.ts"
import type { PageEnd } from "../../../jobs/PageEnd.ts"
import type { Usage } from "../../../kernel/Shares.ts"
import type { WebhookRow } from "../../../webhooks/local-webhooks.ts"

/** What the thread of the file can be asked for. All of it crosses to the thread and back as plain data. */
export interface Operations {
  readonly create: Operation<NewJob, Created>
  readonly start: Operation<{ readonly job: number; readonly started: number }, Changed>
  readonly finish: Operation<End, Changed | undefined>
  readonly commit: Operation<Commit, Changed | undefined>
  readonly release: Operation<{ readonly job: number; readonly before: number }, void>
  readonly drop: Operation<{ readonly job: number }, void>
  readonly keepGates: Operation<{ readonly gates: ReadonlyArray<GateRow> }, void>
  /** Deletes gates whose next turn has been due since `before`. */
  readonly forgetGates: Operation<{ readonly before: number }, void>
  readonly saveWebhook: Operation<WebhookRow, void>
  readonly deleteWebhook: Operation<{ readonly id: string }, void>
  /** A write that changes nothing: whether the file can be written. */
  readonly probe: Operation<{}, void>
  /** Unless it ended before `expired`, in seconds, and nobody needs it. */
  readonly find: Operation<{ readonly id: string; readonly expired: number }, StoredJob | undefined>
  readonly list: Operation<
    { readonly owner: string | undefined; readonly before: number; readonly limit: number; readonly expired: number },
    Listed
  >
  readonly expired: Operation<{ readonly before: number }, ReadonlyArray<StoredJob>>
  readonly ledger: Operation<LedgerQuery, LedgerSlice>
  readonly documents: Operation<{ readonly job: number; readonly from: number; readonly to: number }, Documents>
  readonly settled: Operation<{ readonly job: number; readonly after: number }, SettledPlaces>
  readonly steps: Operation<{ readonly job: number; readonly after: number }, Steps>
  /** Bytes of all jobs. */
  readonly held: Operation<{}, number>
  readonly kept: Operation<{}, { readonly bytes: number; readonly jobs: number }>
  /** Deletes some rows of jobs that are gone. Whether there are more. */
  readonly clean: Operation<{}, boolean>
}

export interface Operation<A, B> {
  readonly asked: A
  readonly answer: B
}

export type Asked<Name extends keyof Operations> = Operations[Name]["asked"]
export type Answer<Name extends keyof Operations> = Operations[Name]["answer"]

/** Those that change the file. */
export const writes: ReadonlySet<keyof Operations> = new Set<keyof Operations>([
  "create",
  "start",
  "finish",
  "commit",
  "release",
  "drop",
  "keepGates",
  "forgetGates",
  "saveWebhook",
  "deleteWebhook",
  "probe",
  "clean"
])

/** Bounds that the thread keeps to. */
export interface FileLimits {
  readonly file: string
  readonly storeBytes: number
  readonly ledgerPages: number
  readonly maxCrawls: number
  readonly maxCrawlsPerKey: number
}

/** What an earlier process has left. */
export interface Left {
  /** Jobs that are not final. */
  readonly jobs: ReadonlyArray<StoredJob>
  readonly gates: ReadonlyArray<GateRow>
  readonly webhooks: ReadonlyArray<WebhookRow>
  readonly isClean: boolean
  /** The file is a copy without the log beside it: the newest changes are missing. */
  readonly isLogMissing: boolean
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
  /** Jobs that ended before this, in seconds, have expired. */
  readonly expired: number
}

export type Created =
  | { readonly _tag: "Made" | "Earlier"; readonly stored: StoredJob }
  | { readonly _tag: "Reused" }
  | { readonly _tag: "TooMany"; readonly usage: Usage }

export interface End {
  readonly job: number
  readonly status: "done" | "failed" | "cancelled"
  readonly error: Omit<JobError, "at"> | undefined
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
  /** The document as it came, one that is compressed already, or its place in the document store. */
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

export interface Listed {
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

/** Compressed documents, or their places in the document store, from the first one asked for on, without gaps. */
export interface Documents {
  readonly bodies: ReadonlyArray<Uint8Array | string>
}

export interface Steps {
  /** As JSON. */
  readonly steps: ReadonlyArray<string>
}

/** Times in milliseconds; `nextAt` and `writtenAt` since the epoch. */
export interface GateRow {
  readonly domain: string
  readonly nextAt: number
  /** When `nextAt` was decided, by the same clock. */
  readonly writtenAt: number
  readonly delay: number
  readonly backOff: number
}
