import type { Job } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { jobLabel } from "../options/batch-job.ts"
import { ConfirmedButton } from "../ui/ConfirmedButton.tsx"
import { ago, count, date, plural, seconds } from "../ui/format.ts"
import { SmallLink } from "../ui/small-buttons.tsx"
import { StatusChip } from "../ui/StatusChip.tsx"
import { nameOf, optionWords } from "./job-words.ts"

interface Chosen {
  /** Ids of jobs. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onCancel: (job: Job) => void
}

/** Jobs as a table, with a box for each to select it. */
export const JobTable = ({ jobs, ...chosen }: Chosen & { readonly jobs: ReadonlyArray<Job> }) => {
  const areAll = jobs.every(({ id }) => chosen.chosen.has(id))
  return (
    <div class="scroll jobs" tabIndex={0} role="region" aria-label="Jobs">
      <table class="job-table">
        <thead>
          <tr>
            <th scope="col" class="box">
              <input
                type="checkbox"
                aria-label="Select all jobs"
                checked={areAll}
                onChange={() => chosen.onChoose(new Set(areAll ? [] : jobs.map(({ id }) => id)))}
              />
            </th>
            <th scope="col">Job</th>
            <th scope="col" class="on-wide">Options that differ</th>
            <th scope="col">Pages</th>
            <th scope="col" class="on-wide">Started</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => <Row key={job.id} job={job} {...chosen} />)}
        </tbody>
      </table>
    </div>
  )
}

const Row = ({ chosen, job, onCancel, onChoose }: Chosen & { readonly job: Job }) => {
  const options = optionWords(job)
  const toggle = () => {
    const next = new Set(chosen)
    if (!next.delete(job.id)) next.add(job.id)
    onChoose(next)
  }
  return (
    <tr>
      <td class="box">
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(job)} of ${job.url}, ${ago(job.created_at)}`}
          checked={chosen.has(job.id)}
          onChange={toggle}
        />
      </td>
      <td class="job-name">
        <StatusChip status={job.status} /> <a href={`#/jobs/${job.id}`}>{nameOf(job)}</a>
        <span class="job-seed">{jobLabel(job)}</span>
        <Options options={options} className="on-phone" />
        {job.options.since !== undefined && <SmallLink href={`#/changes/${job.id}`}>What changed</SmallLink>}
        {!isEnded(job.status) && (
          <ConfirmedButton
            label="Cancel"
            describedAs={`Cancel ${job.url}`}
            question="Its pages so far stay."
            onConfirm={() => onCancel(job)}
          />
        )}
      </td>
      <td class="on-wide">
        <Options options={options} />
      </td>
      <td class="job-size">
        <OutcomeBar job={job} />
        {plural(job.stats.stored, "document")}
        <small class="faint">{othersOf(job).join(", ")}</small>
      </td>
      <td class="on-wide" title={date(job.created_at)}>
        {ago(job.created_at)}
        {job.finished_at !== null && <small class="faint">took {seconds(job.finished_at - job.created_at)}</small>}
      </td>
    </tr>
  )
}

const Options = ({ className = "", options }: {
  readonly options: ReadonlyArray<string>
  readonly className?: string
}) =>
  options.length > 0 &&
  <span class={className}>{options.map((text) => <span key={text} class="chip">{text}</span>)}</span>

/** Pages without a document, by outcome. */
const othersOf = ({ stats: { duplicates, failed, pending, skipped } }: Job): ReadonlyArray<string> =>
  Object.entries({ duplicates, skipped, failed, pending }).filter(([, value]) => value > 0)
    .map(([name, value]) => `${count(value)} ${name}`)

/** A bar with the shares of the outcomes, which the text beside it has as numbers. */
const OutcomeBar = ({ job: { stats: { duplicates, failed, pending, skipped, stored } } }: { readonly job: Job }) => {
  const parts = [["stored", stored], ["duplicate", duplicates], ["skipped", skipped], ["failed", failed]] as const
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
