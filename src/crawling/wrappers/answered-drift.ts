import { Effect } from "effect"
import { filledPointers } from "../../core/domain/data/filled-pointers.ts"
import type { DataTrace, Warning } from "../../core/domain/document/Trace.ts"
import type { Job } from "../../core/domain/job/Job.ts"
import { driftsOf, type JobDrift } from "../../core/domain/job/JobDrift.ts"
import { inSlices } from "../../core/kernel/slices/in-slices.ts"
import { type JsonMember, membersOf, objectOf } from "../../core/kernel/slices/scan-json.ts"
import { type Answered, asStored } from "../jobs/answered-repeats.ts"
import { isOfLayout } from "./wrapper-layout.ts"

/**
 * Adds the warning `wrapper_drift` to stored Documents without the values that the rules of a wrapper no longer give.
 * That is known when the job ends, and a stored Document never changes.
 */
export const answeredDrift = (job: Job): Answered => {
  const drifts = driftsOf(job)
  if (drifts.length === 0) return asStored
  return Effect.fnUntraced(function*(json) {
    const members = yield* inSlices(() => membersOf(json))
    const member = members.find(({ name }) => name === "trace")
    if (member === undefined) return json
    const trace = JSON.parse(decoder.decode(member.value)) as StoredTrace // written by us
    const urls = members.flatMap(({ name, value }) =>
      name === "url" || name === "final_url" ? [String(JSON.parse(decoder.decode(value)))] : []
    )
    const warning = trace.data === undefined ? undefined : warningOf(trace.data, urls, drifts)
    if (warning === undefined) return json
    const warned = traceOf({ ...trace, warnings: [...trace.warnings, warning] })
    return objectOf(members.map((other) => other === member ? warned : other))
  })
}

interface StoredTrace {
  readonly data?: DataTrace
  readonly warnings: ReadonlyArray<Warning>
}

const traceOf = (trace: StoredTrace): JsonMember => {
  const value = encoder.encode(JSON.stringify(trace))
  return { name: "trace", value, whole: Buffer.concat([encoder.encode("\"trace\":"), value]) }
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** `urls`: those of the page, as far as its Document has them. */
const warningOf = (
  { fields, wrapper }: DataTrace,
  urls: ReadonlyArray<string>,
  drifts: ReadonlyArray<JobDrift>
): Warning | undefined => {
  const drift = drifts.find((one) => one.wrapper === wrapper)
  const { layout } = drift ?? {}
  if (layout !== undefined && urls.length > 0 && !urls.some((url) => isOfLayout(layout, url))) return undefined
  const filled = filledPointers(fields)
  const missing = drift?.fields.map(({ pointer }) => pointer).filter((pointer) => !filled.has(pointer)) ?? []
  return drift === undefined || missing.length === 0 ? undefined : {
    code: "wrapper_drift",
    message: `The rules of the wrapper ${drift.name} give no value of ${missing.join(", ")} here, as on most pages.`
  }
}
