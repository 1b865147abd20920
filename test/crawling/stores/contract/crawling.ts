import { Effect, Option, type Scope } from "effect"
import type { StoreUnavailable } from "../../../../src/core/domain/errors/StoreUnavailable.ts"
import { crawlDefaults, type CrawlOptions, type Job, type JobId } from "../../../../src/core/domain/job/Job.ts"
import { Frontier, type JobFrontier, type Lease } from "../../../../src/crawling/crawl/model/Frontier.ts"
import type { VisitedPage, VisitOutcome, VisitRecord } from "../../../../src/crawling/crawl/model/VisitRecord.ts"
import type { Idempotency } from "../../../../src/crawling/jobs/Idempotency.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"

export const seed = "https://example.com/"
export const options: CrawlOptions = { ...crawlDefaults, max_pages: 1000, max_depth: 5, dedup: false }

const encoder = new TextEncoder()

/** Text that does not compress well, the same in every run. */
export const noise = (length: number, start = 1): string => {
  const known = noises.get(`${length} ${start}`)
  if (known !== undefined) return known
  let state = start
  const made = Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return String.fromCharCode(33 + (state >>> 16) % 90)
  }).join("")
  noises.set(`${length} ${start}`, made)
  return made
}
const noises = new Map<string, string>()

/** A page that was read. */
export const read = (
  document: string,
  links: ReadonlyArray<string> = [],
  more: Partial<VisitedPage> = {}
): VisitOutcome => ({
  _tag: "Page",
  status: 200,
  finalUrl: "",
  canonicalUrl: "",
  textHash: document,
  links,
  signals: {},
  document: encoder.encode(document),
  ...more
})

export const unread = (code: "fetch_failed" | "robots_disallowed" = "fetch_failed"): VisitOutcome => ({
  _tag: "NoPage",
  code,
  detail: "no"
})

/** The visit of a lease with this outcome. */
export const visitOf = (lease: Lease, outcome: VisitOutcome, more: Partial<VisitRecord> = {}): VisitRecord => ({
  seq: lease.seq,
  url: lease.url,
  depth: lease.depth,
  foundOn: lease.foundOn,
  outcome: outcome._tag === "Page" && outcome.finalUrl === "" ? { ...outcome, finalUrl: lease.url } : outcome,
  chain: [],
  elapsed: 1,
  ...more
})

/** Settles all pages that are ready. */
export const settleAll = Effect.fnUntraced(function*(frontier: JobFrontier) {
  let count = 0
  for (let settled = yield* frontier.settle; settled > 0; settled = yield* frontier.settle) count += settled
  return count
})

/** Leases one URL and ends it with this outcome, without settling. */
export const endNext = Effect.fnUntraced(function*(frontier: JobFrontier, outcome = read("")) {
  const [lease] = yield* frontier.lease(1)
  if (lease === undefined) return yield* Effect.die(new Error("no URL waits"))
  yield* frontier.end(lease, visitOf(lease, outcome))
  return lease
})

/** An idempotency key of a request for these pages. */
export const keyed = (key: string, maxPages = options.max_pages): Idempotency => ({ key, asked: String(maxPages) })

/** A running job whose pages a test ends one after the other. */
export interface Crawling {
  readonly id: JobId
  readonly owner: string
  readonly frontier: JobFrontier
  readonly store: JobStore["Service"]
  /** The job in the store. */
  readonly job: Effect.Effect<Job, StoreUnavailable>
  /** Ends and settles the next page. The first one is the seed, which links to all others. */
  page(outcome: VisitOutcome, more?: Partial<VisitRecord>): Effect.Effect<Lease, StoreUnavailable>
  /** Ends the next page with this document. Returns whether it was stored. */
  stores(document: string): Effect.Effect<boolean, StoreUnavailable>
}

/** `pages`: number of links of the seed. */
export const crawling = Effect.fnUntraced(function*(
  { changes = {}, owner = "a", pages = 12, url = seed }: {
    readonly owner?: string
    readonly url?: string
    readonly pages?: number
    readonly changes?: Partial<CrawlOptions>
  } = {}
): Effect.fn.Return<Crawling, unknown, JobStore | Frontier | Scope.Scope> {
  const store = yield* JobStore
  const frontiers = yield* Frontier
  const own = { ...options, ...changes }
  const { id } = yield* store.create(owner, url, own)
  yield* store.promote(1000)
  const frontier = yield* frontiers.open({ id, seed: new URL(url), options: own })
  const links = Array.from({ length: pages }, (_, index) => `${url}${index + 1}`)
  const job = Effect.map(store.get(owner, id), (snapshot) => Option.getOrThrow(snapshot).job)
  const page = Effect.fnUntraced(function*(outcome: VisitOutcome, more: Partial<VisitRecord> = {}) {
    const [lease] = yield* frontier.lease(1)
    if (lease === undefined) return yield* Effect.die(new Error("no URL waits"))
    const whole = lease.seq === 0 && outcome._tag === "Page" && outcome.links.length === 0
      ? { ...outcome, links }
      : outcome
    yield* frontier.end(lease, visitOf(lease, whole, more))
    yield* settleAll(frontier)
    return lease
  })
  const stores = Effect.fnUntraced(function*(document: string) {
    const before = (yield* job).document_count
    yield* page(read(document))
    return (yield* job).document_count > before
  })
  return { id, owner, frontier, store, job, page, stores }
})

/** The rows of a ledger. */
export const ledgerOf = ({ id, store }: Pick<Crawling, "id" | "store">) =>
  Effect.map(store.ledger(id, { after: 0, limit: 100_000 }), ({ items }) => items)
