import { Duration, Effect } from "effect"
import { hashOf } from "../../crawl/frontier/keyed-hash.ts"
import { crawlRules, startingUrls } from "../../crawl/plan/CrawlRules.ts"
import type { CrawlOptions } from "../../domain/job/Job.ts"
import { registrableDomain } from "../../domain/WebUrl.ts"
import { jobBytes } from "../../jobs/accounting.ts"
import { IdempotencyKeyReused, limitExceeded } from "../../jobs/crawl-limits.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import type { JobStore } from "../../jobs/JobStore.ts"
import type { Usage } from "../../kernel/Shares.ts"
import type { Settings } from "../../Settings.ts"
import { newJob } from "../memory/new-job.ts"
import { bigints, texts } from "./arrays.ts"
import type { Database } from "./Database.ts"
import { firstRow } from "./first-row.ts"
import { jobOf, type JobRow } from "./job-rows.ts"
import { notify } from "./notify.ts"
import * as sql from "./sql/jobs.ts"
import { newToken } from "./tokens.ts"

type Limits = Pick<Settings["Service"], "jobRetention" | "maxCrawls" | "maxCrawlsPerKey">

interface Asked {
  /** Chosen before the transaction, so that one that runs again finds what it has made. */
  readonly id: string
  readonly owner: string
  readonly url: string
  readonly options: CrawlOptions
  readonly idempotency: Idempotency | undefined
}

/** Makes a job within the limits, or gives the one that was made before with this key. */
export const createJob = (database: Database["Service"], limits: Limits): JobStore["Service"]["create"] =>
  Effect.fn("JobStore.create")(function*(owner, url, options, idempotency) {
    const asked = { id: newJob(url, options, 0).id, owner, url, options, idempotency }
    const row = yield* database.transaction(createInTurn(database, asked, limits))
    return row === undefined ? yield* Effect.die("the job that was made is not there") : jobOf(row)
  })

/** One lock over all nodes is held while jobs are counted to decide on one more. */
const createInTurn = Effect.fnUntraced(function*(database: Database["Service"], asked: Asked, limits: Limits) {
  const { id, idempotency, owner } = asked
  const retention = Duration.toSeconds(limits.jobRetention)
  yield* database.run(sql.lockLimits)
  const made = firstRow<JobRow>(database, sql.getJob, [retention, owner, id])
  const before = yield* made
  if (before !== undefined) return before
  if (idempotency !== undefined) {
    const earlier = yield* firstRow<KeyedRow>(database, sql.jobByKey, [retention, owner, idempotency.key])
    if (earlier !== undefined) {
      // A job of an older version has its key alone.
      const isSame = earlier.asked === null || earlier.asked === idempotency.asked
      return isSame ? earlier : yield* new IdempotencyKeyReused()
    }
  }
  const active = yield* firstRow<Usage>(database, sql.activeJobs, [owner])
  const exceeded = limitExceeded(limits, active ?? { total: 0, own: 0, others: 0 })
  if (exceeded !== undefined) return yield* exceeded
  yield* insertJob(database, asked)
  return yield* made
})

/** The job and its first URLs, which wait from the beginning. */
const insertJob = Effect.fnUntraced(
  function*(database: Database["Service"], { id, idempotency, options, owner, url }: Asked) {
    if (idempotency !== undefined) yield* database.run(sql.freeKey, [owner, idempotency.key])
    const made = yield* firstRow<{ readonly place: number }>(database, sql.nextPlace, [owner])
    const hashKey = newToken()
    const { nameOf } = crawlRules(options, undefined)
    const first = new Map(startingUrls({ seed: new URL(url), options }).map((start) => [nameOf(start), start]))
    yield* database.run(sql.insertJob, [
      id,
      owner,
      made?.place ?? 0,
      idempotency?.key ?? null,
      url,
      JSON.stringify(options),
      options.max_pages,
      hashKey,
      jobBytes(url, options),
      bigints([...first.keys()].map((name) => hashOf(name, hashKey))),
      texts([...first.values()].map(({ hostname }) => registrableDomain(hostname))),
      texts(first.keys()),
      options.since ?? null,
      idempotency?.asked ?? null
    ])
    yield* notify(database, "Created", id)
  }
)

interface KeyedRow extends JobRow {
  readonly asked: string | null
}
