import { Duration, Effect, Option } from "effect"
import { crawlRules, startingUrls } from "../../crawl/CrawlRules.ts"
import { hashOf } from "../../crawl/keyed-hash.ts"
import type { CrawlOptions, JobId } from "../../domain/Job.ts"
import { registrableDomain } from "../../domain/WebUrl.ts"
import { errorBytes, jobBytes } from "../../jobs/accounting.ts"
import { IdempotencyKeyReused, limitExceeded } from "../../jobs/crawl-limits.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import type { Jobs, RunningJob } from "../../jobs/Jobs.ts"
import { newJob } from "../../jobs/new-job.ts"
import { nextToRun } from "../../jobs/next-to-run.ts"
import type { Settings } from "../../Settings.ts"
import { storedOptions } from "../stored-options.ts"
import { bigints, ints, texts } from "./arrays.ts"
import type { Database } from "./Database.ts"
import { firstRow } from "./first-row.ts"
import { idOf, isOver, jobOf, type JobRow } from "./job-rows.ts"
import type { RevisionWatch } from "./RevisionWatch.ts"
import { lockedJob, settleReady } from "./settle.ts"
import * as sql from "./sql/jobs.ts"
import { newToken } from "./tokens.ts"

type Changes = Pick<Jobs, "create" | "promote" | "cancel" | "finish">

/** What changes the status of jobs. Whoever counts jobs to decide on one more holds one lock over all nodes. */
export const jobChanges = (
  database: Database["Service"],
  watch: RevisionWatch["Service"],
  settings: Settings["Service"]
): Changes => {
  const { run, transaction } = database
  const retention = Duration.toSeconds(settings.jobRetention)
  const tell = (what: "Created" | "Cancelled" | "Finished", id: string) => run(sql.notify, [`${what} ${id}`])

  /** The job and its first URLs, which wait from the beginning. */
  const insert = Effect.fnUntraced(
    function*(owner: string, url: string, options: CrawlOptions, idempotency: Idempotency | undefined) {
      const { id } = newJob(url, options, 0)
      if (idempotency !== undefined) yield* run(sql.freeKey, [owner, idempotency.key])
      const made = yield* firstRow<{ readonly place: number }>(database, sql.nextPlace, [owner])
      const hashKey = newToken()
      const { nameOf } = crawlRules(options, undefined)
      const first = new Map(startingUrls({ seed: new URL(url), options }).map((start) => [nameOf(start), start]))
      yield* run(sql.insertJob, [
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
      yield* tell("Created", id)
      return id
    }
  )

  const create: Changes["create"] = Effect.fn("JobStore.create")(function*(owner, url, options, idempotency) {
    const row = yield* transaction(Effect.gen(function*() {
      yield* run(sql.lockLimits)
      if (idempotency !== undefined) {
        const { asked, key } = idempotency
        const earlier = yield* firstRow<JobRow & Asked>(database, sql.jobByKey, [retention, owner, key])
        // A job of an older version has its key alone.
        if (earlier !== undefined) {
          return (earlier.asked ?? asked) === asked ? earlier : yield* new IdempotencyKeyReused()
        }
      }
      const active = yield* firstRow<{ readonly all: number; readonly own: number }>(database, sql.activeJobs, [owner])
      const exceeded = limitExceeded(settings, active?.all ?? 0, active?.own ?? 0)
      if (exceeded !== undefined) return yield* exceeded
      return yield* firstRow<JobRow>(database, sql.getJob, [
        retention,
        owner,
        yield* insert(owner, url, options, idempotency)
      ])
    }))
    return row === undefined ? yield* Effect.die("the job that was made is not there") : jobOf(row)
  })

  /** The queued jobs that get a slot now. */
  const start = Effect.fnUntraced(function*(limit: number) {
    yield* run(sql.lockLimits)
    const owners = new Map<string, number>()
    let running = 0
    for (const { owner } of yield* run<{ readonly owner: string }>(sql.runningJobs)) {
      owners.set(owner, (owners.get(owner) ?? 0) + 1)
      running++
    }
    const queued = new Set(yield* run<Queued>(sql.queuedJobs))
    const lastStarts = new Map([...queued].map(({ lastStart, owner }) => [owner, lastStart]))
    const chosen: Array<number> = []
    for (; running < limit; running++) {
      const next = nextToRun(queued, (owner) => owners.get(owner) ?? 0, (owner) => lastStarts.get(owner) ?? 0)
      if (next === undefined) break
      queued.delete(next)
      chosen.push(next.job)
      owners.set(next.owner, (owners.get(next.owner) ?? 0) + 1)
      lastStarts.set(next.owner, Number.MAX_SAFE_INTEGER)
    }
    if (chosen.length > 0) yield* run(sql.startJobs, [ints(chosen)])
  })

  const promote: Changes["promote"] = Effect.fn("JobStore.promote")(function*(limit) {
    const waiting = yield* firstRow<{ readonly isAny: boolean }>(database, sql.isAnyQueued)
    if (waiting?.isAny === true) yield* transaction(start(limit))
    const rows = yield* run<Pick<JobRow, "id" | "owner" | "url" | "options">>(sql.runningJobs)
    return rows.map((row): RunningJob => ({
      id: idOf(row),
      owner: row.owner,
      url: row.url,
      options: storedOptions(row.options)
    }))
  })

  /** What has ended is settled, whatever is missing between. Nothing joins any more. */
  const settleRest = Effect.fnUntraced(function*(id: JobId, options: CrawlOptions) {
    for (let job = yield* lockedJob(database, id); job !== undefined; job = yield* lockedJob(database, id)) {
      if ((yield* settleReady(database, job, options, settings, true)) === 0) return
    }
  })

  /** All in one transaction, so that nobody sees the job final before its last page. */
  const cancel: Changes["cancel"] = Effect.fn("JobStore.cancel")(function*(owner, id) {
    const row = yield* transaction(Effect.gen(function*() {
      const locked = yield* lockedJob(database, id)
      if (locked?.owner !== owner) return undefined
      if (isOver(locked)) return yield* firstRow<JobRow>(database, sql.getJob, [retention, owner, id])
      yield* settleRest(id, storedOptions(locked.options))
      yield* run(sql.endJob, [id, "cancelled"])
      yield* tell("Cancelled", id)
      return yield* firstRow<JobRow>(database, sql.getJob, [retention, owner, id])
    }))
    watch.wake(id)
    return Option.map(Option.fromNullishOr(row), jobOf)
  })

  const finish: Changes["finish"] = Effect.fn("JobStore.finish")(function*(id, status, error) {
    yield* transaction(Effect.gen(function*() {
      const locked = yield* lockedJob(database, id)
      if (locked === undefined || isOver(locked)) return
      yield* settleRest(id, storedOptions(locked.options))
      const ended = yield* firstRow<{ readonly job: number }>(database, sql.endJob, [id, status])
      if (ended === undefined) return
      if (error !== undefined) {
        yield* run(sql.addError, [ended.job, error.url, error.code, error.message, errorBytes(error)])
      }
      yield* tell("Finished", id)
    }))
    watch.wake(id)
  })

  return { create, promote, cancel, finish }
}

interface Asked {
  readonly asked: string | null
}

interface Queued {
  readonly job: number
  readonly owner: string
  readonly lastStart: number
}
