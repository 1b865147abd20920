import { Duration, Effect } from "effect"
import { hold, reorderTimeout, settledAtOnce } from "../../crawl/frontier/frontier-bounds.ts"
import { hashOf } from "../../crawl/frontier/keyed-hash.ts"
import { crawlRules } from "../../crawl/plan/CrawlRules.ts"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { CrawlOptions, JobId } from "../../domain/job/Job.ts"
import { StoreBudget } from "../../jobs/StoreBudget.ts"
import { inSlices } from "../../kernel/in-slices.ts"
import type { Settings } from "../../Settings.ts"
import * as arrays from "./arrays.ts"
import { Batch, type EndedVisit, namesOf } from "./Batch.ts"
import type { Database } from "./Database.ts"
import type { LockedJob } from "./LockedJob.ts"
import { moreOf } from "./page-rows.ts"
import { lockJob } from "./sql/frontier.ts"
import { admit, advance, factsOf, readyVisits, record } from "./sql/settle.ts"
import { decodeVisit } from "./visit-bytes.ts"

type Db = Database["Service"]
type Limits = Pick<Settings["Service"], "frontierUrls" | "ledgerPages" | "storeBytes" | "crawlHold" | "jobRetention">

/** The row of a job, locked until the transaction ends. */
export const lockedJob = (database: Db, id: JobId): Effect.Effect<LockedJob | undefined, StoreUnavailable> =>
  Effect.map(database.run<LockedJob>(lockJob, [id]), ([job]) => job)

/**
 * Settles what is ready, within a transaction that holds the lock of the job. `ends`: the crawl ends early, so whatever
 * has ended is settled and nothing joins. Gives how many.
 */
export const settleReady = Effect.fnUntraced(function*(
  database: Db,
  job: LockedJob,
  options: CrawlOptions,
  limits: Limits,
  ends = false
): Effect.fn.Return<number, StoreUnavailable> {
  const found = yield* database.run<ReadyVisit>(readyVisits, [
    job.job,
    job.head,
    settledAtOnce,
    batchBytes,
    ends || options.scope === "any",
    ends ? 0 : hold,
    ends ? 0 : Duration.toMillis(reorderTimeout),
    limits.crawlHold
  ])
  if (found.length === 0) return 0
  const ready = yield* Effect.forEach(
    found,
    ({ documentBytes, record, referrers }) =>
      Effect.map(decodeVisit(record), (visit): EndedVisit => ({
        visit,
        documentBytes: documentBytes ?? undefined,
        referrers: referrers ?? []
      }))
  )
  const visits = ends ? ready : withFewLinks(ready)
  const batch = new Batch(job, visits, yield* factsFor(database, job, options, visits, limits, !ends), limits)
  for (const visit of visits) yield* inSlices(() => batch.settle(visit, !ends))
  yield* write(database, batch, job)
  return visits.length
})

/** As many as together bring a bounded number of links, and one at least. */
const withFewLinks = (visits: ReadonlyArray<EndedVisit>): ReadonlyArray<EndedVisit> => {
  let links = 0
  const end = visits.findIndex(({ visit: { outcome, sitemaps } }) => {
    links += outcome._tag === "Page" ? outcome.links.length : 0
    for (const { urls } of sitemaps?.listed ?? []) links += urls.length
    return links > batchLinks
  })
  return end < 0 ? visits : visits.slice(0, Math.max(1, end))
}

/** What the tables know of a batch. Names are asked for some at a time: a page may have very many links. */
const factsFor = Effect.fnUntraced(function*(
  database: Db,
  job: LockedJob,
  options: CrawlOptions,
  visits: ReadonlyArray<EndedVisit>,
  limits: Limits,
  joins: boolean
) {
  const rules = crawlRules(options, job.base ?? undefined)
  const hash = (text: string) => hashOf(text, job.hashKey)
  const ask = (names: ReadonlyArray<bigint>, texts: ReadonlyArray<bigint>) =>
    database.run<Fact>(factsOf, [
      job.job,
      arrays.bigints(names),
      arrays.bigints(texts),
      Duration.toSeconds(limits.jobRetention),
      job.owner
    ])
  const known = new Map<bigint, bigint | null>()
  const learn = (facts: ReadonlyArray<Fact>) => {
    for (const { at, hash, kind } of facts) if (kind === "url") known.set(hash, at)
  }
  const names = new Set<bigint>()
  for (const { visit } of visits) {
    for (const name of namesOf(visit, rules, joins)) {
      names.add(hash(name))
      if (names.size < atOnce) continue
      learn(yield* ask([...names], []))
      names.clear()
    }
  }
  const facts = yield* ask([...names], [...textHashesOf(visits)].map(hash))
  learn(facts)
  const { held = 0, own = 0 } = facts.find(({ kind }) => kind === "bytes") ?? {}
  const budget = new StoreBudget(limits.storeBytes)
  budget.add(job.owner, own)
  // The other owners, whose names do not matter. No owner has an empty name.
  budget.add("", held - own)
  const texts = new Set(facts.flatMap(({ hash, kind }) => kind === "text" ? [hash] : []))
  return { options, known, texts, budget }
})

