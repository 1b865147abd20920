import { Clock, Effect, Option } from "effect"
import { doneOf, foundOf, growthOf } from "../../../contract/client/job/frontier-growth.ts"
import { type JobStats, noStats } from "../../../core/domain/job/Job.ts"
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
  /** Whether the number of pages is known: a list, or a crawl that finds no further ones. */
  readonly isEndKnown: boolean
  /** Milliseconds since the last page ended. */
  readonly silence?: number
}

/**
 * The pages so far and pages per second, no wider than the terminal. A bar and the remaining time only if the end is
 * known: a crawl that finds more pages than it fetches would promise another end each second.
 */
export const progressLine = (reached: Reached, columns: number, unit = "page"): string => {
  const { budget, elapsed, isEndKnown, silence = 0, stats } = reached
  const done = doneOf(stats)
  // Number of pages known so far, within the budget.
  const all = foundOf(stats, budget)
  const rate = elapsed > 0 ? done / elapsed * 1000 : 0
  const bad = stats.failed + stats.skipped === 0 ? "" : `, ${stats.failed} failed, ${stats.skipped} skipped`
  const waiting = silence < silentMillis ? "" : `, waiting for ${duration(silence / 1000)}`
  const speed = `${bad}, ${rate.toFixed(1)} ${unit}s/s`
  const left = rate > 0 && all > done ? `, about ${duration((all - done) / rate)} left` : ""
  const line = isEndKnown
    ? `${barOf(done, all)} ${done}/${counted(all, unit)}${speed}${left}${waiting}`
    : `${counted(done, unit)} done, ${all} found so far, at most ${budget}${speed}${waiting}`
  return line.slice(0, Math.max(0, columns - 1))
}

const barOf = (done: number, all: number): string => {
  const filled = Math.round((all === 0 ? 0 : done / all) * barWidth)
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)}`
}

const barWidth = 20
/** A page usually takes less. */
const silentMillis = 3000

/** Formats a duration: 8 s, 3 min, 2 h. */
export const duration = (seconds: number): string => {
  if (seconds < 100) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

export interface Progress {
  readonly show: (stats: JobStats) => Effect.Effect<void>
  readonly clear: Effect.Effect<void>
}

interface Expected {
  /** Maximum pages, or all of them. */
  readonly budget: number
  readonly out: Option.Option<string>
  readonly unit?: string
  /** False for a crawl. */
  readonly isEndKnown?: boolean
}

/**
 * One line on stderr that overwrites itself, also while nothing ends. Shown on a terminal, unless the output goes to the
 * terminal too, or with --quiet.
 */
export const progressOf = Effect.fnUntraced(function*({ budget, isEndKnown = true, out, unit }: Expected) {
  const isShown = process.stderr.isTTY && (Option.isSome(out) || !process.stdout.isTTY) && !(yield* Quiet)
  const clock = yield* Clock.Clock
  const now = () => monotonicNow(clock)
  const begun = now()
  const growth = growthOf(budget)
  let last = { stats: { ...noStats, pending: isEndKnown ? budget : 0 }, at: begun }
  const write = (line: string) =>
    Effect.sync(() => {
      if (isShown) process.stderr.write(`\r${line}${eraseRest}`)
    })
  const draw = Effect.suspend(() => {
    const reached = {
      stats: last.stats,
      budget,
      elapsed: now() - begun,
      isEndKnown: isEndKnown || growth.hasEnded(last.stats),
      silence: now() - last.at
    }
    return write(progressLine(reached, process.stderr.columns || defaultColumns, unit))
  })
  // A slow page changes nothing for a minute, and is still no reason to press Ctrl-C.
  const isSilent = Effect.sync(() => now() - last.at >= silentMillis)
  if (isShown) yield* Effect.forkScoped(Effect.forever(Effect.delay(Effect.when(draw, isSilent), "1 second")))
  const progress: Progress = {
    show: (stats) =>
      Effect.suspend(() => {
        if (doneOf(stats) > doneOf(last.stats)) last = { stats, at: now() }
        else last = { ...last, stats }
        return draw
      }),
    clear: write("")
  }
  return progress
})

const defaultColumns = 80

/** ECMA-48, "erase in line". */
const eraseRest = "\u001B[K"
