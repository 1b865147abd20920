import type { DriftedField } from "../data/DriftedField.ts"

/** A wrapper that no longer fits the pages of a job. */
export interface JobDrift {
  readonly wrapper: string
  readonly name: string
  readonly host: string
  readonly fields: ReadonlyArray<DriftedField>
  /** Whether this job sends the event about it. Another job may have sent it before. */
  readonly isEvent: boolean
  /** Templates of the URLs whose pages count. Absent for a batch, whose pages all do. */
  readonly layout?: ReadonlyArray<string>
}

/** Stored among the errors, because it is known at the end of the job, and shown among the notes. */
export const driftCode = "wrapper_drift"

/** The error of a job that has the drift. */
export const driftError = (url: string, drift: JobDrift) => ({ url, code: driftCode, message: JSON.stringify(drift) })

/** The wrappers that no longer fit the pages of a job, once it has ended. */
export const driftsOf = (
  { errors }: { readonly errors: ReadonlyArray<{ readonly code: string; readonly message: string }> }
): ReadonlyArray<JobDrift> => errors.flatMap(({ code, message }) => code === driftCode ? [driftIn(message)] : [])

export const driftIn = (message: string): JobDrift => JSON.parse(message) as JobDrift // written above

/** The drift in words. */
export const driftNote = ({ fields, name, wrapper }: JobDrift): string => {
  const shown = fields.map(({ filled, learnt, pages, pointer }) =>
    `${pointer} on ${filled} of ${pages} pages (${Math.round(learnt * 100)}% when it was learnt)`
  )
  return `The wrapper ${name} (${wrapper}) no longer fits: it gives ${shown.join(", ")}. `
    + `POST /v1/wrappers/${wrapper}/relearn learns it anew.`
}
