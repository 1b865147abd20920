import type { Job, LedgerRow } from "../../client/index.ts"
import { isEnded } from "../../client/job-status.ts"
import { batchOptionsOf, isBatch } from "../batch/batch-job.ts"
import { CopyCurl } from "../scrape/CopyCurl.tsx"
import { Fact } from "../ui/Fact.tsx"

/** Options of the job, reduced to the limits of the deployment. */
export const JobOptions = ({ job, rows }: { readonly job: Job; readonly rows: ReadonlyArray<LedgerRow> }) => {
  const batch = isBatch(job)
  // credentials_node is not an option of a request.
  const { credentials_node: _, ...crawl } = job.options
  const options = batch ? batchOptionsOf(job) : crawl
  return (
    <>
      <dl class="pairs">
        <Fact name="id" value={<code>{job.id}</code>} />
        {Object.entries(options).map(([name, value]) => (
          <Fact
            key={name}
            name={name}
            value={typeof value === "object" ? <code>{JSON.stringify(value)}</code> : String(value)}
          />
        ))}
      </dl>
      {/* The URLs of a batch are in its ledger, which is complete only at its end. */}
      {(!batch || isEnded(job.status)) && (
        <CopyCurl
          path={batch ? "/v1/batch" : "/v1/crawl"}
          body={() => ({ ...(batch ? { urls: rows.map(({ url }) => url) } : { url: job.url }), ...options })}
        />
      )}
    </>
  )
}
