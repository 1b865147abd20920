import { useEffect, useState } from "preact/hooks"
import { GleanerError, type Job, type LedgerRow } from "../../../contract/client/index.ts"
import { isEnded } from "../../../contract/client/job/job-status.ts"
import { batchForm } from "../batch/batch-form.ts"
import { isBatch, jobLabel } from "../options/batch-job.ts"
import { go } from "../route.ts"
import { client, session } from "../session.ts"
import { ConfirmedButton } from "../ui/ConfirmedButton.tsx"
import { ago, date, seconds } from "../ui/format.ts"
import { useTick } from "../ui/hooks/use-tick.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallLink } from "../ui/small-buttons.tsx"
import { StatusChip } from "../ui/StatusChip.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { View } from "../ui/View.tsx"
import { Downloads } from "./Downloads.tsx"
import { followJob, type LiveJob } from "./follow-job.ts"
import { GraphTab } from "./graph/GraphTab.tsx"
import { JobOptions } from "./JobOptions.tsx"
import { Ledger } from "./Ledger.tsx"
import { PageDialog } from "./PageDialog.tsx"
import { PicturesTab } from "./PicturesTab.tsx"
import { Progress } from "./Progress.tsx"
import { TemplatesTab } from "./TemplatesTab.tsx"

/** A running or finished job. */
export const JobView = ({ id }: { readonly id: string }) => {
  const [live, setLive] = useState<LiveJob>()
  const isSignedIn = session.value.state === "signed-in"
  useEffect(() => {
    if (!isSignedIn) return
    const followed = followJob(id)
    setLive(followed)
    return followed.stop
  }, [id, isSignedIn])
  const error = live?.error.value
  const job = live?.job.value
  if (error instanceof GleanerError && error.code === "job_not_found") return <Gone wasThere={job !== undefined} />
  return (
    <View
      title={job === undefined ? "Job" : titleOf(job)}
      lead={job === undefined ? "Loading the job" : <Lead job={job} />}
      actions={job !== undefined && <Actions job={job} rows={live?.rows.value ?? []} />}
    >
      {error !== undefined && isSignedIn && <Problem error={error} />}
      {live !== undefined && job !== undefined && <Body live={live} job={job} />}
    </View>
  )
}

const titleOf = (job: Job): string => isBatch(job) ? "Batch" : new URL(job.url).host

const Lead = ({ job }: { readonly job: Job }) => {
  useTick(1000)
  return (
    <>
      <StatusChip status={job.status} /> {jobLabel(job)}
      <span class="faint" title={date(job.created_at)}>
        {" "}· started {ago(job.created_at)}
        {job.finished_at !== null && `, took ${seconds(job.finished_at - job.created_at)}`}
      </span>
    </>
  )
}

const Gone = ({ wasThere }: { readonly wasThere: boolean }) => (
  <View title="The job is gone">
    <section class="empty">
      <p>
        {wasThere
          ? "It has expired, was deleted, or was lost in a restart of a service with jobs in memory."
          : "No job of your key has this id. It may have expired: finished jobs are stored for a limited time."}
      </p>
      <p>
        <a role="button" href="#/crawl">Start a crawl</a>{" "}
        <a role="button" class="secondary outline" href="#/jobs">See your jobs</a>
      </p>
    </section>
  </View>
)

const Actions = ({ job, rows }: { readonly job: Job; readonly rows: ReadonlyArray<LedgerRow> }) => {
  const [isRequested, setAsked] = useState(false)
  const [error, setError] = useState<unknown>()
  const act = async (act: () => Promise<unknown>) => {
    setAsked(true)
    setError(undefined)
    await act().catch(setError)
    setAsked(false)
  }
  const remove = async () => {
    await client.jobs.delete(job.id)
    go("jobs")
  }
  return (
    <>
      {isEnded(job.status)
        ? (
          <>
            {job.options.schedule !== undefined && (
              <SmallLink href={`#/schedules/${job.options.schedule}`}>Its schedule</SmallLink>
            )}
            {job.options.since !== undefined && <SmallLink href={`#/changes/${job.id}`}>What changed</SmallLink>}
            <Again job={job} rows={rows} />
            <ConfirmedButton
              label="Delete"
              question="Its documents and its ledger are deleted too."
              isBusy={isRequested}
              onConfirm={() => void act(remove)}
            />
          </>
        )
        : (
          <ConfirmedButton
            label={isBatch(job) ? "Cancel the batch" : "Cancel the crawl"}
            question="Its pages so far stay."
            isBusy={isRequested}
            onConfirm={() => void act(() => client.jobs.cancel(job.id))}
          />
        )}
      {error !== undefined && <Problem error={error} />}
    </>
  )
}

/** Link to the form, filled in for the same pages. */
const Again = ({ job, rows }: { readonly job: Job; readonly rows: ReadonlyArray<LedgerRow> }) => {
  if (!isBatch(job)) {
    const query = new URLSearchParams({ url: job.url, since: job.id })
    return <SmallLink href={`#/crawl?${query}`}>Crawl again and compare</SmallLink>
  }
  const fill = () => {
    batchForm.value = { text: rows.map(({ url }) => url).join("\n"), values: { since: job.id } }
  }
  return <SmallLink href="#/batch" onClick={fill}>Read again and compare</SmallLink>
}

const Body = ({ job, live }: { readonly live: LiveJob; readonly job: Job }) => {
  const [opened, setOpened] = useState<LedgerRow>()
  const rows = live.rows.value
  return (
    <>
      <Progress
        job={job}
        rate={live.rate.value}
        ended={rows.length}
        isEndKnown={live.isEndKnown.value}
        samples={live.samples.value}
      />
      {job.status === "failed" && job.errors.map(({ at, message }) => (
        <div key={at} class="notice bad">
          <strong>The job failed</strong>
          <p>{message}</p>
        </div>
      ))}
      {job.notes.map((note) => <div key={note} class="notice">{note}</div>)}
      <Downloads job={job} />
      <Tabs
        label="Parts of the job"
        tabs={[
          {
            id: "ledger",
            label: "Ledger",
            count: rows.length,
            content: () => <Ledger rows={rows} seed={job.url} onOpen={setOpened} />
          },
          {
            id: "graph",
            label: "Link graph",
            content: () => <GraphTab job={job} rows={rows} onOpen={setOpened} />
          },
          ...(job.options.pictures === undefined ? [] : [{
            id: "pictures",
            label: "Pictures",
            content: () => <PicturesTab job={job} rows={rows} onOpen={setOpened} />
          }]),
          { id: "templates", label: "Templates", content: () => <TemplatesTab job={job} /> },
          { id: "options", label: "Options", content: () => <JobOptions job={job} rows={rows} /> }
        ]}
      />
      {opened !== undefined && (
        <PageDialog
          key={opened.url}
          job={job.id}
          row={opened}
          isCompared={job.options.since !== undefined}
          // The event of a closed dialog comes late: another one may be open.
          onClose={() => setOpened((current) => current === opened ? undefined : current)}
        />
      )}
    </>
  )
}
