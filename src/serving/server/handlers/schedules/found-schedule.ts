import { ScheduleNotFound } from "../../../../contract/api/Problems.ts"
import { ScheduleId } from "../../../../core/domain/schedule/Schedule.ts"
import { rowsOfKey } from "../../problems/store-problems.ts"

export const { found, idIn } = rowsOfKey(
  ScheduleId.make,
  new ScheduleNotFound({
    detail: "This key has no schedule with that id. It may have been deleted; in memory, a restart loses schedules."
  })
)
