import { Effect, FileSystem, Option, Stream } from "effect"
import { isFinal, type Job } from "../../../core/domain/job/Job.ts"
import { httpUrl } from "../../../core/domain/WebUrl.ts"
import { boundedLines } from "./bounded-lines.ts"
import { checkDocuments } from "./check-documents.ts"
import { cannotRead, unusable } from "./FilesError.ts"
import { ledgerName, lineOf, maxLineLength } from "./ledger-lines.ts"
import { type RecordedPage, recordedPage } from "./recorded-page.ts"
import { countLines, truncateLines } from "./truncate-lines.ts"

/** An unfinished crawl of an earlier process. */
export interface EarlierPart {
  readonly file: string
  readonly job: Job
  /** Settled pages, in the order of settling. */
  readonly pages: ReadonlyArray<RecordedPage>
}

/**
 * Reads the crawl that wrote `file`, to resume it. A document is written before its row, and a process may end
 * anywhere, so both files are truncated after the last page that both contain. Other files are not changed.
 */
export const readFiles = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  const ledger = ledgerName(file)
  for (const name of [file, ledger]) {
    const isThere = yield* Effect.orElseSucceed(fs.exists(name), () => false)
    if (!isThere) {
      return yield* unusable(`${name} does not exist, so nothing can be resumed; ${wanted}`)
    }
  }
  const unreadable = cannotRead(ledger)
  const lines = yield* boundedLines(
    Stream.mapError(fs.stream(ledger), unreadable),
    maxLineLength
  ).pipe(
    Stream.take(yield* Effect.mapError(countLines(ledger), unreadable)),
    Stream.mapError((error) => error._tag === "LineTooLong" ? unusable(`${ledger} ${noLedger}`) : error),
    Stream.runCollect
  )
  const [first = "", ...rest] = lines
  const head = lineOf(first)
  const wrongHead = unusable(`line 1 of ${ledger} cannot be resumed; ${wanted}`)
  if (typeof head === "string" && first.startsWith("{")) return yield* wrongHead
  if (typeof head === "string" || !("job" in head)) return yield* unusable(`${ledger} ${noLedger}`)
  const { job } = head
  if (isFinal(job.status)) return { file, job, pages: [] }
  if (!hasPages(job)) return yield* wrongHead
  const pages: Array<RecordedPage> = []
  for (const [index, line] of rest.entries()) {
    const page = recordedPage(line)
    if (Option.isNone(page)) return yield* unusable(`line ${index + 2} of ${ledger} cannot be resumed; ${wanted}`)
    pages.push(page.value)
  }
  yield* checkDocuments(file, pages.filter(hasDocument).map(({ end }) => end.row?.url ?? ""))
  const documents = yield* truncateLines(file, pages.filter(hasDocument).length)
  const whole = pagesWith(pages, documents)
  yield* truncateLines(ledger, 1 + whole.length)
  return { file, job, pages: whole }
})

/** Validates the URLs of the job, since the file may have been edited. */
const hasPages = ({ options: { seeds = [], urls = [] }, url }: Job): boolean =>
  [url, ...seeds, ...urls].every((each) => httpUrl(each) !== undefined)

const hasDocument = ({ end }: RecordedPage): boolean => end.row?.outcome === "stored"

/** The first pages, up to this number of documents. */
const pagesWith = (pages: ReadonlyArray<RecordedPage>, documents: number): ReadonlyArray<RecordedPage> => {
  let left = documents
  const end = pages.findIndex((page) => hasDocument(page) && left-- === 0)
  return end < 0 ? pages : pages.slice(0, end)
}

const wanted = "give the --out file of an interrupted crawl"
const noLedger = `is not a ledger of gleaner; ${wanted}`
