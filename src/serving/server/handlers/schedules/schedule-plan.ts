import { Effect, Option } from "effect"
import type { BatchPayload, ScheduledCrawl } from "../../../../contract/api/CrawlRequest.ts"
import type { FieldError } from "../../../../contract/api/Problems.ts"
import type { SchedulePatch, SchedulePayload } from "../../../../contract/api/Schedules.ts"
import { batchOptions, crawlOptions } from "../../../../core/domain/job/Job.ts"
import { seededCrawl } from "../../../../core/domain/job/seeds.ts"
import { pictureFault } from "../../../../core/domain/options/Notify.ts"
import { withScheme } from "../../../../core/domain/WebUrl.ts"
import { compact } from "../../../../core/kernel/compact.ts"
import type { SchedulePlan } from "../../../../crawling/schedules/ScheduleStore.ts"
import { cronFault, timezoneFault } from "../../../../crawling/schedules/times.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { optionFaults } from "../jobs/job-checks.ts"
import type { Ceiling } from "../jobs/start-jobs.ts"
import { type Mailing, notifyFaults, notifyOf } from "./schedule-notify.ts"

type Job = typeof ScheduledCrawl.Type | typeof BatchPayload.Type

/** The plan of a new schedule. */
export const newPlan = (payload: typeof SchedulePayload.Type, ceiling: Ceiling & Mailing) =>
  Effect.gen(function*() {
    const { cron, every_seconds, keep = 10, name, paused = false, timezone = "UTC", webhook } = payload
    yield* refuse([
      ...timingFaults({ cron, every_seconds, timezone }),
      ...(cron === undefined && every_seconds === undefined
        ? [{ pointer: "/cron", detail: "is missing; give either cron or every_seconds" }]
        : []),
      ...jobFaults(payload.job),
      ...notifyFaults(payload, ceiling)
    ])
    const job = jobOf(payload.job, ceiling)
    const notify = notifyOf(payload, undefined, ceiling)
    return yield* comparable(
      compact({ name, cron, every_seconds, timezone, keep, paused, webhook, notify, job }) satisfies SchedulePlan
    )
  })

/** The plan with the fields of a patch. */
export const patchedPlan = (plan: SchedulePlan, patch: typeof SchedulePatch.Type, ceiling: Ceiling & Mailing) =>
  Effect.gen(function*() {
    const { cron, every_seconds, job, notify, on, threshold, webhook, ...others } = patch
    const faults = timingFaults({ cron, every_seconds, timezone: others.timezone ?? plan.timezone })
    yield* refuse([
      ...faults,
      ...(job === undefined ? [] : jobFaults(job)),
      ...notifyFaults({ notify: notify === undefined ? plan.notify?.to : notify, on, threshold }, ceiling)
    ])
    const hasTimes = cron !== undefined || every_seconds !== undefined
    const given = compact(others)
    return yield* comparable(
      compact({
        name: given.name ?? plan.name,
        timezone: given.timezone ?? plan.timezone,
        keep: given.keep ?? plan.keep,
        paused: given.paused ?? plan.paused,
        cron: hasTimes ? cron : plan.cron,
        every_seconds: hasTimes ? every_seconds : plan.every_seconds,
        job: job === undefined ? plan.job : jobOf(job, ceiling),
        webhook: webhook === undefined ? plan.webhook : Option.getOrUndefined(Option.fromNullishOr(webhook)),
        notify: notifyOf(patch, plan.notify, ceiling)
      }) satisfies SchedulePlan
    )
  })

/** The plan, whose job must take the pictures that its messages are about. */
const comparable = Effect.fnUntraced(function*(plan: SchedulePlan) {
  const detail = pictureFault(plan.notify?.on, plan.job.options.pictures)
  yield* refuse(detail === undefined ? [] : [{ pointer: "/on", detail }])
  return plan
})

const refuse = (faults: ReadonlyArray<FieldError>) => faults.length === 0 ? Effect.void : invalidFields(faults)

const timingFaults = (
  { cron, every_seconds, timezone }: {
    readonly cron: string | undefined
    readonly every_seconds: number | undefined
    readonly timezone: string
  }
): ReadonlyArray<FieldError> => {
  const faults = {
    cron: cron === undefined ? undefined : cronFault(cron),
    every_seconds: cron === undefined || every_seconds === undefined
      ? undefined
      : "contradicts cron; leave one of them out",
    timezone: timezoneFault(timezone)
  }
  return Object.entries(faults).flatMap(([name, detail]) =>
    detail === undefined ? [] : [{ pointer: `/${name}`, detail }]
  )
}

const jobFaults = (job: Job): ReadonlyArray<FieldError> => {
  const unfit = Object.entries(refused).flatMap(([name, detail]) =>
    Object.hasOwn(job, name) ? [{ pointer: `/job/${name}`, detail }] : []
  )
  const faults = optionFaults({ ...job, since: "the last run" })
  return [...unfit, ...faults.map(([name, detail]) => ({ pointer: `/job/${name}`, detail }))]
}

const secrets =
  "may be a secret of a site, which a schedule does not store; start such a job yourself, with since = the last job"

/** Options of a job that a schedule does not take. */
const refused = {
  headers: secrets,
  cookies: secrets,
  dry_run: "starts no job; leave it out",
  since: "is the latest run of the schedule; leave it out",
  webhook: "is a field of the schedule beside job"
}

const jobOf = (payload: Job, ceiling: Ceiling): SchedulePlan["job"] => {
  if ("url" in payload) {
    const { options, seed } = seededCrawl(payload)
    return { url: seed?.href ?? "", options: crawlOptions(options, ceiling) }
  }
  const urls = payload.urls.map((url) => new URL(withScheme(url)).href)
  return { url: urls[0] ?? "", options: batchOptions(urls, payload, ceiling) }
}
