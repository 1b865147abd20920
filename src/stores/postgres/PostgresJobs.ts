import { Duration, Effect, Layer, Option } from "effect"
import { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { type JobCounts, JobStore, type Slice } from "../../jobs/JobStore.ts"
import { keptDocuments } from "../memory/KeptDocuments.ts"
import { repeatedly } from "../repeatedly.ts"
import { createJob } from "./create.ts"
import { Database } from "./Database.ts"
import { cancelJob, finishJob } from "./end.ts"
import { firstRow } from "./first-row.ts"
import { jobOf, type JobRow, snapshotOf } from "./job-rows.ts"
import { promoteJobs } from "./promote.ts"
import { readDocuments, readJobs, readLedger } from "./read.ts"
import { RevisionWatch } from "./RevisionWatch.ts"
import { SharedSettings } from "./SharedSettings.ts"
import * as sql from "./sql/jobs.ts"
import { deleteWhole, sweep } from "./sweep.ts"

/** Jobs in tables that all nodes share. Each node serves every job. */
export const PostgresJobs = Layer.effect(
  JobStore,
  Effect.gen(function*() {
    const database = yield* Database
    const watch = yield* RevisionWatch
    const { limits } = yield* SharedSettings
    const kept = yield* keptDocuments
    /** In seconds. It grows when a node with a longer one is heard of. */
    const retention = () => Duration.toSeconds(limits.jobRetention)
    const sweepOnce = Effect.suspend(() => sweep(database, retention(), kept))
    yield* repeatedly("deleting expired jobs", sweepOnce, sweepInterval)

    const all = Effect.suspend(() =>
      Effect.map(
        firstRow<{ readonly bytes: number; readonly jobs: number }>(database, sql.heldInAll, [retention()]),
        (row) => row ?? { bytes: 0, jobs: 0 }
      )
    )

    const drop: JobStore["Service"]["drop"] = Effect.fnUntraced(function*(owner, id) {
      const row = yield* firstRow<{ readonly job: number }>(database, sql.finalJob, [owner, id])
      if (row === undefined) return false
      yield* deleteWhole(database, row.job, id, kept)
      watch.wake(id)
      return true
    })

    return JobStore.of({
      isDurable: true,
      create: createJob(database, limits),
      promote: promoteJobs(database, limits.crawlSlice),
      cancel: cancelJob(database, watch, limits),
      finish: finishJob(database, watch, limits),
      get: (owner, id) =>
        Effect.map(
          firstRow<JobRow>(database, sql.getJob, [retention(), owner, id]),
          (row) => Option.map(Option.fromNullishOr(row), snapshotOf)
        ),
      changed: watch.changed,
      list: (owner, range) => Effect.map(readJobs(database, retention(), owner, range), ofEach(jobOf)),
      listAll: (range) =>
        Effect.map(
          readJobs(database, retention(), null, range),
          ofEach((row) => ({ owner: row.owner, job: jobOf(row) }))
        ),
      ownerOf: (id) =>
        Effect.map(
          firstRow<{ readonly owner: string }>(database, sql.ownerOf, [retention(), id]),
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
      ready: Effect.andThen(
        database.intact,
        Effect.flatMap(
          firstRow<{ readonly isReadOnly: boolean }>(database, isReadOnly),
          (row) => row?.isReadOnly === false ? Effect.void : Effect.fail(readOnly)
        )
      )
    })
  })
)

const ofEach = <A, B>(pick: (item: A) => B) => (slice: Slice<A>): Slice<B> => ({
  ...slice,
  items: slice.items.map(pick)
})

/** A standby, or a primary that was told to take no writes. */
const isReadOnly = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS \"isReadOnly\""
const readOnly = new StoreUnavailable({ reason: "Postgres is read-only" })

const sweepInterval = Duration.seconds(30)
