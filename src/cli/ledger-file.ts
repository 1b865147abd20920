import { Effect, FileSystem, Option, Schema, Stdio, Stream } from "effect"
import { createHash } from "node:crypto"
import { fileFault } from "../domain/file-fault.ts"
import { crawlDefaults, Job, JobId, noStats } from "../domain/Job.ts"
import { LedgerRow, type StoredPage } from "../domain/LedgerRow.ts"
import { canonical } from "../domain/WebUrl.ts"
import { fold } from "../extract/dom/walk.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"
import { cannotWrite } from "./output.ts"

/** A crawl that an earlier command has ended: its job, and its ledger with all that a later one needs to know. */
export interface EndedCrawl {
  readonly job: Job
  readonly rows: ReadonlyArray<StoredPage>
}

/** Beside the JSON Lines of a crawl: its job in the first line, and a row of its ledger in each of the others. */
const ledgerName = (out: string): string => `${out}.ledger`

export const writeLedger = Effect.fnUntraced(function*(out: string, owner: string, id: JobId) {
  const store = yield* JobStore
  const found = yield* store.get(owner, id)
  if (Option.isNone(found)) return
  const fs = yield* FileSystem.FileSystem
  const name = ledgerName(out)
  const rows = Stream.paginate(
    0,
    (after: number) =>
      Effect.map(
        store.pages(id, { after, limit: bundle }),
        ({ items, more, next }) => [items, more ? Option.some(next) : Option.none<number>()] as const
      )
  )
  yield* Stream.make<ReadonlyArray<object>>({ job: found.value.job }).pipe(
    Stream.concat(rows),
    Stream.map((line) => `${JSON.stringify(line)}\n`),
    Stream.encodeText,
    Stream.run(fs.sink(name)),
    Effect.catchTag("PlatformError", (error) => Effect.fail(cannotWrite(name)(error)))
  )
})

/** Rows that are read at a time. */
const bundle = 1000

/**
 * The crawl that wrote `source`. Its ledger lies beside it; without one, pages are compared by the text of their
 * Documents. `-` stands for stdin.
 */
export const readCrawl = Effect.fnUntraced(function*(
  source: string
): Effect.fn.Return<EndedCrawl, CommandFailed, FileSystem.FileSystem | Stdio.Stdio> {
  const fs = yield* FileSystem.FileSystem
  const hasLedger = source !== "-" && (yield* Effect.orElseSucceed(fs.exists(ledgerName(source)), () => false))
  const file = hasLedger ? ledgerName(source) : source
  const shown = source === "-" ? "stdin" : file
  let job = unknownJob
  const rows: Array<StoredPage> = []
  let number = 0
  yield* (source === "-" ? (yield* Stdio.Stdio).stdin : fs.stream(file)).pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.mapError((cause) => failed(`${shown} cannot be read: ${fileFault(cause)}`)),
    Stream.runForEach((text) => {
      number++
      if (text.trim() === "") return Effect.void
      const line = lineOf(text)
      if (line === undefined) return Effect.fail(failed(`line ${number} of ${shown} ${noLine}`))
      if ("job" in line) job = line.job
      else rows.push(line.row)
      return Effect.void
    })
  )
  return { job, rows }
})

const noLine =
  "is neither a Document with url and text nor a line of a crawl's ledger; give the file of gleaner crawl --out"

const failed = (message: string) => new CommandFailed({ message, code: exitCode.failed })

const Row = Schema.Struct({
  ...LedgerRow.fields,
  seen: Schema.optionalKey(Schema.Struct({
    etag: Schema.optionalKey(Schema.String),
    modified: Schema.optionalKey(Schema.String),
    text: Schema.String,
    canonical: Schema.optionalKey(Schema.String)
  }))
})
const PageLine = Schema.Struct({
  url: Schema.String.check(Schema.makeFilter((url: string) => URL.canParse(url))),
  status: Schema.optionalKey(Schema.Int),
  depth: Schema.optionalKey(Schema.Int),
  text: Schema.String
})

const decodeJob = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ job: Job })))
const decodeRow = Schema.decodeUnknownOption(Schema.fromJsonString(Row))
const decodePage = Schema.decodeUnknownOption(Schema.fromJsonString(PageLine))

const lineOf = (text: string): { readonly job: Job } | { readonly row: StoredPage } | undefined => {
  const row = Option.getOrUndefined(decodeRow(text))
  if (row !== undefined) return { row: withDocument(row) }
  const page = Option.getOrUndefined(decodePage(text))
  return page === undefined ? Option.getOrUndefined(decodeJob(text)) : { row: rowOf(page) }
}

/** The job that an earlier command has ended goes by this name. */
export const earlierId = JobId.make("0".repeat(32))

/** A page that had not changed has its document in the file of a crawl before. It counts as there. */
const withDocument = (row: StoredPage): StoredPage =>
  row.seen === undefined || row.code !== "unchanged"
    ? row
    : { ...row, seen: { ...row.seen, kept: { job: earlierId, n: 0 } } }

const rowOf = ({ depth = 0, status = 200, text, url }: typeof PageLine.Type): StoredPage => ({
  url: canonical(new URL(url)),
  outcome: "stored",
  code: "",
  status,
  depth,
  found_on: "",
  elapsed_ms: 0,
  seen: { text: hashOf(fold(text)), kept: { job: earlierId, n: 0 } }
})

/** As a crawl hashes the text of a page. */
const hashOf = (text: string): string => text === "" ? "" : createHash("sha256").update(text).digest("hex")

/** Of a file without a ledger. It may have left anything out. */
const unknownJob: Job = {
  id: earlierId,
  url: "",
  status: "cancelled",
  created_at: 0,
  finished_at: 0,
  stats: noStats,
  errors: [],
  document_count: 0,
  options: crawlDefaults
}
