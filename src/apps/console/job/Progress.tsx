import type { Job } from "../../../contract/client/index.ts"
import { foundOf } from "../../../contract/client/job/frontier-growth.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { isBatch } from "../options/batch-job.ts"
import { count, plural, seconds } from "../ui/format.ts"
import type { Sample } from "./follow-job.ts"
import { OutcomeChart } from "./OutcomeChart.tsx"

const counters = ["stored", "duplicates", "skipped", "failed", "pending"] as const

/** Progress of a job: a bar, its counters, its rate, and its pages over time. */
export const Progress = ({ ended, isEndKnown, job, rate, samples }: {
  readonly job: Job
  readonly ended: number
  /** False while a crawl still finds pages. */
  readonly isEndKnown: boolean
  readonly rate: number | undefined
  readonly samples: ReadonlyArray<Sample>
}) => {
  const isOver = isEnded(job.status)
  const whole = Math.max(ended, foundOf(job.stats, job.options.max_pages))
  const left = rate === undefined || rate === 0 ? "" : `, about ${seconds(Math.ceil((whole - ended) / rate))} left`
  return (
    <section class="card progress" aria-label="Progress">
      <div class="progress-line">
        {/* Without a value while the end is not known: a share of what is found so far would fall as pages are found. */}
        <progress
          {...isOver ? { value: 1, max: 1 } : isEndKnown ? { value: ended, max: Math.max(1, whole) } : {}}
          aria-label="Progress of the job"
          class={job.status}
        />
        <span role="status">
          {isOver
            ? `The ${isBatch(job) ? "batch" : "crawl"} ${sentence[job.status]}`
            : job.status === "queued"
            ? "Waiting for a free slot"
            : isEndKnown
            ? `${count(ended)} of ${count(whole)}${left}`
            : `${count(ended)} done, ${count(whole)} found so far, at most ${count(job.options.max_pages)}`}
        </span>
      </div>
      <div class="progress-parts">
        <dl class="counters">
          {counters.map((name) => <Counter key={name} name={name} value={job.stats[name]} />)}
          {rate !== undefined && <Counter name="pages a second" value={Math.round(rate * 10) / 10} />}
        </dl>
        <OutcomeChart samples={samples} />
      </div>
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

/** In the colour of its outcome, unless it is 0. */
const Counter = ({ name, value }: { readonly name: string; readonly value: number }) => (
  <div class={value === 0 ? "" : name} data-counter={name}>
    <dt>{name}</dt>
    <dd>{count(value)}</dd>
  </div>
)
