import type { CallOptions, Connection } from "./connection.ts"
import { type EventsOptions } from "./follow-events.ts"
import type { Job, JobEvent } from "./wire.ts"
/**
 * A crawl or a batch. Iterating gives its Documents as they are stored, oldest first, and ends with the job; a job that
 * failed ends it with a GleanerError. Leaving the iteration, or its signal, cancels nothing: `cancel` does.
 */
export interface JobRun<D> extends AsyncIterable<D> {
  /** The job as it was when it was started. */
  readonly job: Promise<Job>
  /** Waits for the end of the job, which may be that it failed. */
  readonly ended: () => Promise<Job>
  /** Its events from the first on, to its end. */
  readonly events: (options?: EventsOptions) => AsyncIterable<JobEvent>
  /** Answers when the job has stopped. Its documents stay. */
  readonly cancel: () => Promise<Job>
}
export declare const jobRun: <D>(connection: Connection, job: Promise<Job>, { fields, signal }: CallOptions & {
  readonly fields?: ReadonlyArray<string> | undefined
}) => JobRun<D>
