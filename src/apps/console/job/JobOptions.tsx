import type { Job, LedgerRow } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { isBatch } from "../options/batch-job.ts"
import { Code } from "../options/Code.tsx"
import { labelOf } from "../options/option-fields.ts"
import { Fact } from "../ui/Fact.tsx"
import { givenOptions, type HasOptions, optionsOf } from "./given-options.ts"

/** Options of the job, and its request. */
export const JobOptions = ({ job, rows }: { readonly job: Job; readonly rows: ReadonlyArray<LedgerRow> }) => {
  const batch = isBatch(job)
  return (
    <>
      <OptionList id={job.id} job={job} />
      {/* The URLs of a batch are in its ledger, which is complete only at its end. */}
      {(!batch || isEnded(job.status)) && (
        <Code
          path={batch ? "/v1/batch" : "/v1/crawl"}
          body={() => ({ ...(batch ? { urls: rows.map(({ url }) => url) } : { url: job.url }), ...optionsOf(job) })}
        />
      )}
    </>
  )
}

/**
 * Options that differ from the default, reduced to the limits of the deployment. `id`: of the job or of its schedule.
 */
export const OptionList = ({ id, job }: { readonly id: string; readonly job: HasOptions }) => {
  const shown = givenOptions(job)
  return (
    <>
      <dl class="pairs">
        <Fact name="id" value={<code>{id}</code>} />
        {shown.map(([{ label, name }, value]) => <Fact key={name} name={label} value={<Value value={value} />} />)}
      </dl>
      {shown.length === 0 && <p class="faint">All other options have their default.</p>}
    </>
  )
}

const Value = ({ value }: { readonly value: unknown }) => {
  if (typeof value === "boolean") return <>{value ? "on" : "off"}</>
  if (typeof value === "string") return <>{labelOf(value)}</>
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return <ul class="plain">{value.map((item) => <li key={item}>{item}</li>)}</ul>
  }
  return typeof value === "object" ? <code>{JSON.stringify(value)}</code> : <>{String(value)}</>
}
