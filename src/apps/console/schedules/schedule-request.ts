import type { ScheduleRequest } from "../../../contract/client/index.ts"
import { batchFields, crawlFields } from "../options/form-fields.ts"
import type { OptionField } from "../options/option-fields.ts"
import { readOptions } from "../options/read-options.ts"
import type { ScheduleDraft } from "../options/schedule-draft.ts"
import { noNotify, sentNotify } from "../options/typed-notify.ts"
import { defaultTimes, sentTimes } from "../options/typed-times.ts"
import { hostOf } from "../ui/format.ts"
import { faultsOf } from "./api-faults.ts"
import { sentWebhook } from "./WebhookField.tsx"

/** Options that a schedule has not, or has itself. */
const others = new Set(["headers", "cookies", "since", "webhook"])
const isOfJob = ({ name }: OptionField): boolean => !others.has(name)

/** The options of its job that a schedule stores. */
export const jobFields = { crawl: crawlFields.filter(isOfJob), batch: batchFields.filter(isOfJob) }

/** The request for a new schedule. `urls`: those of a batch. */
export const scheduleRequest = (draft: ScheduleDraft, urls: ReadonlyArray<string>): ScheduleRequest => {
  const { keep, kind, name, notify = noNotify, times = defaultTimes(), url, values } = draft
  const { options } = readOptions(jobFields[kind], values)
  return {
    name: name.trim() || nameFor(draft, urls),
    ...sentTimes(times),
    keep: Number(keep),
    ...sentWebhook(String(values["webhook"] ?? "")),
    ...sentNotify(notify),
    job: kind === "crawl" ? { url: url.trim(), ...options } : { urls, ...options }
  }
}

/** The host of the job. */
export const nameFor = ({ kind, url }: ScheduleDraft, urls: ReadonlyArray<string>): string =>
  hostOf(kind === "crawl" ? url : urls[0] ?? "")

const ownFields = ["name", "cron", "every_seconds", "timezone", "keep", "webhook", "notify", "on", "threshold"]

/** Faults of the schedule, those of the job's options, and the rest. */
export const dividedError = (error: unknown, fields: ReadonlyArray<OptionField>, urls: ReadonlyArray<string>) => {
  const own = faultsOf(error, [...ownFields, "job/url", "job/urls"], {
    "job/urls": urls
  })
  const options = faultsOf(own.rest, fields.map(({ name }) => `job/${name}`))
  const job = Object.fromEntries(
    Object.entries(options.faults).map(([name, fault]) => [name.slice("job/".length), fault])
  )
  return { faults: own.faults, job, rest: options.rest }
}
