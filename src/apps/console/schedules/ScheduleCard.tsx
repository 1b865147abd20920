import type { Schedule } from "../../../contract/client/index.ts"
import { isBatch, jobLabel } from "../options/batch-job.ts"
import { client } from "../session.ts"
import { ago, date } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { History } from "./History.tsx"
import { NextRun } from "./NextRun.tsx"
import { countsInWords } from "./run-words.ts"
import { ScheduleActions } from "./ScheduleActions.tsx"
import { timesWithZone } from "./times-in-words.ts"

/** A schedule of the list. */
export const ScheduleCard = ({ onChange, schedule }: {
  readonly schedule: Schedule
  readonly onChange: () => void
}) => {
  const { id, last_run, name } = schedule
  const { runs } = useRuns(schedule)
  return (
    <li class="job schedule">
      <div class="job-head">
        <a href={`#/schedules/${id}`}>{name}</a>
        <StateChips schedule={schedule} />
      </div>
      <p>
        <JobLine schedule={schedule} />
      </p>
      <p>
        {timesWithZone(schedule)} <span class="faint">· next run:</span> <NextRun schedule={schedule} />
        {schedule.receivers !== undefined && <span class="faint">· messages by {schedule.receivers.join(", ")}</span>}
      </p>
      {runs !== undefined && runs.length > 0 && <History name={name} runs={runs.slice(0, maxCells)} />}
      <div class="job-foot">
        <span class="faint">
          {last_run === null
            ? "No run yet"
            : (
              <span title={date(last_run.started_at)}>
                Last run {ago(last_run.started_at)}: {countsInWords(last_run)}
              </span>
            )}
        </span>
        <span class="actions">
          <ScheduleActions schedule={schedule} onChange={onChange} onDelete={onChange} />
        </span>
      </div>
    </li>
  )
}

/** Cells of the strip in a list. */
const maxCells = 30

/** The history of a schedule, read again after each run. */
export const useRuns = ({ id, last_run }: Schedule) => {
  const key = `${id} ${last_run?.n} ${last_run?.status} ${last_run?.skipped}`
  const { error, value } = usePolled((signal) => client.schedules.runs(id, { signal }), undefined, key)
  return { error, runs: value?.runs }
}

export const StateChips = ({ schedule: { last_run, paused } }: { readonly schedule: Schedule }) => (
  <span>
    {paused && <span class="chip paused">paused</span>}
    {last_run !== null && <span class={`chip status ${last_run.status}`}>{last_run.status}</span>}
    {last_run === null && !paused && <span class="chip">waiting</span>}
  </span>
)

/** Kind and URL of the job. */
export const JobLine = ({ schedule: { job } }: { readonly schedule: Schedule }) => (
  <>
    <span class="chip">{isBatch(job) ? "batch" : "crawl"}</span>
    {jobLabel(job)}
  </>
)
