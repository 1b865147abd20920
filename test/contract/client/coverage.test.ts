import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import type { Api } from "../../../src/contract/api/Api.ts"
import {
  type CrawlRequest,
  type ExtractRequest,
  type GleanerClient,
  gleanerClient
} from "../../../src/contract/client/index.ts"

/**
 * The client has a method for every endpoint of the API, and takes every option of it. A missing method fails the type
 * check, at the line that has to name it.
 */
type Groups = (typeof Api)["groups"]
type Endpoints = {
  [G in keyof Groups]: { [E in keyof Groups[G]["endpoints"]]: Groups[G]["endpoints"][E] }
}[keyof Groups] extends infer All ? UnionToIntersection<All> : never
type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

type Method =
  | Exclude<keyof GleanerClient, "jobs" | "profiles" | "schedules" | "session" | "wrappers">
  | `jobs.${keyof GleanerClient["jobs"]}`
  | `schedules.${keyof GleanerClient["schedules"]}`
  | `profiles.${keyof GleanerClient["profiles"]}`
  | `wrappers.${keyof GleanerClient["wrappers"]}`
  | `session.${keyof GleanerClient["session"]}`

const methods: { readonly [E in keyof Endpoints]: ReadonlyArray<Method> } = {
  scrape: ["scrape", "markdown", "text", "csv"],
  scrapeOf: ["scrape"],
  extract: ["extract"],
  explain: ["explain"],
  discover: ["discover"],
  screenshot: ["screenshot"],
  search: ["search"],
  crawl: ["crawl", "dryRun"],
  batch: ["batch"],
  jobs: ["jobs.list"],
  job: ["jobs.get", "jobs.follow"],
  cancel: ["jobs.cancel", "jobs.delete"],
  documents: ["documents", "jobs.documents", "jobs.csv"],
  records: ["jobs.records", "jobs.csv"],
  templates: ["jobs.templates"],
  searchJob: ["jobs.search"],
  picture: ["jobs.picture"],
  wacz: ["jobs.wacz"],
  warc: ["jobs.warc"],
  ledger: ["ledger", "jobs.ledger"],
  diff: ["diff"],
  events: ["events"],
  createSchedule: ["schedules.create"],
  schedules: ["schedules.list"],
  schedule: ["schedules.get"],
  changeSchedule: ["schedules.change"],
  deleteSchedule: ["schedules.delete"],
  runSchedule: ["schedules.run"],
  scheduleRuns: ["schedules.runs"],
  scheduleChanges: ["schedules.changes", "schedules.feed"],
  scheduleFeed: ["schedules.recordsFeed"],
  putProfile: ["profiles.put"],
  profiles: ["profiles.list"],
  profile: ["profiles.get"],
  deleteProfile: ["profiles.delete"],
  createWrapper: ["wrappers.create"],
  wrappers: ["wrappers.list"],
  wrapper: ["wrappers.get"],
  editWrapper: ["wrappers.edit"],
  checkWrapper: ["wrappers.check"],
  relearnWrapper: ["wrappers.relearn"],
  deleteWrapper: ["wrappers.delete"],
  health: ["health"],
  webhookSecret: ["webhookSecret"],
  metrics: ["metrics"],
  domains: ["domains"],
  usage: ["usage"],
  session: ["session.get"],
  signIn: ["session.signIn"],
  signOut: ["session.signOut"]
}

/** The names of an endpoint's query, or of its header fields. */
type Names<S> = S extends Schema.toCodecStringTree<infer Inner> ? keyof Inner["Type"] & string : never
type Parameters_<E extends keyof Endpoints> = Names<Endpoints[E]["~Query"]> | Names<Endpoints[E]["~Headers"]>
type WithParameters = { [E in keyof Endpoints]: [Parameters_<E>] extends [never] ? never : E }[keyof Endpoints]

/** The last parameter of a method: its options. */
type OptionsOf<F> = F extends (...parameters: infer P) => unknown
  ? P extends [...infer _, (infer Last)?] ? keyof NonNullable<Last> & string : never
  : never
type Jobs = GleanerClient["jobs"]

/**
 * How the client takes each parameter. `purge`, `format` and the options of `scrapeOf` and `extract` are methods and a
 * body of their own.
 */
