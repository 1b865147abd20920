import { isFinal, type Job, type JobId } from "../../../../core/domain/job/Job.ts"
import { optionsAndNotes } from "../stored-options.ts"
import { Watchers } from "../Watchers.ts"
import type { Changed, StoredJob } from "./operations.ts"

/** A job of the store, in memory. */
export interface LiveJob {
  readonly id: JobId
  /** Its key in the store. */
  readonly job: number
  readonly owner: string
  shown: Job
  revision: number
  started: number
}

/** The jobs that are not final, as they are in the store, and their watchers. */
export class LiveJobs {
  readonly watchers = new Watchers()
  private readonly jobs = new Map<JobId, LiveJob>()

  constructor(jobs: ReadonlyArray<StoredJob>) {
    for (const job of jobs) this.add(job)
  }

  get(id: JobId): LiveJob | undefined {
    return this.jobs.get(id)
  }

  /** Oldest first. */
  all(): ReadonlyArray<LiveJob> {
    return [...this.jobs.values()]
  }

  add(stored: StoredJob): void {
    const live = liveOf(stored)
    if (!isFinal(live.shown.status) && !this.jobs.has(live.id)) this.jobs.set(live.id, live)
  }

  /** Applies a change that the store has. */
  changed(live: LiveJob, { errors = live.shown.errors, revision, shown }: Changed): void {
    live.shown = { ...live.shown, ...shown, errors }
    live.revision = revision
    if (isFinal(shown.status)) this.jobs.delete(live.id)
    this.watchers.wake(live.id)
  }
}

export const liveOf = ({ job, options, owner, revision, shown, started }: StoredJob): LiveJob => ({
  id: shown.id,
  job,
  owner,
  shown: { ...shown, ...optionsAndNotes(options) },
  revision,
  started
})
