import { Duration, Effect, Layer, Option, Schedule } from "effect"
import type { JobCounts, Jobs, Slice } from "../../jobs/Jobs.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { keptDocuments } from "../../jobs/KeptDocuments.ts"
import { Settings } from "../../Settings.ts"
import { createJob } from "./create.ts"
import { Database } from "./Database.ts"
import { cancelJob, finishJob } from "./end.ts"
import { firstRow } from "./first-row.ts"
import { jobOf, type JobRow, snapshotOf } from "./job-rows.ts"
import { promoteJobs } from "./promote.ts"
import { readDocuments, readJobs, readLedger } from "./read.ts"
import { RevisionWatch } from "./RevisionWatch.ts"
import * as sql from "./sql/jobs.ts"
import { deleteWhole, sweep } from "./sweep.ts"

/** Jobs in tables that all nodes share. Each node serves every job. */
export const PostgresJobs = Layer.effect(
  JobStore,
  Effect.gen(function*() {
    const database = yield* Database
    const watch = yield* RevisionWatch
    const settings = yield* Settings
    const kept = yield* keptDocuments
    const retention = Duration.toSeconds(settings.jobRetention)
    yield* sweep(database, retention, kept).pipe(
      Effect.ignore,
      Effect.repeat(Schedule.spaced(sweepInterval)),
      Effect.forkScoped
    )

    const all = Effect.map(
      firstRow<{ readonly bytes: number; readonly jobs: number }>(database, sql.heldInAll, [retention]),
      (row) => row ?? { bytes: 0, jobs: 0 }
    )

    const drop: Jobs["drop"] = Effect.fnUntraced(function*(owner, id) {
      const row = yield* firstRow<{ readonly job: number }>(database, sql.finalJob, [owner, id])
      if (row === undefined) return false
      yield* deleteWhole(database, row.job, id, kept)
      watch.wake(id)
      return true
    })

    return JobStore.of({
      isDurable: true,
      create: createJob(database, settings),
      promote: promoteJobs(database, settings.crawlSlice),
      cancel: cancelJob(database, watch, settings),
      finish: finishJob(database, watch, settings),
      get: (owner, id) =>
        Effect.map(
          firstRow<JobRow>(database, sql.getJob, [retention, owner, id]),
          (row) => Option.map(Option.fromNullishOr(row), snapshotOf)
        ),
      changed: watch.changed,
      list: (owner, range) => Effect.map(readJobs(database, retention, owner, range), ofEach(jobOf)),
      listAll: (range) =>
        Effect.map(
          readJobs(database, retention, null, range),
          ofEach((row) => ({ owner: row.owner, job: jobOf(row) }))
        ),
      ownerOf: (id) =>
        Effect.map(
          firstRow<{ readonly owner: string }>(database, sql.ownerOf, [retention, id]),
          (row) => Option.fromNullishOr(row?.owner)
        ),
      drop,
      pages: (id, range) => readLedger(database, id, range),
      documents: (id, from, to) => readDocuments(database, kept, id, from, to),
      release: (id, before) => Effect.asVoid(database.run(sql.releaseDocuments, [id, before])),
      counts: Effect.map(
        firstRow<JobCounts>(database, sql.countActive),
        (row) => row ?? { queued: 0, running: 0, queueAge: 0 }
      ),
      activeOf: (owner) =>
        Effect.map(firstRow<{ readonly own: number }>(database, sql.activeJobs, [owner]), (row) => row?.own ?? 0),
      held: Effect.map(all, ({ bytes }) => bytes),
      kept: all,
      ready: Effect.asVoid(database.run("SELECT 1"))
    })
  })
)

const ofEach = <A, B>(pick: (item: A) => B) => (slice: Slice<A>): Slice<B> => ({
  ...slice,
  items: slice.items.map(pick)
})

const sweepInterval = Duration.seconds(30)
