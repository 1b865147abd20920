import { Effect } from "effect"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { PageChange } from "../../../core/domain/job/LedgerRow.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { countReason } from "../output/closing-line.ts"
import type { Progress } from "../output/progress.ts"
import { notice, Verbose } from "../output/verbosity.ts"

/** Polls new rows of the ledger. Counts the reasons of missing pages, and with --verbose prints each page. */
export const ledgerPoll = Effect.fnUntraced(function*(id: JobId, progress: Progress, earlier: number) {
  const store = yield* JobStore
  const isVerbose = yield* Verbose
  const reasons = { failed: new Map<string, number>(), skipped: new Map<string, number>() }
  const changes = new Map<PageChange, number>()
  let after = 0
  const poll = Effect.gen(function*() {
    for (;;) {
      const { items, more, next } = yield* store.ledger(id, { after, limit: rowsAtOnce })
      const first = after
      after = next
      if (isVerbose && items.length > 0) yield* progress.clear
      for (const [index, { change, code, elapsed_ms, outcome, status, url }] of items.entries()) {
        if (change !== undefined) changes.set(change, (changes.get(change) ?? 0) + 1)
        if (outcome === "failed" || outcome === "skipped") countReason(reasons[outcome], { code, status })
        // An earlier process has printed the rows before.
        if (isVerbose && first + index >= earlier) {
          yield* notice(`${outcome} ${url} ${status}${code === "" ? "" : ` ${code}`}, ${elapsed_ms} ms`)
        }
      }
      if (!more) return
    }
  })
  return { changes, reasons, poll }
})

const rowsAtOnce = 500

/** Number of pages per change since the earlier crawl. */
export const changesText = (changes: ReadonlyMap<PageChange, number>): string =>
  PageChange.literals.map((change) => `${changes.get(change) ?? 0} ${change}`).join(", ")
