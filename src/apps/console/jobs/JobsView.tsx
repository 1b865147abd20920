import { useState } from "preact/hooks"
import type { Job } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job-status.ts"
import { isBatch, jobLabel } from "../options/batch-job.ts"
import { client } from "../session.ts"
import { ConfirmedButton } from "../ui/ConfirmedButton.tsx"
import { ago, count, date, seconds } from "../ui/format.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton, SmallLink } from "../ui/small-buttons.tsx"
import { StatusChip } from "../ui/StatusChip.tsx"
import { usePolled } from "../ui/use-polled.ts"
import { View } from "../ui/View.tsx"

/** Milliseconds. */
const pollInterval = 3000
const step = 50
const maxJobs = 100

/** Jobs of the key, newest first. */
export const JobsView = () => {
  const [limit, setLimit] = useState(step)
  const { error, refresh, value } = usePolled(
    (signal) => client.jobs.list({ limit, signal }),
    pollInterval,
    String(limit)
  )
  const [fault, setFault] = useState<unknown>()
  const act = (what: Promise<unknown>) => void what.then(() => setFault(undefined), setFault).finally(refresh)
  return (
    <View
      title="Jobs"
      lead="Crawls and batches of your key. Finished jobs expire after a while."
      actions={<a role="button" class="small" href="#/crawl">New crawl</a>}
    >
      {value === undefined && error !== undefined && <Problem error={error} />}
      {fault !== undefined && <Problem error={fault} />}
      {value?.jobs.length === 0 && (
        <section class="empty">
          <h2>No jobs</h2>
          <p>Crawls and batches that you start here or over the API are listed here.</p>
          <p>
            <a role="button" href="#/crawl">Start a crawl</a>
          </p>
        </section>
      )}
      {value !== undefined && value.jobs.length > 0 && (
        <>
          <ul class="jobs">
            {value.jobs.map((job) => (
              <JobCard
                key={job.id}
                job={job}
                onCancel={() => act(client.jobs.cancel(job.id))}
                onDelete={() => act(client.jobs.delete(job.id))}
              />
            ))}
          </ul>
          {value.has_more && limit < maxJobs && (
            <SmallButton onClick={() => setLimit(maxJobs)}>Show more of {count(value.total)}</SmallButton>
          )}
        </>
      )}
    </View>
  )
}

const JobCard = ({ job, onCancel, onDelete }: {
  readonly job: Job
  readonly onCancel: () => void
  readonly onDelete: () => void
}) => {
  const { duplicates, failed, pending, skipped, stored } = job.stats
  return (
    <li class="card job">
      <div class="job-head">
        <StatusChip status={job.status} />
        {isBatch(job) && <span class="chip">batch</span>}
        <a href={`#/jobs/${job.id}`}>{jobLabel(job)}</a>
        <span class="faint" title={date(job.created_at)}>
          {ago(job.created_at)}
          {job.finished_at !== null && `, took ${seconds(job.finished_at - job.created_at)}`}
        </span>
      </div>
      <OutcomeBar
        parts={[["stored", stored], ["duplicate", duplicates], ["skipped", skipped], ["failed", failed]]}
        pending={pending}
      />
      <div class="job-foot">
        <span class="faint">
          {count(stored)} stored · {count(duplicates)} duplicates · {count(skipped)} skipped · {count(failed)} failed
          {pending > 0 && ` · ${count(pending)} pending`}
        </span>
        <span class="actions">
          {isEnded(job.status)
            ? (
              <>
                {job.options.since !== undefined && <SmallLink href={`#/changes/${job.id}`}>What changed</SmallLink>}
                <ConfirmedButton
                  label="Delete"
                  describedAs={`Delete ${job.url}`}
                  question="Its documents and its ledger are deleted too."
                  onConfirm={onDelete}
                />
              </>
            )
            : (
              <ConfirmedButton
                label="Cancel"
                describedAs={`Cancel ${job.url}`}
                question="Its pages so far stay."
                onConfirm={onCancel}
              />
            )}
        </span>
      </div>
    </li>
  )
}

/** A bar with the shares of the outcomes, and their numbers below. */
const OutcomeBar = ({ parts, pending }: {
  readonly parts: ReadonlyArray<readonly [string, number]>
  readonly pending: number
}) => {
  const whole = Math.max(1, parts.reduce((sum, [, value]) => sum + value, pending))
  let before = 0
  return (
    <svg class="outcome-bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(([name, value]) => {
        const x = before / whole * 1000
        before += value
        return <rect key={name} class={name} x={x} width={value / whole * 1000} height="10" />
      })}
    </svg>
  )
}
