import type { ScheduleRun } from "../../../contract/client/index.ts"
import { count, date, plural, seconds } from "../ui/format.ts"

type RunLook = "running" | "changed" | "same" | "first" | "failed" | "cancelled" | "deleted"

/** Outcome of a run, for its colour and its sign. */
export const lookOf = (run: ScheduleRun): RunLook => {
  if (run.status !== "done") return run.status
  if (run.changes === null) return "first"
  return changesIn(run) > 0 ? "changed" : "same"
}

/** Number of pages that are new, changed or removed. */
export const changesIn = ({ changes }: ScheduleRun): number =>
  changes === null ? 0 : changes.new + changes.changed + changes.removed

/** `2 new, 1 changed`. */
export const countsInWords = (run: ScheduleRun): string => {
  const { changes, status } = run
  if (status !== "done") return status
  if (changes === null) return "compared with nothing"
  const named = (["new", "changed", "removed"] as const).filter((kind) => changes[kind] > 0)
  const words = named.map((kind) => `${count(changes[kind])} ${kind}`)
  return words.length === 0 ? `no changes in ${plural(changes.same, "page")}` : words.join(", ")
}

/** A run that starts later than this, in seconds, was made up: the service was down, or had no free slot. */
const maxDelay = 60

/** Seconds that a run started after its time; 0 if it was on time. */
export const delayOf = ({ scheduled_at, started_at }: ScheduleRun): number =>
  started_at - scheduled_at > maxDelay ? started_at - scheduled_at : 0

export const skippedInWords = ({ skipped }: ScheduleRun): string =>
  `${plural(skipped, "time")} skipped, because this run was running`

/** The whole of a run, as one text. */
export const runInWords = (run: ScheduleRun): string =>
  [
    `Run ${run.n}, ${date(run.started_at)}: ${countsInWords(run)}`,
    ...(delayOf(run) > 0 ? [`made up ${seconds(delayOf(run))} after its time`] : []),
    ...(run.skipped > 0 ? [skippedInWords(run)] : [])
  ].join("; ")
