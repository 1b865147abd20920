import { Duration, Effect } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlOptions } from "../../../../core/domain/job/Job.ts"
import { inSlices } from "../../../../core/kernel/slices/in-slices.ts"
import type { Settings } from "../../../../core/settings/Settings.ts"
import { hashOf } from "../../../crawl/frontier/keyed-hash.ts"
import { crawlRules } from "../../../crawl/model/CrawlRules.ts"
import { SimilarPages } from "../../../crawl/settle/SimilarPages.ts"
import { StoreBudget } from "../../../jobs/StoreBudget.ts"
import { Batch, type EndedVisit, namesOf } from "./Batch.ts"
import type { LockedJob } from "./rows.ts"
import type { SettlementStatements } from "./SettlementStatements.ts"
import { decodeVisit } from "./visit-bytes.ts"

type SettleLimits = Pick<
  Settings["Service"],
  "frontierUrls" | "ledgerPages" | "storeBytes" | "crawlHold" | "jobRetention"
>

/**
 * Settles what is ready, within a transaction that has locked the job. `ends`: the crawl ends early, so all
 * ended visits are settled and nothing is enqueued. Returns the number of visits.
 */
export const settleReady = Effect.fnUntraced(function*(
  statements: SettlementStatements,
  job: LockedJob,
  options: CrawlOptions,
  limits: SettleLimits,
  ends = false
): Effect.fn.Return<number, StoreUnavailable> {
  const found = yield* statements.readyVisits(job, options, limits.crawlHold, ends)
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
  const batch = new Batch(job, visits, yield* factsFor(statements, job, options, visits, limits, !ends), limits)
  for (const visit of visits) yield* inSlices(() => batch.settle(visit, !ends))
  yield* write(statements, batch)
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

/** The facts about a batch. A page may have very many links, so a statement asks for a bounded number of names. */
const factsFor = Effect.fnUntraced(function*(
  statements: SettlementStatements,
  job: LockedJob,
  options: CrawlOptions,
  visits: ReadonlyArray<EndedVisit>,
  limits: SettleLimits,
  enqueues: boolean
) {
  const rules = crawlRules(options, job.base ?? undefined)
  const hashed = (text: string) => hashOf(text, job.hashKey)
  const asked = { job: job.job, owner: job.owner, retention: Duration.toSeconds(limits.jobRetention) }
  const known = new Map<bigint, bigint | null>()
  const find = Effect.fnUntraced(function*(urls: Iterable<bigint>, texts: Iterable<bigint>) {
    const found = yield* statements.findFacts({ ...asked, urls, texts })
    for (const { at, hash, kind } of found) if (kind === "url") known.set(hash, at)
    return found
  })
  const names = new Set<bigint>()
  for (const { visit } of visits) {
    for (const name of namesOf(visit, rules, enqueues)) {
      names.add(hashed(name))
      if (names.size < batchNames) continue
      yield* find(names, [])
      names.clear()
    }
  }
  const facts = yield* find(names, [...textHashesOf(visits)].map(hashed))
  const { held = 0, own = 0 } = facts.find(({ kind }) => kind === "bytes") ?? {}
  const budget = new StoreBudget(limits.storeBytes)
  budget.add(job.owner, own)
  // The other owners, whose names do not matter. No owner has an empty name.
  budget.add("", held - own)
  const similar = new SimilarPages()
  for (const page of yield* statements.findOriginals(job.job, nearKeysOf(visits))) similar.add(page)
  const texts = new Map(facts.flatMap(({ hash, kind, url }) => kind === "text" ? [[hash, url ?? ""] as const] : []))
  return { options, known, texts, similar, budget }
})

const textHashesOf = (visits: ReadonlyArray<EndedVisit>): ReadonlySet<string> =>
  new Set(
    visits.flatMap(({ visit: { outcome } }) =>
      outcome._tag === "Page" && outcome.textHash !== "" ? outcome.textHash : []
    )
  )

const nearKeysOf = (visits: ReadonlyArray<EndedVisit>): ReadonlyArray<string> =>
  visits.flatMap(({ visit: { outcome } }) => outcome._tag === "Page" ? outcome.seen?.likeness?.near ?? [] : [])

const write = Effect.fnUntraced(function*(statements: SettlementStatements, batch: Batch) {
  const { changes: { enqueued, newNames }, job } = batch
  for (let from = 0; from < newNames.length; from += batchNames) {
    const to = from + batchNames
    yield* statements.admitUrls(job.job, newNames.slice(from, to), enqueued.slice(from, to))
  }
  yield* statements.recordSettlement(batch)
  yield* statements.advanceJob(batch)
})

/** Settled in one transaction at most. */
const batchLinks = 20_000
/** Names that one statement takes, so that none takes long. */
const batchNames = 5000
