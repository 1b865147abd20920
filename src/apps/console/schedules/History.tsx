import { useRef, useState } from "preact/hooks"
import type { ScheduleRun } from "../../../contract/client/index.ts"
import { count } from "../ui/format.ts"
import { changesIn, delayOf, lookOf, runInWords, skippedInWords } from "./run-words.ts"

/**
 * Runs as a row of cells, the newest last, each linked to its job. The row is one stop of the tab key; arrow keys move
 * within it.
 */
export const History = ({ name, runs }: { readonly name: string; readonly runs: ReadonlyArray<ScheduleRun> }) => {
  const strip = useRef<HTMLUListElement>(null)
  const shown = runs.toReversed()
  const [focused, setFocused] = useState<number>()
  const current = shown.some(({ n }) => n === focused) ? focused : shown.at(-1)?.n

  const move = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ n }) => n === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key]
    const next = to === undefined ? undefined : shown[Math.max(0, Math.min(shown.length - 1, to))]
    if (next === undefined) return
    event.preventDefault()
    setFocused(next.n)
    strip.current?.querySelector<HTMLElement>(`[data-run="${next.n}"]`)?.focus()
  }

  return (
    <ul class="strip" aria-label={`Runs of ${name}, oldest first`} ref={strip} onKeyDown={move}>
      {shown.map((run) => (
        <li key={run.n}>
          <Cell run={run} tabIndex={run.n === current ? 0 : -1} />
          {run.skipped > 0 && (
            <span class="cell skipped" role="img" aria-label={skippedInWords(run)} title={skippedInWords(run)}>
              {short(run.skipped)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const Cell = ({ run, tabIndex }: { readonly run: ScheduleRun; readonly tabIndex: number }) => {
  const look = lookOf(run)
  const words = runInWords(run)
  const described = { "aria-label": words, title: words, tabIndex, "data-run": run.n } as const
  const className = `cell ${look}${delayOf(run) > 0 ? " late" : ""}`
  const sign = look === "changed" ? short(changesIn(run)) : signs[look]
  return look === "deleted"
    ? <span role="img" class={className} {...described}>{sign}</span>
    : <a href={`#/jobs/${run.job_id}`} class={className} {...described}>{sign}</a>
}

const signs = { running: "…", same: "0", first: "✓", failed: "!", cancelled: "–", deleted: "×" } as const

const short = (value: number): string => value > 99 ? "99+" : count(value)

/** Explains the cells. */
export const HistoryLegend = () => (
  <ul class="legend strip-legend" aria-label="Signs of the runs">
    {legend.map(([look, sign, label]) => (
      <li key={look}>
        <span class={`cell ${look}`} aria-hidden="true">{sign}</span> {label}
      </li>
    ))}
  </ul>
)

const legend = [
  ["changed", "3", "pages changed"],
  ["same", "0", "no changes"],
  ["first", "✓", "done, not compared"],
  ["failed", "!", "failed"],
  ["cancelled", "–", "cancelled"],
  ["deleted", "×", "its job was deleted"],
  ["running", "…", "running"],
  ["skipped", "2", "skipped: previous run still going"],
  ["same late", "0", "ran late (service was down)"]
] as const
