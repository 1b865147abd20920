import type { Schedule, ScheduleRun } from "../../../../contract/client/index.ts"

/** A time in UTC, such as `2026-11-23 05:30:00Z`. */
export const timeText = (seconds: number | null): string =>
  seconds === null ? "-" : `${new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")}Z`

/** A schedule in one line. */
export const scheduleLine = ({ id, last_run, name, next_run_at, paused }: Schedule): string =>
  [id, paused ? "paused" : `next ${timeText(next_run_at)}`, `last ${last_run?.status ?? "-"}`, name].join("  ")

/** All of a schedule. */
export const scheduleText = (schedule: Schedule): string => {
  const { cron, every_seconds, id, job, keep, last_run, name, next_run_at, on, paused, receivers, timezone } = schedule
  const facts = {
    id,
    name,
    job: job.url,
    times: cron === null ? `every ${every_seconds} seconds` : `${cron} (${timezone})`,
    next: paused ? "paused" : timeText(next_run_at),
    last: last_run === null ? "-" : `${timeText(last_run.started_at)} ${last_run.status}, ${changesText(last_run)}`,
    keep: `${keep} runs`,
    ...(receivers === undefined ? {} : { tells: `${receivers.join(", ")} about ${(on ?? []).join(", ")}` })
  }
  return Object.entries(facts).map(([label, value]) => `${label.padEnd(6)}${value}`).join("\n")
}

const changesText = ({ changes, finished_at }: ScheduleRun): string => {
  if (finished_at === null) return "not ended"
  return changes === null
    ? "not compared"
    : Object.entries(changes).map(([name, count]) => `${count} ${name}`).join(", ")
}

/** A run in one line. */
export const runLine = (run: ScheduleRun): string =>
  [String(run.n), timeText(run.scheduled_at), run.status, changesText(run), run.job_id].join("  ")
