import { Duration, Effect, Layer, Option, Schedule, Stream } from "effect"
import type { JobId } from "../../domain/Job.ts"
import { JobEvicted } from "../../jobs/JobEvicted.ts"
import type { Jobs } from "../../jobs/Jobs.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { keptDocuments } from "../../jobs/KeptDocuments.ts"
import { Settings } from "../../Settings.ts"
import { Database, type Row } from "./Database.ts"
import { jobChanges } from "./job-changes.ts"
import { jobOf, type JobRow, snapshotOf } from "./job-rows.ts"
import { pageOf, type PageRow } from "./page-rows.ts"
import { RevisionWatch } from "./RevisionWatch.ts"
import * as sql from "./sql/jobs.ts"
import { deleteWhole, sweep } from "./sweep.ts"

/** Jobs in tables that all nodes share. Each node serves every job. */
export const PostgresJobs = Layer.effect(
  JobStore,
  Effect.gen(function*() {
    const database = yield* Database
    const { run } = database
    const watch = yield* RevisionWatch
    const settings = yield* Settings
    const kept = yield* keptDocuments
    const retention = Duration.toSeconds(settings.jobRetention)
    yield* sweep(database, retention, kept).pipe(
      Effect.ignore,
      Effect.repeat(Schedule.spaced(sweepInterval)),
      Effect.forkScoped
    )

    const one = <A extends object = Row>(statement: string, parameters: ReadonlyArray<unknown> = []) =>
      Effect.map(run<A>(statement, parameters), ([row]) => row)

    const list: Jobs["list"] = Effect.fnUntraced(function*(owner, { after = highest, limit }) {
      const rows = yield* run<JobRow>(sql.listJobs, [retention, owner, after, limit + 1])
      const items = rows.slice(0, limit)
      return {
        items: items.map(jobOf),
        next: items.at(-1)?.place ?? 0,
        more: rows.length > limit,
        total: yield* countJobs(owner)
      }
    })

    const listAll: Jobs["listAll"] = Effect.fnUntraced(function*({ after = highest, limit }) {
      const rows = yield* run<JobRow>(sql.listAllJobs, [retention, after, limit + 1])
      const items = rows.slice(0, limit)
      return {
        items: items.map((row) => ({ owner: row.owner, job: jobOf(row) })),
        next: items.at(-1)?.job ?? 0,
        more: rows.length > limit,
        total: yield* countJobs(null)
      }
    })

    const countJobs = (owner: string | null) =>
      Effect.map(one<Total>(sql.countJobs, [retention, owner]), (row) => row?.total ?? 0)

    const pages: Jobs["pages"] = Effect.fnUntraced(function*(id, { after, change, limit, outcome }) {
      if (outcome === undefined && change === undefined) {
        const rows = limit === 0 ? [] : yield* run<PageRow>(sql.ledger, [id, after, limit])
        // Counted after the rows were read, so that a row is never beyond the total.
        const total = (yield* one<Total>(sql.countLedger, [id]))?.total ?? 0
        const next = Math.min(after, total) + rows.length
        return { items: rows.map(pageOf), next, more: next < total, total }
      }
      const rows = yield* run<PageRow>(sql.ledgerOf, [id, after, limit + 1, outcome ?? null, change ?? null])
      const items = rows.slice(0, limit)
      const counted = yield* one<Total & { readonly listed: number | null }>(sql.countLedgerOf, [
        id,
        outcome ?? null,
        change ?? null
      ])
      const more = rows.length > limit
      // When no row is left, continue with rows that come later, not with earlier ones.
      const next = more ? (items.at(-1)?.n ?? 0) + 1 : counted?.listed ?? 0
      return { items: items.map(pageOf), next, more, total: counted?.total ?? 0 }
    })

    /** The documents of one bundle, each read when the reader wants it. */
    const bundleAt = (id: JobId, from: number, to: number) =>
      Stream.unwrap(
        Effect.map(run<DocumentRow>(sql.documents, [id, from, to]), (rows) =>
          Stream.range(from, to - 1).pipe(
            Stream.mapEffect(Effect.fnUntraced(function*(n) {
              const row = rows.find((row) => row.n === n)
              const document = row?.body ?? row?.ref
              return document === undefined || document === null
                ? yield* new JobEvicted({ id })
                : yield* kept.read(id, document)
            }))
          ))
      )

    const documents: Jobs["documents"] = (id, from = 0, to) =>
      Stream.unwrap(Effect.gen(function*() {
        const end = to ?? (yield* one<Total>(sql.countDocuments, [id]))?.total
        if (end === undefined) return Stream.fail(new JobEvicted({ id }))
        const starts = Array.from(
          { length: Math.ceil(Math.max(0, end - from) / bundle) },
          (_, at) => from + at * bundle
        )
        return Stream.fromIterable(starts).pipe(
          Stream.flatMap((start) => bundleAt(id, start, Math.min(end, start + bundle)))
        )
      }))

    const drop: Jobs["drop"] = Effect.fnUntraced(function*(owner, id) {
      const row = yield* one<{ readonly job: number }>(sql.finalJob, [owner, id])
      if (row === undefined) return false
      yield* deleteWhole(database, row.job, id, kept)
      watch.wake(id)
      return true
    })

    return JobStore.of({
      isDurable: true,
      ...jobChanges(database, watch, settings),
      get: (owner, id) =>
        Effect.map(
          one<JobRow>(sql.getJob, [retention, owner, id]),
          (row) => Option.map(Option.fromNullishOr(row), snapshotOf)
        ),
      changed: watch.changed,
      list,
      listAll,
      ownerOf: (id) =>
        Effect.map(
          one<{ readonly owner: string }>(sql.ownerOf, [retention, id]),
          (row) => Option.fromNullishOr(row?.owner)
        ),
      drop,
      pages,
      documents,
      release: (id, before) => Effect.asVoid(run(sql.releaseDocuments, [id, before])),
      counts: Effect.map(
        one<{ readonly queued: number; readonly running: number }>(sql.countActive),
        (row) => row ?? { queued: 0, running: 0 }
      ),
      activeOf: (owner) => Effect.map(one<{ readonly own: number }>(sql.activeJobs, [owner]), (row) => row?.own ?? 0),
      held: Effect.map(one<{ readonly held: number }>(sql.heldInAll, [retention]), (row) => row?.held ?? 0),
      ready: Effect.asVoid(run("SELECT 1"))
    })
  })
)

interface Total {
  readonly total: number
}

interface DocumentRow {
  readonly n: number
  readonly body: Uint8Array | null
  readonly ref: string | null
}

/** Above every number of a job. */
const highest = Number.MAX_SAFE_INTEGER
/** Documents that are read from the tables together. */
const bundle = 8
const sweepInterval = Duration.seconds(30)
