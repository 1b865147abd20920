import { useState } from "preact/hooks"
import type { Job } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { client } from "../session.ts"
import { ConfirmedButton } from "../ui/ConfirmedButton.tsx"
import { FilterBar, FoundCount } from "../ui/FilterBar.tsx"
import { count, plural } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { View } from "../ui/View.tsx"
import { matches } from "./job-words.ts"
import { JobTable } from "./JobTable.tsx"

/** Milliseconds. */
const pollInterval = 3000
const step = 50
const maxJobs = 100

const statuses = ["running", "queued", "done", "failed", "cancelled"] as const

/** Jobs of the key, newest first. */
export const JobsView = () => {
  const [limit, setLimit] = useState(step)
  const { error, refresh, value } = usePolled(
    (signal) => client.jobs.list({ limit, signal }),
    pollInterval,
    String(limit)
  )
  return (
    <View
      title="Jobs"
      lead="Crawls and batches of your key. Finished jobs expire after a while."
      actions={<a role="button" class="small" href="#/crawl">New crawl</a>}
    >
      {value === undefined && error !== undefined && <Problem error={error} />}
      {value?.jobs.length === 0 && (
        <section class="empty">
          <h2>No jobs</h2>
          <p>Crawls and batches that you start here or over the API are listed here.</p>
          <p>
            <a role="button" href="#/crawl">Start a crawl</a>
          </p>
        </section>
      )}
      {value !== undefined && value.jobs.length > 0 && (
        <>
          <Jobs jobs={value.jobs} onChange={refresh} />
          {value.has_more && (
            limit < maxJobs
              ? <SmallButton onClick={() => setLimit(maxJobs)}>Show more of {count(value.total)}</SmallButton>
              : <p class="faint">The newest {count(limit)} of {plural(value.total, "job")}.</p>
          )}
        </>
      )}
    </View>
  )
}

/** The jobs with a filter, and with what can be done with several at once. */
const Jobs = ({ jobs, onChange }: { readonly jobs: ReadonlyArray<Job>; readonly onChange: () => void }) => {
  const [words, setWords] = useState("")
  const [status, setStatus] = useState("")
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [fault, setFault] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const found = jobs.filter((job) => (status === "" || job.status === status) && matches(job, words))
  // A job that is filtered out, or has expired, is not deleted with those that are seen.
  const selected = found.filter(({ id }) => chosen.has(id))
  const running = selected.filter((job) => !isEnded(job.status)).length
  const remove = async () => {
    setBusy(true)
    const done = await Promise.allSettled(selected.map(({ id }) => client.jobs.delete(id)))
    setFault(done.find((result) => result.status === "rejected")?.reason)
    setChosen(new Set())
    setBusy(false)
    onChange()
  }
  const cancel = ({ id }: Job) =>
    void client.jobs.cancel(id).then(() => setFault(undefined), setFault).finally(onChange)
  return (
    <>
      <FilterBar
        label="Search the jobs"
        placeholder="Search by name, URL or option"
        words={words}
        onWords={setWords}
        choices={[{
          label: "Status",
          value: status,
          onChange: setStatus,
          options: [["", "Every status"], ...statuses.map((name) => [name, name] as const)]
        }]}
      >
        {selected.length > 0 && (
          <ConfirmedButton
            label={`Delete ${plural(selected.length, "job")}`}
            question={`Their documents and ledgers are deleted too.${
              running === 0
                ? ""
                : ` ${count(running)} of them ${running === 1 ? "runs and is" : "run and are"} cancelled.`
            }`}
            isBusy={isBusy}
            onConfirm={() => void remove()}
          />
        )}
      </FilterBar>
      <FoundCount found={found.length} all={jobs.length} one="job">
        {selected.length > 0 && `, ${count(selected.length)} selected`}
      </FoundCount>
      {fault !== undefined && <Problem error={fault} />}
      {found.length === 0
        ? <p class="nothing">No job matches.</p>
        : <JobTable jobs={found} chosen={chosen} onChoose={setChosen} onCancel={cancel} />}
    </>
  )
}