const parameters: {
  readonly [E in Exclude<WithParameters, "scrapeOf" | "extract">]: { readonly [P in Parameters_<E>]: TakenBy[E] }
} = {
  crawl: { "idempotency-key": "idempotencyKey" },
  batch: { "idempotency-key": "idempotencyKey" },
  jobs: { after: "after", limit: "limit" },
  job: { documents: "documents", repeats: "repeats" },
  cancel: { purge: "delete" },
  documents: {
    after: "after",
    chunks: "chunks",
    fields: "fields",
    limit: "limit",
    max_tokens: "max_tokens",
    query: "query",
    repeats: "repeats",
    url: "url"
  },
  records: { after: "after", limit: "limit", type: "type" },
  templates: { after: "after", limit: "limit" },
  searchJob: { q: "q", limit: "limit", max_tokens: "max_tokens" },
  ledger: { after: "after", limit: "limit", outcome: "outcome", change: "change" },
  diff: { url: "url" },
  events: { "last-event-id": "lastEventId" },
  schedules: { after: "after", limit: "limit" },
  profiles: { after: "after", limit: "limit" },
  wrappers: { after: "after", limit: "limit" },
  deleteSchedule: { cancel: "cancel" },
  scheduleChanges: { after: "after", details: "details", format: "feed", limit: "limit" },
  scheduleFeed: { of: "recordsFeed" }
}

interface TakenBy {
  readonly crawl: OptionsOf<GleanerClient["crawl"]>
  readonly batch: OptionsOf<GleanerClient["batch"]>
  readonly jobs: OptionsOf<Jobs["list"]>
  readonly job: OptionsOf<Jobs["get"]>
  readonly cancel: keyof Jobs
  readonly documents: OptionsOf<Jobs["documents"]>
  readonly records: OptionsOf<Jobs["records"]>
  readonly templates: OptionsOf<Jobs["templates"]>
  readonly searchJob: OptionsOf<Jobs["search"]>
  readonly ledger: OptionsOf<Jobs["ledger"]>
  readonly diff: "url"
  readonly events: OptionsOf<GleanerClient["events"]>
  readonly profiles: OptionsOf<GleanerClient["profiles"]["list"]>
  readonly schedules: OptionsOf<GleanerClient["schedules"]["list"]>
  readonly wrappers: OptionsOf<GleanerClient["wrappers"]["list"]>
  readonly deleteSchedule: OptionsOf<GleanerClient["schedules"]["delete"]>
  readonly scheduleChanges: OptionsOf<GleanerClient["schedules"]["changes"]> | "feed"
  readonly scheduleFeed: keyof GleanerClient["schedules"]
}

/** Every option of a body is one of the request, with the same type. */
type BodyOf<E extends keyof Endpoints> = Endpoints[E]["~Payload"] extends Schema.toCodecJson<infer S> ? S["Encoded"]
  : never
type Takes<E extends keyof Endpoints, Request> = Required<BodyOf<E>> extends Required<Request> ?
  Exclude<keyof BodyOf<E>, keyof Request> extends never ? true : never
  : never
const bodies: readonly [
  Takes<"scrape", Parameters<GleanerClient["scrape"]>[0]>,
  Takes<"extract", Extract<ExtractRequest, { readonly html: string }>>,
  Takes<"explain", Parameters<GleanerClient["explain"]>[0]>,
  Takes<"discover", Parameters<GleanerClient["discover"]>[0]>,
  Takes<"screenshot", Parameters<GleanerClient["screenshot"]>[0]>,
  Takes<"search", Parameters<GleanerClient["search"]>[0]>,
  Takes<"crawl", CrawlRequest & { readonly dry_run: boolean }>,
  Takes<"batch", Parameters<GleanerClient["batch"]>[0]>
] = [true, true, true, true, true, true, true, true]

describe("the client", () => {
  it("has a method for every endpoint and every option of the API", () => {
    const client = gleanerClient()
    const named = [...new Set(Object.values(methods).flat())].toSorted()
    const { jobs, profiles, schedules, session, wrappers, ...others } = client
    const within = (name: string, methods: object) => Object.keys(methods).map((method) => `${name}.${method}`)
    assert.deepStrictEqual(
      [
        ...Object.keys(others),
        ...within("jobs", jobs),
        ...within("profiles", profiles),
        ...within("schedules", schedules),
        ...within("wrappers", wrappers),
        ...within("session", session)
      ].toSorted(),
      named
    )
    assert.lengthOf(Object.keys(parameters), 18)
    assert.lengthOf(bodies, 8)
  })
})
