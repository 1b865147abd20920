import type { Job } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job-status.ts"
import { isBatch } from "../options/batch-job.ts"
import { count, plural, seconds } from "../ui/format.ts"

const counters = ["stored", "duplicates", "skipped", "failed", "pending"] as const

/** Progress of a job: a bar, its counters and its rate. */
export const Progress = ({ ended, job, rate }: {
  readonly job: Job
  readonly ended: number
  readonly rate: number | undefined
}) => {
  const { pending } = job.stats
  const isOver = isEnded(job.status)
  const whole = Math.max(1, Math.min(ended + pending, Math.max(job.options.max_pages, ended)))
  const left = rate === undefined || rate === 0 ? undefined : (whole - ended) / rate
  return (
    <section class="card progress" aria-label="Progress">
      <div class="progress-line">
        <progress
          value={isOver ? 1 : ended}
          max={isOver ? 1 : whole}
          aria-label="Progress of the job"
          class={job.status}
        />
        <span role="status">
          {isOver
            ? `The ${isBatch(job) ? "batch" : "crawl"} ${sentence[job.status]}`
            : job.status === "queued"
            ? "Waiting for a free slot"
            : `${count(ended)} of ${count(whole)}${
              left === undefined ? "" : `, about ${seconds(Math.ceil(left))} left`
            }`}
        </span>
      </div>
      <dl class="counters">
        {counters.map((name) => <Counter key={name} name={name} value={job.stats[name]} />)}
        {rate !== undefined && <Counter name="pages a second" value={Math.round(rate * 10) / 10} />}
      </dl>
      {isOver && job.document_count > 0 && <p class="sr">{plural(job.document_count, "document")}</p>}
    </section>
  )
}

const sentence: Readonly<Record<Job["status"], string>> = {
  queued: "",
  running: "",
  done: "is done",
  failed: "failed",
  cancelled: "was cancelled"
}

const Counter = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div class={name}>
    <dt>{name}</dt>
    <dd>{count(value)}</dd>
  </div>
)
