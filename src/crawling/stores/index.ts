/**
 * Stores of jobs and documents, each one layer over `Settings`. A crawl needs one of them. `JobStore`, `Frontier` and
 * the other services are what an own store implements; `localFrontier` makes the frontier of one over a `CrawlJournal`.
 */
import { Redacted } from "effect"
import type { DocumentsPlace } from "../../core/settings/store-kinds.ts"
import { storesIn } from "./configured-stores.ts"

export { DomainLease } from "../../web/politeness/DomainLease.ts"
export { localFrontier } from "../crawl/frontier/LocalFrontier.ts"
export { Frontier } from "../crawl/model/Frontier.ts"
export { CrawlJournal } from "../jobs/CrawlJournal.ts"
export { DocumentStore } from "../jobs/DocumentStore.ts"
export { JobStore } from "../jobs/JobStore.ts"
export { Nodes } from "../jobs/Nodes.ts"
export { ProfileStore } from "../profiles/ProfileStore.ts"
export { ScheduleStore } from "../schedules/ScheduleStore.ts"
export { WebhookStore } from "../webhooks/WebhookStore.ts"
export { WrapperStore } from "../wrappers/WrapperStore.ts"
export { configuredStores, type Stores } from "./configured-stores.ts"
export { memoryStoreOver as memoryStoresOver } from "./memory/memory-stores.ts"
export { RequestCounter } from "./RequestCounter.ts"

/** In this process: a restart loses all jobs. */
export const memoryStores = storesIn({ _tag: "Memory" })

/** In one file, which one process may open. Fails with `SettingError` for a file that cannot be used. */
export const sqliteStores = (path: string, documents?: DocumentsPlace) => storesIn({ _tag: "Sqlite", path }, documents)

/** In a Postgres database that several nodes may share: `postgres://user:password@host/database`. */
export const postgresStores = (url: string, documents?: DocumentsPlace) =>
  storesIn({ _tag: "Postgres", url: Redacted.make(url) }, documents)

/** Documents as files in a folder. */
export const folder = (path: string): DocumentsPlace => ({ _tag: "File", folder: path })

/** Documents as objects of an S3 bucket, with the credentials of the `AWS_` variables. Jobs must outlive the process. */
export const bucket = (name: string, prefix = ""): DocumentsPlace => ({ _tag: "S3", bucket: name, prefix })
