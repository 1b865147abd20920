import { Effect, Option, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../../contract/api/Api.ts"
import { Caller } from "../../../../contract/api/Caller.ts"
import { isOn } from "../../../../contract/api/fields.ts"
import { ChangesCursor, rows } from "../../../../contract/api/Paging.ts"
import { ScheduleNotFound, ScheduleRunningProblem, TooManySchedulesProblem } from "../../../../contract/api/Problems.ts"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import { ScheduleId } from "../../../../core/domain/schedule/Schedule.ts"
import { jobIdPattern } from "../../../../core/domain/schema/job-id-pattern.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import { Schedules } from "../../../../crawling/schedules/Schedules.ts"
import type { SchedulePlan } from "../../../../crawling/schedules/ScheduleStore.ts"
import { WebhookClient } from "../../../../crawling/webhooks/WebhookClient.ts"
import { Extractor } from "../../../../extract/Extractor.ts"
import { atomFeed, atomType } from "../../feeds/atom-feed.ts"
import { changeEntry, detailedChanges } from "../../feeds/changes-feed.ts"
import { recordEntries } from "../../feeds/records-feed.ts"
import { acceptedType } from "../../http/accepted-type.ts"
import { answerFields } from "../../http/answer-fields.ts"
import { refuseJob } from "../../limits/Admission.ts"
import { noCapacity } from "../../problems/crawl-problems.ts"
import { overStore } from "../../problems/store-problems.ts"
import { changesList } from "../list-answers.ts"
import { profileUse } from "../profiles/use-profile.ts"
import { receiverCheck } from "../start-jobs.ts"
import { wrapperRules } from "../wrappers/wrapper-rules.ts"
import { callerOrigin, receiversCheck } from "./schedule-notify.ts"
import { newPlan, patchedPlan } from "./schedule-plan.ts"

export const schedulesHandlers = HttpApiBuilder.group(
  Api,
  "schedules",
  Effect.fn(function*(handlers) {
    const schedules = yield* Schedules
    const settings = yield* Settings
    const store = yield* JobStore
    const extractor = yield* Extractor
    const checkWebhook = receiverCheck(yield* WebhookClient)
    const checkReceivers = receiversCheck(yield* WebhookClient)
    const wrappers = yield* wrapperRules
    const profiles = yield* profileUse
    const withSchema = Effect.fnUntraced(function*(owner: string, plan: SchedulePlan) {
      yield* profiles.check(owner, plan.job.options, "/job")
      const options = yield* wrappers.ofJob(owner, plan.job.options, "/job")
      return { ...plan, job: { ...plan.job, options } } satisfies SchedulePlan
    })

    return handlers.handleAll({
      createSchedule: Effect.fn(function*({ payload }) {
        const plan = yield* withSchema(
          (yield* Caller).name,
          yield* newPlan(payload, { ...settings, origin: yield* callerOrigin })
        )
        yield* checkWebhook(plan)
        yield* checkReceivers(payload.notify)
        const schedule = yield* schedules.create((yield* Caller).name, plan).pipe(
          Effect.catchTag("TooManySchedules", ({ limit }) =>
            Effect.fail(
              new TooManySchedulesProblem({
                detail: `This key has ${limit} schedules, which is its limit; delete one that is not needed.`
              })
            )),
          overStore
        )
        yield* answerFields({ location: `/v1/schedules/${schedule.id}` })
        return schedule
      }),
      schedules: Effect.fn(function*({ query: { limit = rows("schedules"), ...range } }) {
        const { items, more, next, total } = yield* overStore(
          schedules.list((yield* Caller).name, { ...range, limit })
        )
        return { schedules: items, next_cursor: more ? next : null, has_more: more, total }
      }),
      schedule: Effect.fn(function*({ params }) {
        return yield* found(schedules.get((yield* Caller).name, yield* idIn(params)))
      }),
      changeSchedule: Effect.fn(function*({ params, payload }) {
        const { name: owner } = yield* Caller
        yield* checkWebhook(
          payload.webhook === undefined || payload.webhook === null ? {} : { webhook: payload.webhook }
        )
        yield* checkReceivers(payload.notify ?? undefined)
        const origin = yield* callerOrigin
        return yield* found(
          schedules.change(
            owner,
            yield* idIn(params),
            (plan) =>
              Effect.flatMap(
                patchedPlan(plan, payload, { ...settings, origin }),
                // The wrapper of a schedule may be gone.
                (patched) => payload.job === undefined ? Effect.succeed(patched) : withSchema(owner, patched)
              )
          )
        )
      }),
      deleteSchedule: Effect.fn(function*({ params, query: { cancel } }) {
        return yield* found(schedules.delete((yield* Caller).name, yield* idIn(params), isOn(cancel)))
      }),
      runSchedule: Effect.fn(function*({ params }) {
        return yield* found(schedules.run((yield* Caller).name, yield* idIn(params))).pipe(
          Effect.catchTags({
            ScheduleRunning: () =>
              Effect.fail(
                new ScheduleRunningProblem({
                  detail: "The last run of this schedule has not ended; wait for its job, or cancel it."
                })
              ),
            StoreFull: () => refuseJob,
            TooManyCrawls: noCapacity,
            ShuttingDown: noCapacity
          })
        )
      }),
      scheduleRuns: Effect.fn(function*({ params }) {
        return { runs: yield* found(schedules.runs((yield* Caller).name, yield* idIn(params))) }
      }),
      scheduleChanges: Effect.fn(function*({ params, query: { after, details, format, limit = rows("changes") } }) {
        const id = yield* idIn(params)
        const type = format === undefined ? yield* acceptedType("changes come as", types) : typeOf[format]
        const { name: owner } = yield* Caller
        const { changes, name, next } = yield* found(schedules.changes(owner, id, after, limit))
        const ends = { next_cursor: next ?? null, has_more: next !== undefined }
        if (type === "application/json" && !isOn(details)) return yield* changesList(changes, ends)
        const comparing = { store, extractor, owner, priority: "interactive" as const }
        const detailed = yield* overStore(
          detailedChanges(comparing, yield* found(schedules.runs(owner, id)), changes)
        )
        if (type === "application/json") return yield* changesList(detailed, ends)
        const at = `${yield* callerOrigin}/v1/schedules/${id}/changes?format=atom`
        return atomFeed({
          id: `urn:gleaner:schedule:${id}`,
          title: name,
          updated: changes[0]?.at ?? 0,
          self: `${at}${after === undefined ? "" : `&after=${encodeCursor(after)}`}&limit=${limit}`,
          next: next && `${at}&after=${encodeCursor(next)}&limit=${limit}`,
          entries: detailed.map((change) => changeEntry(id, change))
        })
      }),
      scheduleFeed: Effect.fn(function*({ params }) {
        const id = yield* idIn(params)
        const { name: owner } = yield* Caller
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
    })
  })
)

const types = ["application/json", atomType] as const
const typeOf = { json: "application/json", atom: atomType } as const

const encodeCursor = Schema.encodeSync(ChangesCursor)

/** An id that no schedule can have is not looked up: Postgres refuses a text with a NUL. */
const idIn = ({ id }: { readonly id: string }) =>
  jobIdPattern.test(id) ? Effect.succeed(ScheduleId.make(id)) : Effect.fail(notFound())

const notFound = () =>
  new ScheduleNotFound({
    detail: "This key has no schedule with that id. It may have been deleted; in memory, a restart loses schedules."
  })

const found = <A, E = never>(schedule: Effect.Effect<Option.Option<A>, StoreUnavailable | E>) =>
  Effect.flatMap(
    overStore(schedule),
    Option.match({
      onNone: () => Effect.fail(notFound()),
      onSome: Effect.succeed
    })
  )
