import { type Signal, signal } from "@preact/signals"
import { GleanerError, type Job, type JobEvent, type LedgerRow } from "../../../contract/client/index.ts"
import { doneOf, growthOf } from "../../../contract/client/job/frontier-growth.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { pause } from "../../../contract/client/pause.ts"
import { isBatch } from "../options/batch-job.ts"
import { client, singleTry } from "../session.ts"

/** A sample of a job's counters, for its chart. */
export interface Sample {
  /** Seconds since the creation of the job. */
  readonly at: number
  readonly stored: number
  readonly duplicates: number
  readonly skipped: number
  readonly failed: number
}

/** A job while it runs. */
export interface LiveJob {
  readonly job: Signal<Job | undefined>
  readonly rows: Signal<ReadonlyArray<LedgerRow>>
  readonly samples: Signal<ReadonlyArray<Sample>>
  /** Pages per second over the last seconds; undefined if the job does not run. */
  readonly rate: Signal<number | undefined>
  /** False while a crawl still finds pages. */
  readonly isEndKnown: Signal<boolean>
  readonly error: Signal<unknown>
}

const start: Sample = { at: 0, stored: 0, duplicates: 0, skipped: 0, failed: 0 }

/** Milliseconds between two updates of the view, however many rows a second come. */
const updateInterval = 250
/** Milliseconds between two requests for a job that has ended. */
const pollInterval = 3000
/** Seconds over which the rate is measured. */
const rateWindow = 10
/** Maximum number of samples of a chart. Above it, every second one is dropped. */
const maxSamples = 1200

/** Follows a job from its first event on, and checks that it is still there after its end. Gives what stops it. */
export const followJob = (id: string): LiveJob & { readonly stop: () => void } => {
  const controller = new AbortController()
  const live: LiveJob = {
    job: signal(undefined),
    rows: signal([]),
    samples: signal([start]),
    rate: signal(undefined),
    isEndKnown: signal(false),
    error: signal(undefined)
  }
  void follow(id, live, controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted) live.error.value = error
  })
  return { ...live, stop: () => controller.abort() }
}

const follow = async (id: string, live: LiveJob, signal: AbortSignal): Promise<void> => {
  let job: Job = live.job.value = await client.jobs.get(id, { signal })
  const rows: Array<LedgerRow> = []
  const isWatched = !isEnded(job.status)
  const growth = growthOf(job.options.max_pages)
  live.isEndKnown.value = isBatch(job) || growth.hasEnded(job.stats)
  let isChanged = false
  const show = () => {
    if (isChanged) {
      live.rows.value = rows.slice()
      live.job.value = job
      live.isEndKnown.value = isBatch(job) || growth.hasEnded(job.stats)
      isChanged = false
    }
    if (isWatched) watch(live, job)
  }
  const timer = setInterval(show, updateInterval)
  try {
    for await (const event of client.events(id, { signal })) {
      isChanged = true
      if (event.event === "page") rows.push(event.data)
      else job = after(job, event)
    }
    isChanged = true
    show()
    live.rate.value = undefined
    const end = { ...job.stats, at: (job.finished_at ?? job.created_at) - job.created_at }
    live.samples.value = [...live.samples.value.filter(({ at }) => at < end.at), end]
  } finally {
    clearInterval(timer)
  }
  await pollEnded(id, live, signal)
}

/**
 * Requests the finished job for its errors and its number of documents, which are in no event. Then polls it, to report
 * that the service has stopped or that the job is gone. The first request may fail too, because a stopping service ends
 * its jobs in memory.
 */
const pollEnded = async (id: string, live: LiveJob, signal: AbortSignal): Promise<void> => {
  for (let isRead = false;; await pause(pollInterval, signal)) {
    if (isRead && document.hidden) continue
    try {
      const job = await singleTry.jobs.get(id, { signal })
      if (!isRead) live.job.value = job
      isRead = true
    } catch (error) {
      if (!(error instanceof GleanerError) || error.code === "job_not_found") throw error
    }
  }
}

const after = (job: Job, event: Exclude<JobEvent, { readonly event: "page" }>): Job =>
  event.event === "stats" ? { ...job, stats: event.data } : { ...job, ...event.data }

const watch = (live: LiveJob, job: Job): void => {
  const { duplicates, failed, skipped, stored } = job.stats
  const at = Date.now() / 1000 - job.created_at
  const before = live.samples.value
  const kept = before.length < maxSamples ? before : before.filter((_, index) => index % 2 === 0)
  const samples = live.samples.value = [...kept, { at, stored, duplicates, skipped, failed }]
  const first = samples.find((sample) => sample.at >= at - rateWindow)
  if (first === undefined || at - first.at < 1) return
  live.rate.value = Math.max(0, doneOf(job.stats) - doneOf(first)) / (at - first.at)
}
