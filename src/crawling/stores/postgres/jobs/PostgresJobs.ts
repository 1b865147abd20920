import { Duration, Effect, Layer, Option, Schema } from "effect"
import { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../../core/domain/job/Job.ts"
import { repeatedly } from "../../../../core/observability/repeatedly.ts"
import { JobStore, type Slice } from "../../../jobs/JobStore.ts"
import { FilterCounts } from "../../shared/FilterCounts.ts"
import { keptDocuments } from "../../shared/KeptDocuments.ts"
import { RevisionWatch } from "../../shared/nodes/RevisionWatch.ts"
import { SharedSettings } from "../../shared/nodes/SharedSettings.ts"
import { Database } from "../Database.ts"
import type { Db } from "../statement.ts"
import { countActive, countByStatus, countStored } from "../statements/jobs/count-jobs.ts"
import { findJob } from "../statements/jobs/find-jobs.ts"
import { jobOf, snapshotOf } from "../statements/jobs/job-row.ts"
import { isStored } from "../statements/jobs/stored-jobs.ts"
import { jobCreator } from "./create.ts"
import { readArchive, readDocuments, readFingerprints, readPicture, releaseDocuments } from "./documents.ts"
import { cancelJob, finishJob } from "./end.ts"
import { readLedger } from "./ledger.ts"
import { listJobs } from "./list.ts"
import { promoteJobs } from "./promote.ts"
import { searchJob } from "./search.ts"
import { deleteWhole, sweep } from "./sweep.ts"

/** Jobs in tables that all nodes share. Each node serves every job. */
export const postgresJobs = Layer.effect(
  JobStore,
  Effect.gen(function*() {
    const database = yield* Database
    const watch = yield* RevisionWatch
    const { limits } = yield* SharedSettings
    const kept = yield* keptDocuments
    const counts = new FilterCounts()
    /** In seconds. The longest of all nodes. */
    const retention = () => Duration.toSeconds(limits.jobRetention)
    const sweepOnce = Effect.suspend(() => sweep(database, retention(), kept))
    yield* repeatedly("deleting expired jobs", sweepOnce, sweepInterval)

    const drop: JobStore["Service"]["drop"] = Effect.fnUntraced(function*(owner, id) {
      const final = yield* database.first(Final)`SELECT job, id FROM gleaner.jobs
        WHERE owner = ${owner} AND id = ${id} AND finished_at IS NOT NULL`
      if (final === undefined) return false
      yield* deleteWhole(database, [final], kept)
      watch.wake(id)
      return true
    })

    return JobStore.of({
      isDurable: true,
      create: yield* jobCreator(database, limits),
      promote: promoteJobs(database, limits.crawlSlice),
      cancel: cancelJob(database, watch, limits),
      finish: finishJob(database, watch, limits),
      get: (owner, id) =>
        Effect.map(
          findJob(database, retention(), owner, id),
          (row) => Option.map(Option.fromNullishOr(row), snapshotOf)
        ),
      changed: watch.changed,
      list: (owner, range) => Effect.map(listJobs(database, retention(), owner, range), ofEach(jobOf)),
      listAll: (range) =>
        Effect.map(
          listJobs(database, retention(), null, range),
          ofEach((row) => ({ owner: row.owner, job: jobOf(row) }))
        ),
      ownerOf: (id) =>
        Effect.map(
          database.first(Owner)`SELECT owner FROM gleaner.jobs j WHERE j.id = ${id} AND ${isStored(retention())}`,
          (row) => Option.fromNullishOr(row?.owner)
        ),
      drop,
      unpin: (id) => database.run`UPDATE gleaner.jobs SET is_pinned = false WHERE id = ${id}`,
      unpinAll: (schedule) =>
        Effect.map(
          database.rows(Unpinned)`UPDATE gleaner.jobs SET is_pinned = false
            WHERE (is_pinned OR finished_at IS NULL) AND options LIKE ${`%"schedule":"${schedule}"%`}
            RETURNING id, finished_at IS NOT NULL AS "isFinal"`,
          (rows) => rows.flatMap(({ id, isFinal }) => isFinal ? [] : [id])
        ),
      ledger: (id, range) => readLedger(database, counts, id, range),
      documents: (id, from, to) => readDocuments(database, kept, id, from, to),
      picture: (id, index) => readPicture(database, kept, id, index),
      archive: (id, index) => readArchive(database, kept, id, index),
      fingerprints: (id, from, to) => readFingerprints(database, id, from, to),
      search: (id, terms, limit) => searchJob(database, id, terms, limit),
      release: (id, before) => releaseDocuments(database, id, before),
      counts: countByStatus(database),
      activeOf: (owner) =>
        Effect.map(countActive(database), (counts) => counts.find((count) => count.owner === owner)?.jobs ?? 0),
      stored: Effect.suspend(() => countStored(database, retention(), null)),
      ready: Effect.andThen(
        database.intact,
        Effect.flatMap(writeMode(database), ({ isReadOnly }) => isReadOnly ? Effect.fail(readOnly) : Effect.void)
      )
    })
  })
)

const ofEach = <A, B>(pick: (item: A) => B) => (slice: Slice<A>): Slice<B> => ({
  ...slice,
  items: slice.items.map(pick)
})

const Mode = Schema.Struct({ isReadOnly: Schema.Boolean })

const Final = Schema.Struct({ job: Schema.Finite, id: JobId })
const Unpinned = Schema.Struct({ id: JobId, isFinal: Schema.Boolean })
const Owner = Schema.Struct({ owner: Schema.String })

/** A standby is read-only, and so is a primary that is configured to be. */
const writeMode = (db: Db) => db.one(Mode)`SELECT current_setting('transaction_read_only')::bool AS "isReadOnly"`
const readOnly = new StoreUnavailable({ reason: "Postgres is read-only" })

const sweepInterval = Duration.seconds(30)
