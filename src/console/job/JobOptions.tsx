import type { Job } from "../../client/index.ts"
import { asCurl } from "../scrape/as-curl.ts"
import { Copy } from "../ui/Copy.tsx"

/** What the job was asked for, within the limits of the deployment. */
export const JobOptions = ({ job }: { readonly job: Job }) => {
  // The process that holds the headers and cookies is no option of a request.
  const { credentials_node: _, ...options } = job.options
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
      <Copy label="Copy as curl" text={() => asCurl(location.origin, "/v1/crawl", { url: job.url, ...options })} />
    </>
  )
}
