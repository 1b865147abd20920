import { Clock, Effect, Option } from "effect"
import type { JobStats } from "../../../core/domain/job/Job.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { monotonicNow } from "../../../core/kernel/RequestContext.ts"
import { Quiet } from "./verbosity.ts"

/** Progress of a job. */
interface Reached {
  readonly stats: JobStats
  /** Maximum pages of the job. */
  readonly budget: number
  /** Milliseconds since the start. */
  readonly elapsed: number
}

/** A progress bar with pages per second and the remaining time, no wider than the terminal. */
export const progressLine = ({ budget, elapsed, stats }: Reached, columns: number, unit = "page"): string => {
  const { duplicates, failed, pending, skipped, stored } = stats
  const done = stored + duplicates + skipped + failed
  // Number of pages known so far, within the budget.
  const all = Math.max(done, Math.min(budget, done + pending))
  const rate = elapsed > 0 ? done / elapsed * 1000 : 0
  const left = rate > 0 && all > done ? `, about ${duration((all - done) / rate)} left` : ""
  const share = all === 0 ? 0 : done / all
  const filled = Math.round(share * barWidth)
  const bar = `${"█".repeat(filled)}${"░".repeat(barWidth - filled)}`
  const bad = failed + skipped === 0 ? "" : `, ${failed} failed, ${skipped} skipped`
  return `${bar} ${done}/${counted(all, unit)}${bad}, ${rate.toFixed(1)} ${unit}s/s${left}`.slice(
    0,
    Math.max(0, columns - 1)
  )
}

const barWidth = 20

/** Formats a duration: 8 s, 3 min, 2 h. */
export const duration = (seconds: number): string => {
  if (seconds < 100) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

export interface Progress {
  readonly show: (stats: JobStats) => Effect.Effect<void>
  readonly clear: Effect.Effect<void>
}

/**
 * One line on stderr that overwrites itself. Shown on a terminal, unless the output goes to the terminal too, or with
 * --quiet.
 */
export const progressOf = Effect.fnUntraced(function*(budget: number, out: Option.Option<string>, unit = "page") {
  const isShown = process.stderr.isTTY && (Option.isSome(out) || !process.stdout.isTTY) && !(yield* Quiet)
  const clock = yield* Clock.Clock
  const now = () => monotonicNow(clock)
  const begun = now()
  const write = (line: string) =>
    Effect.sync(() => {
      if (isShown) process.stderr.write(`\r${line}${eraseRest}`)
    })
  const progress: Progress = {
    show: (stats) =>
      Effect.suspend(() =>
        write(progressLine({ stats, budget, elapsed: now() - begun }, process.stderr.columns || defaultColumns, unit))
      ),
    clear: write("")
  }
  return progress
})

const defaultColumns = 80

/** ECMA-48, "erase in line". */
const eraseRest = "\u001B[K"
