import { Schema } from "effect"
import type { Schedule, ScheduleChanges } from "../../contract/client/index.ts"
import { jobIdPattern } from "../../core/domain/schema/job-id-pattern.ts"
import { compact } from "../../core/kernel/compact.ts"
import { text, type Tool, tool } from "./Tool.ts"

const cursor = Schema.optionalKey(
  Schema.String.annotate({ description: "Cursor of the previous response, to continue its list." })
)

export const schedules: Tool = tool(
  {
    name: "schedules",
    description: "List the schedules: names, ids, next times and latest runs.",
    isReadOnly: true,
    fields: { cursor }
  },
  async ({ cursor }, { client, signal }) => {
    const { next_cursor, schedules } = await client.schedules.list(compact({ after: cursor, signal }))
    const lines = schedules.map(lineOf)
    return [text(lines.length === 0 ? "This key has no schedules." : withRest(lines, next_cursor))]
  }
)

export const scheduleChanges: Tool = tool(
  {
    name: "schedule_changes",
    description: "List the new, changed and removed pages of a schedule, newest run first.",
    isReadOnly: true,
    fields: {
      id: Schema.String.check(Schema.isPattern(jobIdPattern, { message: "must be the id of a schedule" })).annotate({
        description: "Id of the schedule, from schedules."
      }),
      cursor
    }
  },
  async ({ cursor, id }, { client, signal }) => {
    const { changes, next_cursor } = await client.schedules.changes(id, compact({ after: cursor, limit: 50, signal }))
    const lines = changes.map(changeOf)
    return [text(lines.length === 0 ? "Nothing has changed in the listed runs." : withRest(lines, next_cursor))]
  }
)

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
