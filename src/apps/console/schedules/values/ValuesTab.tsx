import { useEffect, useState } from "preact/hooks"
import type { ScheduleRun } from "../../../../contract/client/index.ts"
import { client } from "../../session.ts"
import { count, date, dateIn } from "../../ui/format.ts"
import { ChoiceField } from "../../ui/labelled-fields.tsx"
import { LineChart } from "../../ui/LineChart.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { ScrollTable } from "../../ui/ScrollTable.tsx"
import { recordHistories, type RecordHistory, type RunValue } from "./run-values.ts"

/** Newest runs that are read, and records of each. */
const maxRuns = 30
const maxRecords = 500

/** A number of a record, such as a price, over the runs. */
export const ValuesTab = ({ runs }: { readonly runs: ReadonlyArray<ScheduleRun> }) => {
  const { error, histories } = useHistories(runs)
  const [chosen, choose] = useState("")
  const [field, setField] = useState("")
  if (error !== undefined) return <Problem error={error} />
  if (histories === undefined) return <p class="working" aria-busy="true">Reading the records</p>
  const history = histories.find(({ key }) => key === chosen) ?? histories[0]
  if (history === undefined) return <p class="nothing">No page has a record with a number, such as a price.</p>
  const fields = [...history.fields.keys()]
  const shown = history.fields.has(field) ? field : fields[0] ?? ""
  return (
    <>
      <div class="value-choice">
        <ChoiceField
          label="Record"
          value={history.key}
          options={histories.map(({ key, name }) => [key, name])}
          onChange={choose}
        />
        <ChoiceField label="Field" value={shown} options={fields.map((name) => [name, name])} onChange={setField} />
      </div>
      <Values name={`${shown} of ${history.name}`} values={history.fields.get(shown) ?? []} />
    </>
  )
}

const Values = ({ name, values }: { readonly name: string; readonly values: ReadonlyArray<RunValue> }) => (
  <>
    <LineChart
      label={`${name}: ${values.map(({ value }) => count(value)).join(", ")}`}
      height={180}
      withPoints
      formatX={(at) => dateIn(at)}
      lines={[{ name: "value", points: values.map(({ run, value }) => [run.started_at, value] as const) }]}
    />
    <ScrollTable label={name} columns={["Run", "Time", ["Value", "number"]]}>
      {values.toReversed().map(({ run, value }) => (
        <tr key={run.n}>
          <td>
            <a href={`#/jobs/${run.job_id}`}>Run {run.n}</a>
          </td>
          <td>{date(run.started_at)}</td>
          <td class="number">{count(value)}</td>
        </tr>
      ))}
    </ScrollTable>
  </>
)

/** The records of the newest completed runs. They are read again when another run is completed. */
const useHistories = (runs: ReadonlyArray<ScheduleRun>) => {
  const [histories, setHistories] = useState<ReadonlyArray<RecordHistory>>()
  const [error, setError] = useState<unknown>()
  const done = runs.filter(({ status }) => status === "done").slice(0, maxRuns)
  useEffect(() => {
    const controller = new AbortController()
    void historiesOf(done.toReversed(), controller.signal).then(setHistories, (error: unknown) => {
      if (!controller.signal.aborted) setError(error)
    })
    return () => controller.abort()
  }, [done.map(({ n }) => n).join()])
  return { error, histories }
}

const historiesOf = async (runs: ReadonlyArray<ScheduleRun>, signal: AbortSignal) => {
  const read: Array<Parameters<typeof recordHistories>[0][number]> = []
  // One after the other: each reads all documents of its job.
  for (const run of runs) {
    const { records } = await client.jobs.records(run.job_id, { limit: maxRecords, signal })
    read.push({ run, records })
  }
  return recordHistories(read)
}
