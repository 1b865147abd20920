import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../../contract/api/Api.ts"
import { Caller } from "../../../../contract/api/Caller.ts"
import { isOn } from "../../../../contract/api/fields.ts"
import { rows } from "../../../../contract/api/Paging.ts"
import { ScheduleRunningProblem, TooManySchedulesProblem } from "../../../../contract/api/Problems.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { Schedules } from "../../../../crawling/schedules/Schedules.ts"
import type { SchedulePlan } from "../../../../crawling/schedules/ScheduleStore.ts"
import { WebhookClient } from "../../../../crawling/webhooks/WebhookClient.ts"
import { answerFields } from "../../http/answer-fields.ts"
import { refuseJob } from "../../limits/Admission.ts"
import { noCapacity } from "../../problems/crawl-problems.ts"
import { limitReached, overStore } from "../../problems/store-problems.ts"
import { jobChecks } from "../jobs/job-checks.ts"
import { endOf } from "../list-answers.ts"
import { found, idIn } from "./found-schedule.ts"
import { scheduleFeeds } from "./schedule-feeds.ts"
import { callerOrigin, receiversCheck } from "./schedule-notify.ts"
import { newPlan, patchedPlan } from "./schedule-plan.ts"

export const schedulesHandlers = HttpApiBuilder.group(
  Api,
  "schedules",
  Effect.fn(function*(handlers) {
    const schedules = yield* Schedules
    const settings = yield* Settings
    const feeds = yield* scheduleFeeds
    const { usableOptions } = yield* jobChecks
    const checkReceivers = receiversCheck(yield* WebhookClient)
    const withJob = Effect.fnUntraced(function*(owner: string, plan: SchedulePlan) {
      const options = yield* usableOptions(owner, plan.job.options, undefined, "/job")
      return { ...plan, job: { ...plan.job, options } } satisfies SchedulePlan
    })

    return handlers.handleAll({
      createSchedule: Effect.fn(function*({ payload }) {
        const { name: owner } = yield* Caller
        const plan = yield* withJob(owner, yield* newPlan(payload, { ...settings, origin: yield* callerOrigin }))
        yield* checkReceivers(payload)
        const schedule = yield* schedules.create(owner, plan).pipe(
          Effect.catchTag(
            "TooManySchedules",
            ({ limit }) => Effect.fail(new TooManySchedulesProblem({ detail: limitReached(limit, "schedules") }))
          ),
          overStore
        )
        yield* answerFields({ location: `/v1/schedules/${schedule.id}` })
        return schedule
      }),
      schedules: Effect.fn(function*({ query: { limit = rows("schedules"), ...range } }) {
        const { items, ...slice } = yield* overStore(schedules.list((yield* Caller).name, { ...range, limit }))
        return { schedules: items, ...endOf(slice) }
      }),
      schedule: Effect.fn(function*({ params }) {
        return yield* found(schedules.get((yield* Caller).name, yield* idIn(params)))
      }),
      changeSchedule: Effect.fn(function*({ params, payload }) {
        const { name: owner } = yield* Caller
        yield* checkReceivers(payload)
        const origin = yield* callerOrigin
        return yield* found(
          schedules.change(
            owner,
            yield* idIn(params),
            (plan) =>
              Effect.flatMap(
                patchedPlan(plan, payload, { ...settings, origin }),
                // The wrapper of a schedule may be gone.
                (patched) => payload.job === undefined ? Effect.succeed(patched) : withJob(owner, patched)
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
      scheduleChanges: Effect.fn(function*({ params, query }) {
        return yield* feeds.changes((yield* Caller).name, yield* idIn(params), query)
      }),
      scheduleFeed: Effect.fn(function*({ params }) {
        return yield* feeds.records((yield* Caller).name, yield* idIn(params))
      })
    })
  })
)
