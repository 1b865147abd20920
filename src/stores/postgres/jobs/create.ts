import { Duration, Effect, Schema } from "effect"
import { hashOf } from "../../../crawl/frontier/keyed-hash.ts"
import { crawlRules, startingUrls } from "../../../crawl/plan/CrawlRules.ts"
import type { CrawlOptions } from "../../../domain/job/Job.ts"
import { registrableDomain } from "../../../domain/WebUrl.ts"
import { jobBytes } from "../../../jobs/accounting.ts"
import { IdempotencyKeyReused, limitExceeded } from "../../../jobs/crawl-limits.ts"
import type { Idempotency } from "../../../jobs/Idempotency.ts"
import type { JobStore } from "../../../jobs/JobStore.ts"
import type { Settings } from "../../../Settings.ts"
import { newJob } from "../../memory/new-job.ts"
import type { Database } from "../Database.ts"
import { bigints, type Db, tableOf, texts } from "../statement.ts"
import { countActive } from "../statements/jobs/count-jobs.ts"
import { findJob, findJobByKey } from "../statements/jobs/find-jobs.ts"
import { jobOf } from "../statements/jobs/job-row.ts"
import { newToken } from "../tokens.ts"
import { notify } from "../wake/notify.ts"

type Limits = Pick<Settings["Service"], "jobRetention" | "maxCrawls" | "maxCrawlsPerKey">

interface Asked {
  /** Chosen before the transaction, so that a repeated transaction finds its job. */
  readonly id: string
  readonly owner: string
  readonly url: string
  readonly options: CrawlOptions
  readonly idempotency: Idempotency | undefined
}

/** Creates a job within the limits, or returns the earlier one with this idempotency key. */
export const createJob = (database: Database["Service"], limits: Limits): JobStore["Service"]["create"] =>
  Effect.fn("JobStore.create")(function*(owner, url, options, idempotency) {
    const asked = { id: newJob(url, options, 0).id, owner, url, options, idempotency }
    const row = yield* database.transaction(createInTurn(database, asked, limits))
    return row === undefined ? yield* Effect.die("the job that was made is not there") : jobOf(row)
  })

/** Locks the limits of all nodes while jobs are counted to decide on one more. */
const createInTurn = Effect.fnUntraced(function*(database: Database["Service"], asked: Asked, limits: Limits) {
  const { id, idempotency, owner } = asked
  const retention = Duration.toSeconds(limits.jobRetention)
  yield* lockLimits(database)
  const made = findJob(database, retention, owner, id)
  const before = yield* made
  if (before !== undefined) return before
  if (idempotency !== undefined) {
    const earlier = yield* findJobByKey(database, retention, owner, idempotency.key)
    if (earlier !== undefined) {
      // Older versions stored only the key of a job.
      const isSame = earlier.asked === null || earlier.asked === idempotency.asked
      return isSame ? earlier : yield* new IdempotencyKeyReused()
    }
  }
  const exceeded = limitExceeded(limits, yield* countActive(database, owner))
  if (exceeded !== undefined) return yield* exceeded
  yield* insert(database, asked)
  return yield* made
})

/** The job and its first URLs, which wait from the beginning. */
const insert = Effect.fnUntraced(function*(db: Db, { id, idempotency, options, owner, url }: Asked) {
  if (idempotency !== undefined) yield* freeKey(db, owner, idempotency.key)
  const { place } = yield* takePlace(db, owner)
  const hashKey = newToken()
  const { nameOf } = crawlRules(options, undefined)
  const first = new Map(startingUrls({ seed: new URL(url), options }).map((start) => [nameOf(start), start]))
  const urls = Array.from(first, ([name, { hostname }], seq) => {
    return { seq, name, hash: hashOf(name, hashKey), domain: registrableDomain(hostname) }
  })
  yield* db.run`WITH first AS (
      SELECT * FROM ${tableOf("x", urls, { seq: bigints, hash: bigints, domain: texts, name: texts })}
    ), made AS (
      INSERT INTO gleaner.jobs (id, owner, place, idempotency_key, url, options, max_pages, hash_key, bytes, since,
        asked, admitted, known, characters)
      SELECT ${id}, ${owner}, ${place}, ${idempotency?.key}, ${url}, ${JSON.stringify(options)}, ${options.max_pages},
        ${hashKey}, ${jobBytes(url, options)}, ${options.since}, ${idempotency?.asked}, count(*), count(*),
        sum(length(name))
      FROM first RETURNING job
    ), fresh AS (
      INSERT INTO gleaner.seen (job, hash, at) SELECT job, hash, seq FROM made, first
    ), waiting AS (
      INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on)
      SELECT job, seq, domain, name, 0, '' FROM made, first
    )
    INSERT INTO gleaner.lines (job, domain, first) SELECT job, domain, min(seq) FROM made, first GROUP BY job, domain`
  yield* notify(db, "Created", id)
})

/** Serializes decisions about the jobs of all nodes until the end of the transaction. */
export const lockLimits = (db: Db) => db.run`SELECT pg_advisory_xact_lock(${6_837_021_950_401n})`

/** A job that has expired and is not deleted yet leaves its key. */
const freeKey = (db: Db, owner: string, key: string) =>
  db.run`UPDATE gleaner.jobs SET idempotency_key = NULL WHERE owner = ${owner} AND idempotency_key = ${key}`

const Place = Schema.Struct({ place: Schema.Finite })

/** The number of the next job among those of its owner. */
const takePlace = (db: Db, owner: string) =>
  db.one(Place)`INSERT INTO gleaner.owners AS o (owner, made) VALUES (${owner}, 1)
    ON CONFLICT (owner) DO UPDATE SET made = o.made + 1 RETURNING made - 1 AS place`
