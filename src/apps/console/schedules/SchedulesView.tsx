import { useState } from "preact/hooks"
import { client } from "../session.ts"
import { count } from "../ui/format.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { View } from "../ui/View.tsx"
import { HistoryLegend } from "./History.tsx"
import { ScheduleCard } from "./ScheduleCard.tsx"

/** Milliseconds. */
const pollInterval = 5000
/** Schedules of one page: the history of each is one more request. */
const step = 20
const maxSchedules = 100

/** Schedules of the key, oldest first. */
export const SchedulesView = () => {
  const [limit, setLimit] = useState(step)
  const { error, refresh, value } = usePolled(
    (signal) => client.schedules.list({ limit, signal }),
    pollInterval,
    String(limit)
  )
  return (
    <View
      title="Schedules"
      lead="Crawls and batches that run by themselves, each compared with the run before."
      actions={<a role="button" class="small" href="#/schedules/new">New schedule</a>}
    >
      {value === undefined && error !== undefined && <Problem error={error} />}
      {value?.schedules.length === 0 && (
        <section class="empty">
          <h2>No schedules</h2>
          <p>
            A schedule crawls a site or reads a list of pages at its times, and lists the pages that are new, changed or
            removed: here, as a feed, or in a webhook.
          </p>
          <p>
            <a role="button" href="#/schedules/new">Create a schedule</a>
          </p>
        </section>
      )}
      {value !== undefined && value.schedules.length > 0 && (
        <>
          <ul class="jobs">
            {value.schedules.map((schedule) => (
              <ScheduleCard key={schedule.id} schedule={schedule} onChange={refresh} />
            ))}
          </ul>
          {value.has_more && limit < maxSchedules && (
            <SmallButton
              onClick={() =>
                setLimit(Math.min(maxSchedules, limit + step))}
            >
              Show more of {count(value.total)}
            </SmallButton>
          )}
          <HistoryLegend />
        </>
      )}
    </View>
  )
}
