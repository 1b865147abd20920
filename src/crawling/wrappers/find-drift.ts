import { Effect, Option } from "effect"
import { isDeepStrictEqual } from "node:util"
import type { DriftedField } from "../../core/domain/data/DriftedField.ts"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobError, JobId } from "../../core/domain/job/Job.ts"
import { driftError } from "../../core/domain/job/JobDrift.ts"
import { hasActions } from "../../core/domain/options/Action.ts"
import { WrapperId } from "../../core/domain/wrapper/Wrapper.ts"
import type { Coverage } from "../../extract/select/wrapper/induce/induce.ts"
import { isDrifted, minDriftPages } from "../../extract/select/wrapper/is-drifted.ts"
import type { JobStore, RunningJob } from "../jobs/JobStore.ts"
import type { Nodes } from "../jobs/Nodes.ts"
import { type JobCoverage, jobCoverage } from "./job-coverage.ts"
import { dataOf, withKnown } from "./known-data.ts"
import { layoutOf } from "./wrapper-layout.ts"
import type { StoredWrapper, WrapperState, WrapperStore } from "./WrapperStore.ts"

interface Finding {
  readonly jobs: Pick<JobStore["Service"], "documents" | "get" | "ledger">
  readonly nodes: Pick<Nodes["Service"], "now">
  readonly wrappers: Pick<WrapperStore["Service"], "get" | "save">
}

type EndingJob = Pick<RunningJob, "id" | "options" | "owner" | "url">

/**
 * Compares the pages of a job, when it ends, with those that its wrappers were learnt from. Records the drift of each
 * wrapper and returns it as an error of the job. Several nodes may do so, and a node again after a crash: it depends
 * only on the ledger.
 */
export const findDrift = Effect.fnUntraced(function*(
  finding: Finding,
  job: EndingJob
): Effect.fn.Return<ReadonlyArray<Omit<JobError, "at">>, StoreUnavailable> {
  const { id, options, owner, url } = job
  if (options.schema === undefined) return []
  const started = Option.getOrUndefined(yield* finding.jobs.get(owner, id))?.job.created_at ?? 0
  const errors: Array<Omit<JobError, "at">> = []
  for (const [wrapper, seen] of yield* jobCoverage(finding.jobs, id)) {
    if (seen.pages < minDriftPages) continue
    const after = yield* recordDrift(finding, job, WrapperId.make(wrapper), seen, started * 1000)
    if (after === undefined) continue
    const { driftEvent, host, name, sources } = after.state
    errors.push(driftError(url, {
      wrapper,
      name,
      host,
      fields: driftedFields(after, seen),
      isEvent: driftEvent === id,
      ...(options.urls === undefined ? { layout: layoutOf(sources) } : {})
    }))
  }
  return errors
})

/**
 * Writes the drift into the wrapper, or that it fits, with data of its pages. Returns the wrapper if it has drifted.
 * Undefined also if its rules are newer than the job, which may have used those before.
 */
const recordDrift = Effect.fnUntraced(function*(
  { jobs, nodes, wrappers }: Finding,
  { id, options, owner }: EndingJob,
  wrapper: WrapperId,
  seen: JobCoverage,
  started: number
) {
  const wantsEvent = options.webhook?.events?.includes("wrapper.drifted") === true
  for (;;) {
    const found = Option.getOrUndefined(yield* wrappers.get(owner, wrapper))
    if (found === undefined || found.state.rules === null || (found.state.rulesAt ?? 0) > started) return undefined
    const { driftEvent, ...state } = found.state
    const fields = driftedFields(found, seen)
    const now = yield* nodes.now
    const drift = fields.length === 0 ? null : state.drift ?? { job_id: id, at: now / 1000, fields }
    const event = fields.length > 0 && wantsEvent ? driftEvent ?? id : driftEvent
    const after: WrapperState = {
      ...state,
      drift,
      ...(event === undefined || drift === null ? {} : { driftEvent: event }),
      ...(drift === null ? yield* knownAfter(jobs, id, options, state, seen) : {})
    }
    // Another write would end its learning.
    const isOver = state.status === "learning" || isDeepStrictEqual(after, found.state)
    if (isOver || (yield* wrappers.save({ ...found, state: after }))) {
      return drift === null ? undefined : { ...found, state: after }
    }
  }
})

/** The data of pages that anybody may fetch again. */
const knownAfter = Effect.fnUntraced(function*(
  jobs: Finding["jobs"],
  id: JobId,
  options: EndingJob["options"],
  { fields, known = [] }: Pick<WrapperState, "fields" | "known">,
  { best }: JobCoverage
) {
  if (options.credentials_node !== undefined || hasActions(options)) return {}
  return { known: withKnown(known, yield* dataOf(jobs, id, best.filter(({ missing }) => missing < fields.length))) }
})

const driftedFields = ({ state }: StoredWrapper, seen: JobCoverage): ReadonlyArray<DriftedField> => {
  const { filled: learnt, pages } = state.coverage ?? nothing
  return state.fields.flatMap(({ pointer }) => {
    const before = { filled: learnt[pointer] ?? 0, pages }
    const now = { filled: seen.pages - (seen.missing.get(pointer) ?? 0), pages: seen.pages }
    return isDrifted(before, now) ? [{ pointer, ...now, learnt: before.filled / pages }] : []
  })
}

const nothing: Coverage = { pages: 0, filled: {} }
