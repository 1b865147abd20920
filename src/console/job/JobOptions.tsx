import type { Job, LedgerRow } from "../../client/index.ts"
import { batchOptionsOf, isBatch } from "../batch/batch-job.ts"
import { asCurl } from "../scrape/as-curl.ts"
import { Copy } from "../ui/Copy.tsx"
import { isEnded } from "./follow-job.ts"

/** Options of the job, reduced to the limits of the deployment. */
export const JobOptions = ({ job, rows }: { readonly job: Job; readonly rows: ReadonlyArray<LedgerRow> }) => {
  const batch = isBatch(job)
  // credentials_node is not an option of a request.
  const { credentials_node: _, ...crawl } = job.options
  const options = batch ? batchOptionsOf(job) : crawl
  const curl = () =>
    batch
      ? asCurl(location.origin, "/v1/batch", { urls: rows.map(({ url }) => url), ...options })
      : asCurl(location.origin, "/v1/crawl", { url: job.url, ...options })
  return (
    <>
      <dl class="pairs">
        <div>
          <dt>id</dt>
          <dd>
            <code>{job.id}</code>
          </dd>
        </div>
        {Object.entries(options).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === "object" ? <code>{JSON.stringify(value)}</code> : String(value)}</dd>
          </div>
        ))}
      </dl>
      {/* The URLs of a batch are in its ledger, which is complete only at its end. */}
      {(!batch || isEnded(job.status)) && <Copy label="Copy as curl" text={curl} />}
    </>
  )
}
