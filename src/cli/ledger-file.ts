import { Effect, FileSystem, Option, Predicate, Result, Schema, Stdio, Stream } from "effect"
import { createHash } from "node:crypto"
import { fileFault } from "../domain/file-fault.ts"
import { crawlDefaults, Job, JobId, noStats } from "../domain/Job.ts"
import { LedgerRow, type StoredPage } from "../domain/LedgerRow.ts"
import { canonical } from "../domain/WebUrl.ts"
import { wrongFields } from "../domain/wrong-fields.ts"
import { fold } from "../extract/dom/walk.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { boundedLines } from "./bounded-lines.ts"
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
  const bytes = Stream.mapError(
    source === "-" ? (yield* Stdio.Stdio).stdin : fs.stream(file),
    (cause) => failed(`${shown} cannot be read: ${fileFault(cause)}`)
  )
  yield* boundedLines(bytes, longestLine).pipe(
    Stream.mapError((error) =>
      error._tag === "LineTooLong"
        ? failed(`line ${error.number} of ${shown} has more than ${longestLine} characters, so ${noLine}`)
        : error
    ),
    Stream.runForEach((text) => {
      number++
      if (text.trim() === "") return Effect.void
      const line = lineOf(text)
      if (typeof line === "string") return Effect.fail(failed(`line ${number} of ${shown} ${line}`))
      if ("job" in line) job = line.job
      else if (rows.length === mostRows) return Effect.fail(failed(`${shown} has more than ${mostRows} pages`))
      else rows.push(line.row)
      return Effect.void
    })
  )
  return { job, rows }
})

/** Characters: a Document with the largest page that is read by default, and its HTML. */
const longestLine = 64 * 1024 * 1024
/** As many URLs as a crawl remembers by default. */
const mostRows = 1_000_000

const noLine = "it is no file of gleaner crawl --out; give one of those"

const failed = (message: string) => new CommandFailed({ message, code: exitCode.failed })

const PageUrl = Schema.String.check(
  Schema.makeFilter((url: string) =>
    /^https?:$/.test(URL.parse(url)?.protocol ?? "") ? undefined : "must be an http or https URL"
  )
)
const Row = Schema.Struct({
  ...LedgerRow.fields,
  url: PageUrl,
  seen: Schema.optionalKey(Schema.Struct({
    etag: Schema.optionalKey(Schema.String),
    modified: Schema.optionalKey(Schema.String),
    text: Schema.String,
    canonical: Schema.optionalKey(Schema.String)
  }))
})
const PageLine = Schema.Struct({
  url: PageUrl,
  status: Schema.optionalKey(Schema.Int),
  depth: Schema.optionalKey(Schema.Int),
  text: Schema.String
})

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const decodeJob = Schema.decodeUnknownResult(Schema.Struct({ job: Job }))
const decodeRow = Schema.decodeUnknownResult(Row)
const decodePage = Schema.decodeUnknownResult(PageLine)

/** What a line says, or in words why it says nothing. */
const lineOf = (text: string): { readonly job: Job } | { readonly row: StoredPage } | string => {
  const value = Option.getOrUndefined(decodeJson(text))
  if (value === undefined) return `is not JSON: ${noLine}`
  if (Predicate.hasProperty(value, "job")) {
    return Result.match(decodeJob(value), { onSuccess: (line) => line, onFailure: otherVersion("a job") })
  }
  if (Predicate.hasProperty(value, "outcome")) {
    return Result.match(decodeRow(value), {
      onSuccess: (row) => ({ row: withDocument(row) }),
      onFailure: otherVersion("a page")
    })
  }
  return Result.match(decodePage(value), {
    onSuccess: (page) => ({ row: rowOf(page) }),
    onFailure: (error) => `is no Document with url and text, because ${faultIn(error)}: ${noLine}`
  })
}

const otherVersion = (what: string) => (error: Schema.SchemaError): string =>
  `has ${what} that this version of Gleaner cannot read, because ${
    faultIn(error)
  }; delete the ledger to compare the pages by their text`

/** The first wrong field. */
const faultIn = ({ issue }: Schema.SchemaError): string => {
  const [fault] = wrongFields(issue, { most: 1 })
  const name = fault?.path.map(String).join(".") ?? ""
  return `${name === "" ? "the line" : name} ${clause(fault?.detail ?? "is wrong")}`
}

/** A message of a schema, as the end of a sentence. */
const clause = (detail: string): string =>
  /^(?:is|must|has) /.test(detail) ? detail : `is wrong (${detail.slice(0, longestDetail)})`

/** Characters of what a schema says of a value that may be of any size. */
const longestDetail = 200

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
export const unknownJob: Job = {
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
