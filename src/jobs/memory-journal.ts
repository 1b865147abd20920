import { Clock, Effect, Option, Stream } from "effect"
import { isFinal, type JobId } from "../domain/Job.ts"
import type { Settings } from "../Settings.ts"
import { rowBytes } from "./accounting.ts"
import { type CancelHooks, CrawlJournal, type Settled } from "./CrawlJournal.ts"
import type { KeptDocument, KeptDocuments } from "./KeptDocuments.ts"
import type { MemoryEntries } from "./MemoryEntries.ts"
import { withoutDocument } from "./PageEnd.ts"
import type { StoreBudget } from "./StoreBudget.ts"

type Limits = Pick<Settings["Service"], "ledgerPages" | "storeBytes">

/** What frontiers settle, in the memory of this process. */
export const memoryJournal = (
  entries: MemoryEntries,
  budget: StoreBudget,
  documents: KeptDocuments,
  hooks: CancelHooks,
  { ledgerPages, storeBytes }: Limits
): CrawlJournal["Service"] => {
  /** A crawl in memory cannot be made again from what was settled, so a place that is away costs the document alone. */
  const kept = (id: JobId, document: Uint8Array) =>
    Effect.catch(
      documents.keep(id, document),
      ({ reason }) => Effect.as(Effect.logWarning(`a document was not kept: ${reason}`), Option.none())
    )

  const commit = (id: JobId, { end }: Settled, document: KeptDocument | undefined, now: number) => {
    const entry = entries.get(id)
    if (entry === undefined || isFinal(entry.job.status)) return
    entries.change(entry, () => {
      const isRowKept = entry.pages.length < ledgerPages && budget.hasRoomForRow(rowBytes(end.row))
      const fits = document !== undefined && budget.hasRoomForDocument(entry.owner, document.length)
      if (end.document === undefined || fits) entry.commit(end, document, isRowKept, now)
      else entry.commit(withoutDocument(end, storeBytes), undefined, isRowKept, now)
    })
  }

  const write = Effect.fnUntraced(function*(id: JobId, settled: ReadonlyArray<Settled>) {
    const all = yield* Effect.forEach(
      settled,
      ({ end }) => end.document === undefined ? Effect.succeedNone : kept(id, end.document),
      { concurrency: "unbounded" }
    )
    const now = yield* Clock.currentTimeMillis
    for (const [index, page] of settled.entries()) commit(id, page, Option.getOrUndefined(all[index] ?? nothing), now)
  })

  return CrawlJournal.of({
    keepsSteps: false,
    write,
    settled: () => Effect.succeed({ places: [], spent: 0 }),
    steps: () => Stream.empty,
    beforeCancel: (id, settleRest) => hooks.add(id, settleRest)
  })
}

const nothing = Option.none<KeptDocument>()
