import { isEnded } from "../../../contract/client/job/job-status.ts"
import { client } from "../session.ts"
import { ago, hostOf, plural } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { jobLabel } from "./batch-job.ts"

/** Maximum number of jobs that are searched. */
const maxJobs = 100

/** A list of the finished jobs of the host of `url`, or of all hosts without one. */
export const JobChoice = ({ described, id, onChange, url, value }: {
  readonly id: string
  readonly value: string
  readonly url: string | undefined
  readonly described: object
  readonly onChange: (id: string) => void
}) => {
  const { value: list } = usePolled((signal) => client.jobs.list({ limit: maxJobs, signal }), undefined)
  const host = url === undefined ? "" : hostOf(url)
  const jobs = (list?.jobs ?? []).filter((job) =>
    isEnded(job.status) && job.stats.stored > 0 && (host === "" || hostOf(job.url) === host)
  )
  return (
    <select id={id} value={value} {...described} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{jobs.length === 0 ? "No finished job of this site" : "None"}</option>
      {value !== "" && !jobs.some((job) => job.id === value) && <option value={value}>{value}</option>}
      {jobs.map((job) => (
        <option key={job.id} value={job.id}>
          {jobLabel(job)}, {ago(job.created_at)}, {plural(job.stats.stored, "page")}
        </option>
      ))}
    </select>
  )
}
