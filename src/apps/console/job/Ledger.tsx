import { useMemo, useState } from "preact/hooks"
import type { LedgerRow } from "../../../contract/client/index.ts"
import { FilterBar, FoundCount } from "../ui/FilterBar.tsx"
import { count, millis } from "../ui/format.ts"
import { type Column, DataTable } from "../ui/lists/DataTable.tsx"
import { why } from "./why.ts"

const outcomes = ["stored", "duplicate", "skipped", "failed"] as const
const changes = ["new", "changed", "same", "removed"] as const

/** Two lines for the URL, one for the reason, in pixels. */
const phoneHeight = 68

/** The ledger as a table to sort and to filter. */
export const Ledger = ({ onOpen, rows, seed }: {
  readonly rows: ReadonlyArray<LedgerRow>
  readonly seed: string
  readonly onOpen: (row: LedgerRow) => void
}) => {
  const [words, setWords] = useState("")
  const [outcome, setOutcome] = useState("")
  const [reason, setReason] = useState("")
  const [change, setChange] = useState("")
  const isCompared = rows.some((row) => row.change !== undefined)
  const found = useMemo(() => {
    const wanted = words.trim().toLowerCase()
    return rows.filter((row) =>
      (outcome === "" || row.outcome === outcome) &&
      (reason === "" || why(row) === reason) &&
      (change === "" || row.change === change) &&
      (wanted === "" || row.url.toLowerCase().includes(wanted) || row.found_on.toLowerCase().includes(wanted))
    )
  }, [rows, words, outcome, reason, change])
  const reasons = useMemo(() => reasonsIn(rows), [rows])
  const columns = useMemo(() => columnsFor(onOpen, seed, isCompared), [onOpen, seed, isCompared])

  return (
    <>
      <FilterBar
        label="Filter by URL"
        placeholder="Filter by URL or by the page it was found on"
        words={words}
        onWords={setWords}
        choices={[
          {
            label: "Outcome",
            value: outcome,
            onChange: setOutcome,
            options: [["", "Every outcome"], ...same(outcomes)]
          },
          {
            label: "Why",
            value: reason,
            onChange: setReason,
            options: [
              ["", "Every reason"],
              ...reasons.map(([name, times]) => [name, `${name} (${count(times)})`] as const)
            ]
          },
          ...(isCompared
            ? [
              {
                label: "Change",
                value: change,
                onChange: setChange,
                options: [["", "Every change"], ...same(changes)]
              } as const
            ]
            : [])
        ]}
      />
      <FoundCount found={found.length} all={rows.length} one="URL" />
      {found.length === 0
        ? <p class="nothing">{rows.length === 0 ? "No page has ended yet." : "No URL matches the filters."}</p>
        : <DataTable label="Ledger" columns={columns} rows={found} phoneHeight={phoneHeight} />}
    </>
  )
}

/** Options whose labels equal their values. */
const same = (names: ReadonlyArray<string>) => names.map((name) => [name, name] as const)

/** Reasons for missing pages, the most frequent first. */
const reasonsIn = (rows: ReadonlyArray<LedgerRow>): ReadonlyArray<readonly [string, number]> => {
  const times = new Map<string, number>()
  for (const row of rows) {
    const reason = why(row)
    if (reason !== "") times.set(reason, (times.get(reason) ?? 0) + 1)
  }
  return [...times].sort(([, one], [, other]) => other - one)
}

const columnsFor = (
  onOpen: (row: LedgerRow) => void,
  seed: string,
  isCompared: boolean
): ReadonlyArray<Column<LedgerRow>> => {
  const { origin } = new URL(seed)
  const short = (url: string) => url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  return [
    {
      id: "url",
      label: "URL",
      className: "wide",
      value: ({ url }) => url,
      cell: (row) => (
        <>
          <button type="button" class="link" title={row.url} onClick={() => onOpen(row)}>{short(row.url)}</button>
          <small class="why-below">{why(row)}</small>
        </>
      )
    },
    {
      id: "outcome",
      label: "Outcome",
      className: "outcome",
      value: ({ outcome }) => outcomes.indexOf(outcome),
      cell: ({ outcome }) => <span class={`chip ${outcome}`}>{outcome}</span>
    },
    ...(isCompared
      ? [{
        id: "change",
        label: "Change",
        value: ({ change }: LedgerRow) => change ?? "",
        cell: ({ change }: LedgerRow) => <span class={`chip ${change}`}>{change}</span>
      }]
      : []),
    {
      id: "why",
      label: "Why",
      className: "reason on-wide",
      value: why,
      cell: (row) => <span title={why(row)}>{why(row)}</span>
    },
    {
      id: "status",
      label: "Status",
      className: "number on-wide",
      value: ({ status }) => status,
      cell: ({ status }) => status === 0 ? <span class="faint">none</span> : status
    },
    {
      id: "depth",
      label: "Depth",
      className: "number on-wide",
      value: ({ depth }) => depth,
      cell: ({ depth }) => depth
    },
    {
      id: "time",
      label: "Time",
      className: "number on-wide",
      value: ({ elapsed_ms }) => elapsed_ms,
      cell: ({ elapsed_ms }) => millis(elapsed_ms)
    }
  ]
}
