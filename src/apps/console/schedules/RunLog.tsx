import { useEffect, useRef, useState } from "preact/hooks"
import type { ScheduleChanges, ScheduleRun } from "../../../contract/client/index.ts"
import { Diff } from "../changes/Diff.tsx"
import { client } from "../session.ts"
import { FilterBar } from "../ui/FilterBar.tsx"
import { ago, date, plural, seconds } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"
import { ScrollTable } from "../ui/ScrollTable.tsx"
import { SmallButton, SmallLink } from "../ui/small-buttons.tsx"
import { countsInWords, delayOf, skippedInWords } from "./run-words.ts"

type Change = ScheduleChanges["changes"][number]

/** Changes of one request: the service compares the documents of each. */
const step = 50

/** The runs, newest first, each with the pages that have changed. */
export const RunLog = ({ id, runs }: { readonly id: string; readonly runs: ReadonlyArray<ScheduleRun> }) => {
  const { changes, error, isBusy, more, next } = useChanges(id, runs)
  const [kind, setKind] = useState("all")
  if (runs.length === 0) return <p class="nothing">It has not run yet. Changes are listed from the second run on.</p>
  if (error !== undefined) return <Problem error={error} />
  // Later changes of the feed are of the last run shown, or of runs before it.
  const last = next === null ? 0 : changes.at(-1)?.run ?? 0
  return (
    <>
      <FilterBar
        choices={[{
          label: "Which changes",
          value: kind,
          onChange: setKind,
          options: [["all", "All changes"], ["new", "New pages"], ["changed", "Changed pages"], [
            "removed",
            "Removed pages"
          ]]
        }]}
      />
      <ol class="run-log">
        {runs.filter(({ n }) => n >= last).map((run) => (
          <Run
            key={run.n}
            run={run}
            changes={changes.filter((change) =>
              change.run === run.n && (kind === "all" || change.page.change === kind)
            )}
          />
        ))}
      </ol>
      {next !== null && <SmallButton disabled={isBusy} aria-busy={isBusy} onClick={more}>Show more</SmallButton>}
    </>
  )
}

const Run = ({ changes, run }: { readonly run: ScheduleRun; readonly changes: ReadonlyArray<Change> }) => (
  <li>
    <div class="run-head">
      <h2>Run {run.n}</h2>
      <span class={`chip status ${run.status}`}>{run.status}</span>
      {run.status === "done" && <span>{countsInWords(run)}</span>}
      <span class="faint" title={date(run.started_at)}>
        {ago(run.started_at)}
        {run.finished_at !== null && `, took ${seconds(Math.max(0, run.finished_at - run.started_at))}`}
        {delayOf(run) > 0 && `, made up ${seconds(delayOf(run))} after its time`}
        {run.skipped > 0 && `, ${skippedInWords(run)}`}
      </span>
      {run.status !== "deleted" && (
        <SmallLink href={`#/jobs/${run.job_id}`} aria-label={`Job of run ${run.n}`}>Job</SmallLink>
      )}
    </div>
    {changes.length > 0 && (
      <ul class="run-changes" aria-label={`Changes of run ${run.n}`}>
        {changes.map((change) => (
          <li key={change.page.url}>
            <PageChange change={change} />
          </li>
        ))}
      </ul>
    )}
  </li>
)

/** Changed records that are shown. */
const maxRecords = 20

const PageChange = ({ change: { job_id, page } }: { readonly change: Change }) => {
  const [isOpen, setOpen] = useState(false)
  const { records = [], title = "", url } = page
  const chip = <span class={`chip ${page.change}`}>{page.change}</span>
  const name = title === "" ? null : <strong>{title}</strong>
  if (page.change !== "changed") {
    return (
      <>
        {chip} {name} <OutLink url={url} />
      </>
    )
  }
  return (
    <>
      <details class="page-change" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {chip} {name} <span class={name === null ? "" : "faint"}>{url}</span>{" "}
          <span class="faint">
            {[linesInWords(page), pictureInWords(page)].filter((part) => part !== "").join("; ")}
          </span>
        </summary>
        {isOpen && <Diff job={job_id} url={url} heading="h3" />}
      </details>
      {records.length > 0 && <RecordChanges name={title || url} records={records} />}
    </>
  )
}

const RecordChanges = ({ name, records }: {
  readonly name: string
  readonly records: NonNullable<Change["page"]["records"]>
}) => (
  <>
    <ScrollTable
      label={`Records of ${name}`}
      className="record-changes"
      columns={["Record", "Field", "Before", "After"]}
    >
      {records.slice(0, maxRecords).map(({ after, before, field, name }, index) => (
        <tr key={index}>
          <td>{name}</td>
          <td>{field === "" ? "the whole" : field}</td>
          <td>{before === null ? <span class="faint">none</span> : <del>{String(before)}</del>}</td>
          <td>{after === null ? <span class="faint">none</span> : <ins>{String(after)}</ins>}</td>
        </tr>
      ))}
    </ScrollTable>
    {records.length > maxRecords && <p class="nothing">{plural(records.length - maxRecords, "more change")}</p>}
  </>
)

/** `2 lines added, 1 removed`. Empty if the text has not changed, or the service knows no diff. */
const linesInWords = ({ diff }: Change["page"]): string => {
  if (diff === undefined) return ""
  const count = (mark: string) =>
    diff.split("\n").filter((line) => line.startsWith(mark) && !line.startsWith(mark.repeat(3))).length
  return `${plural(count("+"), "line")} added, ${count("-")} removed`
}

const pictureInWords = ({ picture_change }: Change["page"]): string =>
  picture_change === undefined ? "" : `${(100 * picture_change).toFixed(1)} % of the picture`

/** The feed of changes so far. It is read anew when the runs have changed. */
const useChanges = (id: string, runs: ReadonlyArray<ScheduleRun>) => {
  const [changes, setChanges] = useState<ReadonlyArray<Change>>([])
  const [next, setNext] = useState<string | null>(null)
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const latest = useRef<AbortController>(undefined)
  const read = async (earlier: ReadonlyArray<Change>, after: string | undefined) => {
    latest.current?.abort()
    const { signal } = latest.current = new AbortController()
    setBusy(true)
    try {
      const part = await client.schedules.changes(id, { after, limit: step, details: true, signal })
      if (signal.aborted) return
      setChanges([...earlier, ...part.changes])
      setNext(part.next_cursor)
      setError(undefined)
    } catch (error) {
      if (signal.aborted) return
      setError(error)
    }
    setBusy(false)
  }
  useEffect(() => {
    void read([], undefined)
    return () => latest.current?.abort()
  }, [id, runs])
  return { changes, error, isBusy, next, more: () => void read(changes, next ?? undefined) }
}
