import { Effect, FileSystem, Option, Stdio, Stream } from "effect"
import type { JobId } from "../../../core/domain/job/Job.ts"
import type { StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import { fileFault } from "../../../core/kernel/file-fault.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { failed } from "../output/exit-codes.ts"
import { cannotWrite } from "../output/output.ts"
import { boundedLines } from "./bounded-lines.ts"
import { jobLine, lineOf, noLine, pageLine, unknownJob } from "./ledger-lines.ts"

/** Ledger file of a crawl, in JSON Lines with a `type`: first the job, then the rows of its ledger. */
export const ledgerName = (out: string): string => `${out}.ledger`

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

/**
 * Reads the job and the ledger of the crawl that wrote `source`, from its ledger file. Without one, pages are compared by
 * the text of their Documents. `-` stands for stdin.
 */
export const readCrawl = Effect.fnUntraced(function*(source: string) {
  const fs = yield* FileSystem.FileSystem
  const hasLedger = source !== "-" && (yield* Effect.orElseSucceed(fs.exists(ledgerName(source)), () => false))
  const file = hasLedger ? ledgerName(source) : source
  const shown = source === "-" ? "stdin" : file
  let job = unknownJob
  const rows: Array<StoredPage> = []
  let number = 0
  const bytes = Stream.mapError(
    source === "-" ? (yield* Stdio.Stdio).stdin : fs.stream(file),
    (cause) => failed(`${shown} cannot be read: ${fileFault(cause)}`)
  )
  yield* boundedLines(bytes, maxLineLength).pipe(
    Stream.mapError((error) =>
      error._tag === "LineTooLong"
        ? failed(`line ${error.number} of ${shown} has more than ${maxLineLength} characters, so ${noLine}`)
        : error
    ),
    Stream.runForEach((text) => {
      number++
      if (text.trim() === "") return Effect.void
      const line = lineOf(text)
      if (typeof line === "string") return Effect.fail(failed(`line ${number} of ${shown} ${line}`))
      if ("job" in line) job = line.job
      else if (rows.length === maxRows) return Effect.fail(failed(`${shown} has more than ${maxRows} pages`))
      else rows.push(line.row)
      return Effect.void
    })
  )
  return { job, rows }
})

/** Characters: enough for a Document of the maximum page by default, with its HTML. */
export const maxLineLength = 64 * 1024 * 1024
/** Maximum URLs in the frontier of a crawl by default. */
const maxRows = 1_000_000
