import type { ProfileState } from "../../profiles/ProfileStore.ts"
import type { ScheduleState } from "../../schedules/ScheduleStore.ts"
import type { WrapperState } from "../../wrappers/WrapperStore.ts"

// Whether the state in a row is as it was written. The thread of SQLite loads this file, so it imports nothing.

export const isProfileState = (state: Partial<ProfileState> | undefined): boolean =>
  typeof state?.name === "string" && typeof state.sealed === "string" && Array.isArray(state.origins)

export const isScheduleState = (state: Partial<ScheduleState> | undefined): boolean =>
  Array.isArray(state?.runs) && typeof state.timezone === "string" && typeof state.job?.url === "string"

export const isWrapperState = (state: Partial<WrapperState> | undefined): boolean =>
  typeof state?.host === "string" && typeof state.digest === "string" && Array.isArray(state.fields)
  && Array.isArray(state.sources?.examples)
