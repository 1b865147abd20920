import { Effect, Metric, Option } from "effect"
import { isFinal, type Job, type JobId, type JobStatus } from "../../core/domain/job/Job.ts"
import { compact } from "../../core/kernel/compact.ts"
import { shownUrl } from "../../core/kernel/shown-url.ts"
import { log } from "../../core/observability/log-lines.ts"
import { metrics } from "../../core/observability/metrics.ts"
import type { JobStore } from "../jobs/JobStore.ts"

/** Logs jobs that are queued, start here, end or are cancelled. */
export const withJobLog = (jobs: JobStore["Service"]): JobStore["Service"] => {
  /** Jobs that were running at the last `promote`. */
  let running: ReadonlySet<JobId> = new Set()

  const jobOf = (owner: string, id: JobId) =>
    Effect.map(jobs.get(owner, id), (found) => Option.getOrUndefined(found)?.job)

  return {
    ...jobs,
    create: (owner, url, options, key) =>
      Effect.tap(
        jobs.create(owner, url, options, key),
        // An idempotency key may return an earlier job.
        (job) => job.status === "queued" ? log("job queued", about(owner, job)) : Effect.void
      ),
    promote: (limit) =>
      Effect.tap(jobs.promote(limit), (now) => {
        const started = now.filter(({ id }) => !running.has(id))
        running = new Set(now.map(({ id }) => id))
        return Effect.forEach(started, (job) => log("job started", about(job.owner, job)), { discard: true })
      }),
    cancel: Effect.fnUntraced(function*(owner, id) {
      const before = yield* jobOf(owner, id)
      const cancelled = yield* jobs.cancel(owner, id)
      const job = Option.getOrUndefined(cancelled)
      if (job !== undefined && before !== undefined && !isFinal(before.status)) yield* ended(owner, job)
      return cancelled
    }),
    finish: Effect.fnUntraced(function*(id, status, ...errors) {
      const owner = Option.getOrUndefined(yield* jobs.ownerOf(id))
      const before = owner === undefined ? undefined : yield* jobOf(owner, id)
      yield* jobs.finish(id, status, ...errors)
      // Another node may have finished it.
      if (owner === undefined || before === undefined || isFinal(before.status)) return
      const job = yield* jobOf(owner, id)
      if (job !== undefined) yield* ended(owner, job)
    })
  }
}

const about = (owner: string, { id, url }: Pick<Job, "id" | "url">) => ({
  "job.id": id,
  "key.name": owner,
  "job.url": shownUrl(url)
})

const ended = (owner: string, job: Job) => {
  const { created_at, errors, finished_at, stats, status } = job
  const code = status === "failed" ? errors.at(-1)?.code : undefined
  return Effect.andThen(
    Metric.update(Metric.withAttributes(metrics.endedJobs, { status }), 1),
    log(`${endings[status]}${code === undefined ? "" : `: ${code}`}`, {
      ...about(owner, job),
      ...compact({ "error.type": code }),
      "job.duration": finished_at === null ? null : Math.round((finished_at - created_at) * 1000) / 1000,
      "job.pages": stats
    })
  )
}

const endings: Readonly<Record<JobStatus, string>> = {
  queued: "job queued",
  running: "job started",
  done: "job finished",
  failed: "job failed",
  cancelled: "job cancelled"
}
