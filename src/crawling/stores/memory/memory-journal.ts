import { Clock, Effect, Option, Stream } from "effect"
import { isFinal, type JobId } from "../../../core/domain/job/Job.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import { account } from "../../jobs/accounting.ts"
import { type CancelHooks, CrawlJournal, type Settled } from "../../jobs/CrawlJournal.ts"
import type { StoreBudget } from "../../jobs/StoreBudget.ts"
import type { KeptDocument, KeptDocuments } from "../shared/KeptDocuments.ts"
import { type Fts5Index, indexedDocument } from "../shared/terms/Fts5Index.ts"
import type { MemoryEntries } from "./MemoryEntries.ts"

type JournalLimits = Pick<Settings["Service"], "ledgerPages" | "storeBytes">

/** Stores settled pages in the memory of this process. */
export const memoryJournal = (
  entries: MemoryEntries,
  budget: StoreBudget,
  documents: KeptDocuments,
  hooks: CancelHooks,
  limits: JournalLimits,
  index: Effect.Effect<Fts5Index>
): CrawlJournal["Service"] => {
  /** Drops the document if its store is unavailable: a crawl in memory cannot be retried. */
  const stored = (id: JobId, document: Uint8Array) =>
    Effect.catch(
      documents.store(id, document),
      ({ reason }) => Effect.as(Effect.logWarning(`a document was not stored: ${reason}`), Option.none())
    )

  const commit = (
    id: JobId,
    { end }: Settled,
    document: KeptDocument | undefined,
    now: number,
    index: Fts5Index | undefined
  ) => {
    const entry = entries.get(id)
    if (entry === undefined || isFinal(entry.job.status)) return
    entries.change(entry, () => {
      const size = end.document === undefined
        ? undefined
        : document === undefined
        ? "refused"
        : document.length + (end.fingerprint?.length ?? 0)
      const accounted = account(end, size, entry.ledger, budget, limits)
      entry.commit(accounted, accounted.isDocumentKept ? document : undefined, now)
      const { isDocumentKept, terms } = accounted
      const indexed = indexedDocument(
        isDocumentKept ? entry.documents.length - 1 : undefined,
        accounted.end.row?.seen?.kept
      )
      if (index !== undefined && indexed !== undefined && terms !== undefined) {
        entry.index = index
        index.add(entry.place, indexed, terms)
      }
      const origin = accounted.isRowKept ? accounted.end.row?.seen?.kept?.job : undefined
      if (origin !== undefined) entries.name(entry, origin)
    })
  }

  const write = Effect.fnUntraced(function*(id: JobId, settled: ReadonlyArray<Settled>) {
    const all = yield* Effect.forEach(
      settled,
      ({ end }) => end.document === undefined ? Effect.succeedNone : stored(id, end.document),
      { concurrency: "unbounded" }
    )
    const terms = settled.some(({ end }) => end.terms !== undefined) ? yield* index : undefined
    const now = yield* Clock.currentTimeMillis
    for (const [at, page] of settled.entries()) {
      commit(id, page, Option.getOrUndefined(all[at] ?? nothing), now, terms)
    }
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
