import { Effect, FileSystem, Stdio, Stream } from "effect"
import type { StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import { fileFault } from "../../../core/kernel/file-fault.ts"
import { boundedLines } from "../../../crawling/stores/files/bounded-lines.ts"
import { ledgerName, lineOf, maxLineLength, noLine, unknownJob } from "../../../crawling/stores/files/ledger-lines.ts"
import { failed } from "../output/exit-codes.ts"

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
      if ("isPart" in line) return Effect.void
      if ("job" in line) job = line.job
      else if (rows.length === maxRows) return Effect.fail(failed(`${shown} has more than ${maxRows} pages`))
      else rows.push(line.row)
      return Effect.void
    })
  )
  return { job, rows }
})

/** Maximum URLs in the frontier of a crawl by default. */
const maxRows = 1_000_000
