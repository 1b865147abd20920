import { GleanerError, type Schedule } from "../../../contract/client/index.ts"
import { OptionList } from "../job/JobOptions.tsx"
import { go } from "../route.ts"
import { client } from "../session.ts"
import { Fact } from "../ui/Fact.tsx"
import { date, plural } from "../ui/format.ts"
import { Gone } from "../ui/Gone.tsx"
import { usePolled } from "../ui/hooks/use-polled.ts"
import { Problem } from "../ui/Problem.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { View } from "../ui/View.tsx"
import { FeedAddress } from "./FeedAddress.tsx"
import { History } from "./History.tsx"
import { NextRun } from "./NextRun.tsx"
import { RunLog } from "./RunLog.tsx"
import { ScheduleActions } from "./ScheduleActions.tsx"
import { JobLine, StateChips, useRuns } from "./ScheduleCard.tsx"
import { timesWithZone } from "./times-in-words.ts"
import { ValuesTab } from "./values/ValuesTab.tsx"

/** Milliseconds. */
const pollInterval = 3000

/** A schedule with its history and the pages that have changed. */
export const ScheduleView = ({ id }: { readonly id: string }) => {
  const { error, refresh, value } = usePolled((signal) => client.schedules.get(id, { signal }), pollInterval, id)
  if (error instanceof GleanerError && error.code === "schedule_not_found") return <Gone kind="schedule" />
  return (
    <View
      title={value?.name ?? "Schedule"}
      lead={value === undefined ? "Loading the schedule" : (
        <>
          <StateChips schedule={value} /> <JobLine schedule={value} />
        </>
      )}
      actions={value !== undefined && (
        <ScheduleActions
          schedule={value}
          onChange={refresh}
          onDelete={() => go("schedules")}
        />
      )}
    >
      {value === undefined && error !== undefined && <Problem error={error} />}
      {value !== undefined && <Body schedule={value} />}
    </View>
  )
}

const Body = ({ schedule }: { readonly schedule: Schedule }) => {
  const { error, runs } = useRuns(schedule)
  const { created_at, id, job, keep, name } = schedule
  return (
    <>
      <section class="card" aria-label="Times and history">
        <dl class="facts">
          <Fact name="Times" value={timesWithZone(schedule)} />
          <Fact name="Next run" value={<NextRun schedule={schedule} />} />
          <Fact name="Kept" value={`the newest ${plural(keep, "run")}`} />
          <Fact name="Created" value={date(created_at)} />
        </dl>
        {runs !== undefined && runs.length > 0 && <History name={name} runs={runs} />}
      </section>
      {error !== undefined && <Problem error={error} />}
      <Tabs
        label="Parts of the schedule"
        tabs={[
          {
            id: "changes",
            label: "What changed",
            content: () => runs === undefined ? null : <RunLog id={id} runs={runs} />
          },
          { id: "values", label: "Values", content: () => runs === undefined ? null : <ValuesTab runs={runs} /> },
          { id: "feed", label: "Feed", content: () => <FeedAddress id={id} /> },
          { id: "options", label: "Options", content: () => <OptionList job={job} id={id} /> }
        ]}
      />
    </>
  )
}
