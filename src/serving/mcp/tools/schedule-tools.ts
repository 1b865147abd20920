import { Schema } from "effect"
import type { Schedule, ScheduleChanges } from "../../../contract/client/index.ts"
import { jobIdPattern } from "../../../core/domain/schema/job-id-pattern.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { bounds } from "../shared/answer-parts.ts"
import { told, type Tool, tool } from "../shared/Tool.ts"

const { cursor } = bounds

export const schedules: Tool = tool(
  {
    name: "schedules",
    description: "List the schedules, with their next and latest runs.",
    isReadOnly: true,
    fields: { cursor },
    answer: { schedules: "array", cursor: "string?" }
  },
  async ({ cursor }, { client, signal }) => {
    const { next_cursor, schedules } = await client.schedules.list(compact({ after: cursor, signal }))
    const lines = schedules.map(lineOf)
    return told(lines.length === 0 ? "This key has no schedules." : withRest(lines, next_cursor), {
      schedules: schedules.map(({ id, job, last_run, name, next_run_at }) => ({
        id,
        name,
        url: job.url,
        next_run_at,
        last_run: last_run === null ? null : { status: last_run.status, job_id: last_run.job_id }
      })),
      ...cursorMember(next_cursor)
    })
  }
)

export const scheduleChanges: Tool = tool(
  {
    name: "schedule_changes",
    description: "List the new, changed and removed pages of a schedule, newest run first.",
    isReadOnly: true,
    fields: {
      id: Schema.String.check(Schema.isPattern(jobIdPattern, { message: "must be the id of a schedule" })),
      cursor
    },
    answer: { changes: "array", cursor: "string?" }
  },
  async ({ cursor, id }, { client, signal }) => {
    const { changes, next_cursor } = await client.schedules.changes(id, compact({ after: cursor, limit: 50, signal }))
    const lines = changes.map(changeOf)
    return told(lines.length === 0 ? "Nothing has changed in the listed runs." : withRest(lines, next_cursor), {
      changes: changes.map(({ at, job_id, page }) => ({ at, job_id, url: page.url, change: page.change })),
      ...cursorMember(next_cursor)
    })
  }
)

const cursorMember = (cursor: string | null): { readonly cursor?: string } => cursor === null ? {} : { cursor }

const withRest = (lines: ReadonlyArray<string>, cursor: string | null): string =>
  [...lines, ...(cursor === null ? [] : [`Call again with cursor "${cursor}" for the rest.`])].join("\n")

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

const lineOf = ({ id, job, last_run, name, next_run_at }: Schedule): string => {
  const next = next_run_at === null ? "paused" : `next run ${timeOf(next_run_at)}`
  const last = last_run === null ? "no run yet" : `last run ${last_run.status}, job ${last_run.job_id}`
  return `${name} (${id}): ${job.url}, ${next}, ${last}`
}

const changeOf = ({ at, job_id, page }: ScheduleChanges["changes"][number]): string =>
  `${timeOf(at)} ${page.change ?? ""} ${page.url} (job ${job_id})`