const textHashesOf = (visits: ReadonlyArray<EndedVisit>): ReadonlySet<string> =>
  new Set(
    visits.flatMap(({ visit: { outcome } }) =>
      outcome._tag === "Page" && outcome.textHash !== "" ? outcome.textHash : []
    )
  )

const write = Effect.fnUntraced(function*(database: Db, batch: Batch, before: LockedJob) {
  yield* admitLearned(database, batch)
  yield* database.run(record, recordOf(batch, before))
  yield* database.run(advance, advanceOf(batch, before))
})

/** Writes the URLs that are new, some at a time. */
const admitLearned = Effect.fnUntraced(function*(database: Db, { job, joined, learned: all }: Batch) {
  const learned = [...all]
  for (let from = 0; from < learned.length; from += atOnce) {
    const urls = learned.slice(from, from + atOnce)
    const waiting = joined.slice(from, from + atOnce)
    yield* database.run(admit, [
      job.job,
      arrays.bigints(urls.map(([hash]) => hash)),
      arrays.bigints(urls.map(([, at]) => at)),
      arrays.bigints(waiting.map(({ seq }) => seq)),
      arrays.texts(waiting.map(({ domain }) => domain)),
      arrays.texts(waiting.map(({ url }) => url)),
      arrays.ints(waiting.map(({ depth }) => depth)),
      arrays.texts(waiting.map(({ foundOn }) => foundOn))
    ])
  }
})

/** The parameters of `record`. */
const recordOf = (batch: Batch, before: LockedJob) => {
  const { errors, job, kept, linked, rows, told } = batch
  return [
    job.job,
    arrays.bigints(batch.settledSeqs),
    arrays.ints(rows.map(({ n }) => n)),
    arrays.texts(rows.map(({ url }) => url)),
    arrays.texts(rows.map(({ outcome }) => outcome)),
    arrays.texts(rows.map(({ code }) => code)),
    arrays.ints(rows.map(({ status }) => status)),
    arrays.ints(rows.map(({ depth }) => depth)),
    arrays.texts(rows.map(({ found_on }) => found_on)),
    arrays.texts(rows.map(moreOf)),
    // URLs have no spaces.
    arrays.texts(rows.map(({ referrers }) => referrers?.join(" ") ?? null)),
    arrays.ints(rows.map(({ elapsed_ms }) => elapsed_ms)),
    arrays.bigints(kept.map(({ seq }) => seq)),
    arrays.ints(kept.map(({ n }) => n)),
    arrays.bigints(batch.dropped),
    arrays.bigints(batch.changed.keys()),
    arrays.bigints(batch.changed.values()),
    arrays.bigints(batch.newTexts),
    arrays.bigints(linked.map(({ seq }) => seq)),
    arrays.texts(linked.map(({ page }) => page)),
    arrays.ints(told.map(({ n }) => n)),
    arrays.texts(told.map(({ page }) => page)),
    arrays.ints(errors.map((_, index) => before.errors + index)),
    arrays.texts(errors.map(({ url }) => url)),
    arrays.texts(errors.map(({ code }) => code)),
    arrays.texts(errors.map(({ message }) => message.replaceAll("\0", "")))
  ]
}

/** The parameters of `advance`. */
const advanceOf = ({ bytes, change, errors, job }: Batch, before: LockedJob) => [
  job.job,
  job.spent,
  job.admitted,
  job.settled,
  job.known,
  job.listed,
  job.characters,
  job.base,
  job.wasFull,
  job.isCut,
  job.seedError,
  job.documents,
  before.errors + errors.length,
  bytes,
  change.crawled,
  change.stored,
  change.failed,
  change.skipped,
  change.duplicates,
  before.head
]

interface Fact {
  readonly kind: "url" | "text" | "bytes"
  readonly hash: bigint
  readonly at: bigint | null
  readonly held: number
  readonly own: number
}

interface ReadyVisit {
  readonly record: Uint8Array
  readonly documentBytes: number | null
  readonly referrers: ReadonlyArray<string> | null
}

/** Settled in one transaction at most, besides the number of pages. */
const batchBytes = 4 * 1024 * 1024
const batchLinks = 20_000
/** URLs that one statement takes, so that none takes long. */
const atOnce = 5000
