import { Option } from "effect"
import { maxRows } from "../../contract/api/Paging.ts"
import {
  type CallOptions,
  type GleanerClient,
  GleanerError,
  type LedgerRow,
  type Schedule,
  type ScheduleRun
} from "../../contract/client/index.ts"
import { compact } from "../../core/kernel/compact.ts"
import { jobOptions } from "./documents.ts"
import { cronIn, jobOf, type MonitorPatch, type MonitorRequest } from "./monitor-requests.ts"
import { crawlBody } from "./pages.ts"

/** A monitor of Firecrawl is a schedule of Gleaner, and a check is a run of it, named by its job. */
type Patch = (typeof MonitorPatch)["Type"]

const patchOf = ({ name, notification, schedule, status, targets }: Patch) => {
  const [target] = targets ?? []
  const mail = notification?.email?.enabled === false ? [] : notification?.email?.recipients ?? []
  return compact({
    name,
    cron: schedule?.cron ?? (schedule?.text === undefined ? undefined : Option.getOrUndefined(cronIn(schedule.text))),
    timezone: schedule?.timezone,
    paused: status === undefined ? undefined : status === "paused",
    job: target === undefined ? undefined : bodyOf(target),
    notify: notification === undefined ? undefined : mail.length === 0 ? null : [{ mail }]
  })
}

const bodyOf = (target: NonNullable<Patch["targets"]>[number]) => {
  const job = jobOf(target)
  // The schema has checked it.
  if (job.request === undefined) throw new Error("a wrong target has passed its schema")
  if (job.type === "crawl") return crawlBody(job.request)
  return compact({ urls: job.request.urls, concurrency: job.request.maxConcurrency, ...jobOptions(job.request) })
}

export const createMonitor = async (
  client: GleanerClient,
  request: (typeof MonitorRequest)["Type"],
  call: CallOptions
) => {
  const { notify, ...rest } = patchOf(request)
  // A batch or a crawl, by its target.
  const body = { ...rest, ...notify === null || notify === undefined ? {} : { notify } }
  return monitorOf(await client.schedules.create(body as Parameters<typeof client.schedules.create>[0], call))
}

export const changeMonitor = async (client: GleanerClient, id: string, request: Patch, call: CallOptions) =>
  monitorOf(await client.schedules.change(id, patchOf(request) as Parameters<typeof client.schedules.change>[1], call))

export const listMonitors = async (
  client: GleanerClient,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  call: CallOptions
) => {
  const found: Array<Schedule> = []
  for (let after: string | null | undefined = undefined; after !== null && found.length < offset + limit;) {
    const page: Awaited<ReturnType<typeof client.schedules.list>> = await client.schedules.list(
      compact({ ...call, after })
    )
    found.push(...page.schedules)
    after = page.next_cursor
  }
  return found.slice(offset, offset + limit).map(monitorOf)
}

const timeOf = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()

const target = "target-1"

export const monitorOf = (schedule: Schedule) => {
  const { created_at, cron, every_seconds, id, job, last_run: last, name, next_run_at, paused, timezone } = schedule
  // A batch does not follow links.
  const isBatch = job.options.max_depth === 0 && job.options.scope === "any"
  return {
    id,
    name,
    status: paused ? "paused" : "active",
    schedule: { ...cron === null ? { text: `every ${every_seconds} seconds` } : { cron }, timezone },
    nextRunAt: timeOf(next_run_at),
    lastRunAt: last === null ? null : timeOf(last.started_at),
    currentCheckId: last?.status === "running" ? last.job_id : null,
    targets: [{ id: target, ...isBatch ? { type: "scrape", urls: [job.url] } : { type: "crawl", url: job.url } }],
    webhook: null,
    lastCheckSummary: last === null ? null : summaryOf(last),
    createdAt: timeOf(created_at),
    updatedAt: timeOf(created_at)
  }
}

const summaryOf = ({ changes }: ScheduleRun) => {
  const { changed, new: added, removed, same } = changes ?? { new: 0, changed: 0, same: 0, removed: 0 }
  return { totalPages: added + changed + same + removed, same, changed, new: added, removed, error: 0 }
}

const statuses: Readonly<Record<ScheduleRun["status"], string>> = {
  running: "running",
  done: "completed",
  failed: "failed",
  cancelled: "failed",
  deleted: "failed"
}

export const checkOf = (monitorId: string, run: ScheduleRun) => ({
  id: run.job_id,
  monitorId,
  status: run.incomplete === true ? "partial" : statuses[run.status],
  trigger: "scheduled",
  scheduledFor: timeOf(run.scheduled_at),
  startedAt: timeOf(run.started_at),
  finishedAt: timeOf(run.finished_at),
  billingStatus: "not_applicable",
  summary: summaryOf(run),
  error: null,
  createdAt: timeOf(run.started_at),
  updatedAt: timeOf(run.finished_at ?? run.started_at)
})

export const listChecks = async (
  client: GleanerClient,
  id: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  call: CallOptions
) => (await client.schedules.runs(id, call)).runs.slice(offset, offset + limit).map((run) => checkOf(id, run))

interface CheckPart {
  readonly after: string | undefined
  readonly limit: number
  readonly status: string | undefined
}

/** A run with its pages from a cursor on. `next` is the cursor of those that follow. */
export const checkDetail = async (
  client: GleanerClient,
  id: string,
  checkId: string,
  { after, limit, status }: CheckPart,
  call: CallOptions
) => {
  const run = (await client.schedules.runs(id, call)).runs.find(({ job_id }) => job_id === checkId)
  if (run === undefined) throw noCheck
  const max = Math.min(limit, maxRows("ledger"))
  const list = await client.jobs.ledger(checkId, compact({ ...call, after, limit: max }))
  const rows = list.ledger.filter((row) => status === undefined || statusOf(row) === status)
  const pages = await Promise.all(rows.map((row) => pageOf(client, run, row, call)))
  const isMore = list.next_cursor !== null && list.ledger.length === max
  return { check: { ...checkOf(id, run), pages }, next: isMore ? list.next_cursor : null }
}

const noCheck = new GleanerError({
  code: "not_found",
  status: 404,
  title: "No such check",
  detail: "The monitor has no check with this id, or its run is no longer kept."
})

const statusOf = ({ change, outcome }: LedgerRow): string => outcome === "failed" ? "error" : change ?? "new"

const pageOf = async (client: GleanerClient, run: ScheduleRun, row: LedgerRow, call: CallOptions) => {
  const status = statusOf(row)
  // A page that was stored without its markdown has none.
  const diff = status === "changed" ? await client.diff(run.job_id, row.url, call).catch(() => undefined) : undefined
  return compact({
    id: `${run.job_id}:${row.url}`,
    targetId: target,
    url: row.url,
    status,
    statusCode: row.status,
    error: status === "error" ? row.code : null,
    diff: diff === undefined ? undefined : { text: diff },
    createdAt: timeOf(run.started_at)
  })
}
