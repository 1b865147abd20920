import type { Schedule } from "../../../contract/client/index.ts"
import { ago, dateIn } from "../ui/format.ts"
import { useTick } from "../ui/hooks/use-tick.ts"

/** Time of the next run: relative, in the time zone of the schedule, and in that of the browser if it differs. */
export const NextRun = ({ schedule }: { readonly schedule: Schedule }) => {
  useTick(1000)
  const { next_run_at, paused, timezone } = schedule
  if (next_run_at === null) return <>{paused ? "none while it is paused" : "none: the pattern has no further time"}</>
  if (next_run_at <= Date.now() / 1000) return <>due now</>
  const here = dateIn(next_run_at)
  const zone = schedule.cron === null || !isKnown(timezone) ? undefined : timezone
  const there = dateIn(next_run_at, zone)
  return (
    <>
      {ago(next_run_at)}, <time dateTime={new Date(next_run_at * 1000).toISOString()}>{there}</time>
      {there !== here && <span class="faint">{` (${here} here)`}</span>}
    </>
  )
}

/** The browser may have an older list of time zones than the service. */
const isKnown = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}
