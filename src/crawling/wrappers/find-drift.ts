import { Effect, Option } from "effect"
import type { DriftedField } from "../../core/domain/data/DriftedField.ts"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobError, JobId } from "../../core/domain/job/Job.ts"
import { driftError } from "../../core/domain/job/JobDrift.ts"
import { WrapperId } from "../../core/domain/wrapper/Wrapper.ts"
import type { Coverage } from "../../extract/select/wrapper/induce/induce.ts"
import { isDrifted, minDriftPages } from "../../extract/select/wrapper/is-drifted.ts"
import type { JobStore, RunningJob } from "../jobs/JobStore.ts"
import type { Nodes } from "../jobs/Nodes.ts"
import type { StoredWrapper, WrapperStore } from "./WrapperStore.ts"

interface Finding {
  readonly jobs: Pick<JobStore["Service"], "get" | "ledger">
  readonly nodes: Pick<Nodes["Service"], "now">
  readonly wrappers: Pick<WrapperStore["Service"], "get" | "save">
}

type EndingJob = Pick<RunningJob, "id" | "options" | "owner" | "url">

/**
 * Compares the pages of a job, when it ends, with those that its wrappers were learnt from. Records the drift of each
 * wrapper and returns it as an error of the job. Several nodes may do so, and a node again after a crash: it depends
 * on the ledger alone.
 */
export const findDrift = Effect.fnUntraced(function*(
  finding: Finding,
  job: EndingJob
): Effect.fn.Return<ReadonlyArray<Omit<JobError, "at">>, StoreUnavailable> {
  const { id, options, owner, url } = job
  if (options.schema === undefined) return []
  const started = Option.getOrUndefined(yield* finding.jobs.get(owner, id))?.job.created_at ?? 0
  const errors: Array<Omit<JobError, "at">> = []
  for (const [wrapper, seen] of yield* coveragesIn(finding.jobs, id)) {
    if (seen.pages < minDriftPages) continue
    const after = yield* recordDrift(finding, job, WrapperId.make(wrapper), seen, started * 1000)
    if (after === undefined) continue
    const { driftEvent, host, name } = after.state
    errors.push(driftError(url, {
      wrapper,
      name,
      host,
      fields: driftedFields(after, seen),
      isEvent: driftEvent === id
    }))
  }
  return errors
})

interface Seen {
  pages: number
  /** Pages without a value, by the pointer of the field. */
  readonly missing: Map<string, number>
}

/** How often the rules of each wrapper gave values for the pages of the job. */
const coveragesIn = Effect.fnUntraced(function*(jobs: Finding["jobs"], id: JobId) {
  const wrappers = new Map<string, Seen>()
  for (let after = 0, more = true; more;) {
    const slice = yield* jobs.ledger(id, { after, limit: batchSize })
    for (const { seen: page } of slice.items) {
      if (page?.data === undefined) continue
      const seen = wrappers.get(page.data.wrapper) ?? { pages: 0, missing: new Map<string, number>() }
      wrappers.set(page.data.wrapper, seen)
      seen.pages++
      for (const pointer of page.data.missing) seen.missing.set(pointer, (seen.missing.get(pointer) ?? 0) + 1)
    }
    after = slice.next
    more = slice.more && slice.items.length > 0
  }
  return wrappers
})

/**
 * Writes the drift into the wrapper, or that it fits again. Returns the wrapper if it has drifted. Undefined also if
 * its rules are newer than the job, which may have used those before.
 */
const recordDrift = Effect.fnUntraced(function*(
  { nodes, wrappers }: Finding,
  { id, options, owner }: EndingJob,
  wrapper: WrapperId,
  seen: Seen,
  started: number
) {
  const wantsEvent = options.webhook?.events?.includes("wrapper.drifted") === true
  for (;;) {
    const found = Option.getOrUndefined(yield* wrappers.get(owner, wrapper))
    if (found === undefined || found.state.rules === null || (found.state.rulesAt ?? 0) > started) return undefined
    const fields = driftedFields(found, seen)
    const { driftEvent, ...state } = found.state
    const isEvent = fields.length > 0 && (driftEvent !== undefined || wantsEvent)
    const drift = fields.length === 0 ? null : state.drift ?? { job_id: id, at: (yield* nodes.now) / 1000, fields }
    const after = { ...found, state: { ...state, drift, ...(isEvent ? { driftEvent: driftEvent ?? id } : {}) } }
    const isKnown = drift === state.drift && after.state.driftEvent === driftEvent
    // Another write would end its learning.
    if (isKnown || state.status === "learning" || (yield* wrappers.save(after))) {
      return fields.length === 0 ? undefined : after
    }
  }
})

const driftedFields = ({ state }: StoredWrapper, seen: Seen): ReadonlyArray<DriftedField> => {
  const { filled: learnt, pages } = state.coverage ?? nothing
  return state.fields.flatMap(({ pointer }) => {
    const before = { filled: learnt[pointer] ?? 0, pages }
    const now = { filled: seen.pages - (seen.missing.get(pointer) ?? 0), pages: seen.pages }
    return isDrifted(before, now) ? [{ pointer, ...now, learnt: before.filled / pages }] : []
  })
}

const nothing: Coverage = { pages: 0, filled: {} }

/** Rows for each read of the ledger. */
const batchSize = 200
