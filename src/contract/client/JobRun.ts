import type { CallOptions, Connection } from "./connection.ts"
import { followDocuments } from "./follow-documents.ts"
import { type EventsOptions, followEvents } from "./follow-events.ts"
import { GleanerError } from "./GleanerError.ts"
import type { Job, JobEvent } from "./wire.ts"

/**
 * A crawl or a batch. Iterating gives its Documents as they are stored, oldest first, and ends with the job: with a
 * GleanerError if the job failed. Leaving the iteration or aborting its signal cancels no job; `cancel` does.
 */
export interface JobRun<D> extends AsyncIterable<D> {
  /** The job as it was at its start. */
  readonly job: Promise<Job>
  /** Waits for the end of the job. A job that failed resolves too, with the status `failed`. */
  readonly ended: () => Promise<Job>
  /** Its events from the first on, to its end. Resumes after a cut connection. */
  readonly events: (options?: EventsOptions) => AsyncIterable<JobEvent>
  /** Cancels the job, and resolves when it has stopped. Its documents stay. */
  readonly cancel: () => Promise<Job>
}

export const jobRun = <D>(
  connection: Connection,
  job: Promise<Job>,
  { fields, signal }: CallOptions & { readonly fields?: ReadonlyArray<string> | undefined }
): JobRun<D> => {
  // Prevent an unhandled rejection where the caller uses nothing of the run.
  job.catch(() => undefined)
  const call = { signal }
  const path = async () => `/v1/jobs/${encodeURIComponent((await job).id)}`

  async function* events(options: EventsOptions = {}) {
    yield* followEvents(connection, (await job).id, { ...call, ...options })
  }
  async function* documents() {
    const { id } = await job
    yield* followDocuments<D>(connection, id, { ...call, fields })
    const last = await connection.json<Job>(await path(), call)
    if (last.status === "failed") throw failureOf(last)
  }
  return {
    job,
    events,
    ended: async () => {
      for await (const _ of events());
      return connection.json<Job>(await path(), call)
    },
    cancel: async () => connection.json<Job>(await path(), { ...call, method: "DELETE" }),
    [Symbol.asyncIterator]: documents
  }
}

/** The last error of a job is the reason for its failure. */
const failureOf = ({ errors, url }: Job): GleanerError => {
  const reason = errors.at(-1)
  return new GleanerError({
    code: reason?.code ?? "job_failed",
    status: 0,
    title: "The job failed",
    detail: reason?.message ?? "The job failed. The log of the service says why.",
    url: reason?.url ?? url
  })
}
