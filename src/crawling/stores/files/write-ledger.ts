import { Effect, FileSystem, Option, Stream } from "effect"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { cannotWrite } from "./FilesError.ts"
import { jobLine, ledgerName, pageLine } from "./ledger-lines.ts"

/** Replaces the ledger file of a running crawl by that of the ended one. */
export const writeLedger = Effect.fnUntraced(function*(out: string, owner: string, id: JobId) {
  const store = yield* JobStore
  const found = yield* store.get(owner, id)
  if (Option.isNone(found)) return
  const fs = yield* FileSystem.FileSystem
  const name = ledgerName(out)
  // The output file contains all documents of the crawl, including those of an earlier process.
  const job = { ...found.value.job, document_count: found.value.job.stats.stored }
  const fresh = `${name}.new`
  yield* Stream.make(jobLine(job)).pipe(
    Stream.concat(Stream.map(ledgerRows(store, id), pageLine)),
    Stream.encodeText,
    Stream.run(fs.sink(fresh)),
    Effect.andThen(fs.rename(fresh, name)),
    Effect.catchTag("PlatformError", (error) => Effect.fail(cannotWrite(name)(error)))
  )
})

/** The rows of a job in memory. */
export const ledgerRows = (store: JobStore["Service"], id: JobId) =>
  Stream.paginate(
    0,
    (after: number) =>
      Effect.map(
        store.ledger(id, { after, limit: batchSize }),
        ({ items, more, next }) => [items, more ? Option.some(next) : Option.none<number>()] as const
      )
  )

/** Rows per query. */
const batchSize = 1000
