import { Effect, Schema } from "effect"
import { isOn } from "../../../../contract/api/fields.ts"
import { ChangesCursor, rows } from "../../../../contract/api/Paging.ts"
import type { ScheduleId } from "../../../../core/domain/schedule/Schedule.ts"
import { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import type { ChangePlace } from "../../../../crawling/schedules/changes.ts"
import { Schedules } from "../../../../crawling/schedules/Schedules.ts"
import { Extractor } from "../../../../extract/Extractor.ts"
import { atomFeed, atomType } from "../../feeds/atom-feed.ts"
import { changeEntry, detailedChanges } from "../../feeds/changes-feed.ts"
import { recordEntries } from "../../feeds/records-feed.ts"
import { acceptedType } from "../../http/accepted-type.ts"
import { overStore } from "../../problems/store-problems.ts"
import { changesList } from "../list-answers.ts"
import { found } from "./found-schedule.ts"
import { callerOrigin } from "./schedule-notify.ts"

interface ChangesQuery {
  readonly after?: ChangePlace
  readonly details?: string
  readonly format?: keyof typeof typeOf
  readonly limit?: number
}

/** The changes and the records of a schedule, as JSON or as Atom feeds. */
export const scheduleFeeds = Effect.gen(function*() {
  const schedules = yield* Schedules
  const store = yield* JobStore
  const extractor = yield* Extractor

  const changes = Effect.fnUntraced(function*(
    owner: string,
    id: ScheduleId,
    { after, details, format, limit = rows("changes") }: ChangesQuery
  ) {
    const type = format === undefined ? yield* acceptedType("changes come as", types) : typeOf[format]
    const { changes: listed, name, next } = yield* found(schedules.changes(owner, id, after, limit))
    const end = { next_cursor: next ?? null, has_more: next !== undefined }
    if (type === "application/json" && !isOn(details)) return yield* changesList(listed, end)
    const comparing = { store, extractor, owner, priority: "interactive" as const }
    const detailed = yield* overStore(
      detailedChanges(comparing, yield* found(schedules.runs(owner, id)), listed)
    )
    if (type === "application/json") return yield* changesList(detailed, end)
    const at = `${yield* callerOrigin}/v1/schedules/${id}/changes?format=atom`
    return atomFeed({
      id: `urn:gleaner:schedule:${id}`,
      title: name,
      updated: listed[0]?.at ?? 0,
      self: `${at}${after === undefined ? "" : `&after=${encodeCursor(after)}`}&limit=${limit}`,
      next: next && `${at}&after=${encodeCursor(next)}&limit=${limit}`,
      entries: detailed.map((change) => changeEntry(id, change))
    })
  })

  /** The records of the last run that is done. */
  const records = Effect.fnUntraced(function*(owner: string, id: ScheduleId) {
    const { name } = yield* found(schedules.get(owner, id))
    const run = (yield* found(schedules.runs(owner, id))).find(({ status }) => status === "done")
    const entries = run === undefined ? [] : yield* overStore(recordEntries(store, id, run.job_id))
    return atomFeed({
      id: `urn:gleaner:schedule:${id}:records`,
      title: name,
      updated: run?.finished_at ?? 0,
      self: `${yield* callerOrigin}/v1/schedules/${id}/feed?of=records`,
      entries
    })
  })

  return { changes, records }
})

const types = ["application/json", atomType] as const
const typeOf = { json: "application/json", atom: atomType } as const

const encodeCursor = Schema.encodeSync(ChangesCursor)
