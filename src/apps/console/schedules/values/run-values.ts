import type { JobRecords, ScheduleRun } from "../../../../contract/client/index.ts"

type JobRecord = JobRecords["records"][number]

/** A number of a record in one run. */
export interface RunValue {
  readonly run: ScheduleRun
  readonly value: number
}

/** A record that has numbers, over the runs of a schedule. */
export interface RecordHistory {
  /** Distinct among the records. */
  readonly key: string
  readonly name: string
  /** The values of each field, oldest first. */
  readonly fields: ReadonlyMap<string, ReadonlyArray<RunValue>>
}

/** The numbers of records, by record and field. `runs`: oldest first. A record is the same if its URL, else its name, is. */
export const recordHistories = (
  runs: ReadonlyArray<{ readonly run: ScheduleRun; readonly records: ReadonlyArray<JobRecord> }>
): ReadonlyArray<RecordHistory> => {
  const histories = new Map<string, RecordHistory & { readonly fields: Map<string, Array<RunValue>> }>()
  for (const { records, run } of runs) {
    for (const record of records) {
      const key = record.url || `${record.page_url} ${record.name}`
      const numbers = numbersOf(record)
      if (numbers.length === 0) continue
      const history = histories.get(key) ?? { key, name: record.name || key, fields: new Map() }
      histories.set(key, history)
      for (const [field, value] of numbers) {
        const values = history.fields.get(field) ?? []
        // A page may have a record twice, from two sources.
        if (values.at(-1)?.run !== run) values.push({ run, value })
        history.fields.set(field, values)
      }
    }
  }
  return [...histories.values()].sort((one, other) => one.name.localeCompare(other.name))
}

const numbersOf = (record: JobRecord): ReadonlyArray<readonly [field: string, value: number]> => [
  ...(typeof record.price === "number" ? [["price", record.price] as const] : []),
  ...Object.entries(record.fields).flatMap(([field, value]) => {
    const number = numberOf(value)
    return number === undefined || field === "price" ? [] : [[field, number] as const]
  })
]

/** Dates and telephone numbers are none. */
const numberOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return value
  return typeof value === "string" && /^-?\d{1,12}(?:\.\d+)?$/.test(value) ? Number(value) : undefined
}
