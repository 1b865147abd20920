import type { Job } from "../../client/index.ts"
import { asCurl } from "../scrape/as-curl.ts"
import { Copy } from "../ui/Copy.tsx"

/** What the job was asked for, within the limits of the deployment. */
export const JobOptions = ({ job }: { readonly job: Job }) => (
  <>
    <dl class="pairs">
      <div>
        <dt>id</dt>
        <dd>
          <code>{job.id}</code>
        </dd>
      </div>
      {Object.entries(job.options).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === "object" ? <code>{JSON.stringify(value)}</code> : String(value)}</dd>
        </div>
      ))}
    </dl>
    <Copy label="Copy as curl" text={() => asCurl(location.origin, "/v1/crawl", { url: job.url, ...job.options })} />
  </>
)
