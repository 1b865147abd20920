import type { Job } from "../../../contract/client/index.ts"
import { batchOptionsOf, isBatch } from "../options/batch-job.ts"
import { batchFields, crawlFields } from "../options/form-fields.ts"
import { labelOf, type OptionField } from "../options/option-fields.ts"

export type HasOptions = Pick<Job, "options">

/** The options of the request of a job. */
export const optionsOf = (job: HasOptions): Readonly<Record<string, unknown>> => {
  if (isBatch(job)) return batchOptionsOf(job)
  // These are not options of a request.
  const {
    credentials_node: _node,
    schedule: _schedule,
    schedule_name: _name,
    schedule_run: _run,
    ...crawl
  } = job.options
  return crawl
}

/** Options that differ from the default, reduced to the limits of the deployment, in the order of the form. */
export const givenOptions = (job: HasOptions): ReadonlyArray<readonly [field: OptionField, value: unknown]> => {
  const options = optionsOf(job)
  return (isBatch(job) ? batchFields : crawlFields).flatMap((field) => {
    const value = options[field.name]
    const isDefault = value === undefined || String(value) === String(field.preset ?? "")
    return isDefault ? [] : [[field, value] as const]
  })
}

/** `Maximum pages: 50`, and only the label of a switch that is on or of a value that is too long. */
export const optionInWords = ([{ kind, label }, value]: ReturnType<typeof givenOptions>[number]): string => {
  // The id of a job says nothing to a reader.
  if (value === true || kind === "job") return label
  if (value === false) return `${label}: off`
  const text = Array.isArray(value) && value.every((item) => typeof item === "string")
    ? value.join(", ")
    : typeof value === "object" && value !== null
    ? ""
    : labelOf(String(value))
  return text === "" || text.length > maxText ? label : `${label}: ${text}`
}

const maxText = 40
