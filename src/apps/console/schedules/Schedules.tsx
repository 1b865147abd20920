import { NewScheduleView } from "./NewScheduleView.tsx"
import { SchedulesView } from "./SchedulesView.tsx"
import { ScheduleView } from "./ScheduleView.tsx"

/** The views of schedules, which are loaded when one of them is opened. */
export const Schedules = ({ id }: { readonly id: string }) =>
  id === "" ? <SchedulesView /> : id === "new" ? <NewScheduleView /> : <ScheduleView key={id} id={id} />
