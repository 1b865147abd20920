import { Effect, Schema, Struct } from "effect"
import { HttpServerResponse } from "effect/http"
import { JobList, JobTemplateList, Ledger, ScheduleChanges } from "../../../contract/api/Paging.ts"
import { Job } from "../../../core/domain/job/Job.ts"
import { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import { Template } from "../../../core/domain/job/Template.ts"
import { ScheduleChange } from "../../../core/domain/schedule/Schedule.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { jsonOf } from "../../../core/kernel/slices/json-of.ts"
import type { Slice } from "../../../crawling/jobs/JobStore.ts"

/**
 * The answer of a list, encoded a row at a time: a thousand rows at once delay other callers. `encodeMore`: of the
 * members behind the rows.
 */
const listAnswer = <A, M>(name: string, encodeRow: (row: A) => unknown, encodeMore: (more: M) => object) => {
  function* textOf(rows: ReadonlyArray<A>, more: M): Generator<void, string> {
    const encoded: Array<unknown> = []
    for (const row of rows) {
      encoded.push(encodeRow(row))
      yield
    }
    return yield* jsonOf({ [name]: encoded, ...encodeMore(more) })
  }
  return (rows: ReadonlyArray<A>, more: M) =>
    Effect.map(
      inSlices(() => textOf(rows, more)),
      (text) => HttpServerResponse.text(text, { contentType: "application/json" })
    )
}

/** The members behind the rows of a list. A growing one has more rows later. */
export const endOf = ({ more, next, total }: Omit<Slice<unknown>, "items">, isGrowing = false) => {
  const has_more = more || isGrowing
  return { next_cursor: has_more ? next : null, has_more, total }
}

export const jobList = listAnswer(
  "jobs",
  Schema.encodeSync(Job),
  Schema.encodeSync(JobList.mapFields(Struct.omit(["jobs"])))
)
export const ledgerList = listAnswer(
  "ledger",
  Schema.encodeSync(LedgerRow),
  Schema.encodeSync(Ledger.mapFields(Struct.omit(["ledger"])))
)
export const templateList = listAnswer(
  "templates",
  Schema.encodeSync(Template),
  Schema.encodeSync(JobTemplateList.mapFields(Struct.omit(["templates"])))
)
export const changesList = listAnswer(
  "changes",
  Schema.encodeSync(ScheduleChange),
  Schema.encodeSync(ScheduleChanges.mapFields(Struct.omit(["changes"])))
)
