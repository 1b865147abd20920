import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../../contract/api/Api.ts"
import { Caller } from "../../../../contract/api/Caller.ts"
import { rows } from "../../../../contract/api/Paging.ts"
import { ModelUnavailable, TooManyWrappersProblem, WrapperNotFound } from "../../../../contract/api/Problems.ts"
import type { WrapperPayload } from "../../../../contract/api/Wrappers.ts"
import { withScheme } from "../../../../core/domain/WebUrl.ts"
import { WrapperId } from "../../../../core/domain/wrapper/Wrapper.ts"
import { compact } from "../../../../core/kernel/compact.ts"
import { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import { Wrappers } from "../../../../crawling/wrappers/Wrappers.ts"
import type { WrapperSources } from "../../../../crawling/wrappers/WrapperStore.ts"
import { answerFields } from "../../http/answer-fields.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { limitReached, overStore, rowsOfKey } from "../../problems/store-problems.ts"
import { endOf } from "../list-answers.ts"

export const wrappersHandlers = HttpApiBuilder.group(
  Api,
  "wrappers",
  Effect.fn(function*(handlers) {
    const wrappers = yield* Wrappers
    const jobs = yield* JobStore

    const checkJob = Effect.fnUntraced(function*(owner: string, id: WrapperSources["job_id"]) {
      if (id === undefined || Option.isSome(yield* overStore(jobs.get(owner, id)))) return
      return yield* invalidFields([{
        pointer: "/job_id",
        detail: "does not exist for this key, or has expired. Omit it, or crawl again"
      }])
    })

    return handlers.handleAll({
      createWrapper: Effect.fn(function*({ payload }) {
        const { name: owner } = yield* Caller
        const { name, schema } = payload
        const sources = sourcesOf(payload)
        yield* checkJob(owner, sources.job_id)
        const wrapper = yield* wrappers.create(owner, { name, schema, sources }).pipe(
          Effect.catchTag("NoModel", noModel),
          Effect.catchTag("NoPages", () =>
            invalidFields([{
              pointer: "/examples",
              detail: "is missing; give examples, or urls or a job_id with pages for the model to read"
            }])),
          Effect.catchTag(
            "TooManyWrappers",
            ({ limit }) => Effect.fail(new TooManyWrappersProblem({ detail: limitReached(limit, "wrappers") }))
          ),
          overStore
        )
        yield* answerFields({ location: `/v1/wrappers/${wrapper.id}` })
        return wrapper
      }),
      wrappers: Effect.fn(function*({ query: { limit = rows("wrappers"), ...range } }) {
        const { items, ...slice } = yield* overStore(wrappers.list((yield* Caller).name, { ...range, limit }))
        return { wrappers: items, ...endOf(slice) }
      }),
      wrapper: Effect.fn(function*({ params }) {
        return yield* found(wrappers.get((yield* Caller).name, yield* idIn(params)))
      }),
      editWrapper: Effect.fn(function*({ params, payload }) {
        return yield* found(wrappers.edit((yield* Caller).name, yield* idIn(params), payload))
      }),
      checkWrapper: Effect.fn(function*({ params, payload: { job_id, urls } }) {
        const { name } = yield* Caller
        if ((urls === undefined) === (job_id === undefined)) {
          return yield* invalidFields([{
            pointer: "/urls",
            detail: urls === undefined
              ? "is missing; give either urls or job_id"
              : "contradicts job_id; leave one of them out"
          }])
        }
        yield* checkJob(name, job_id)
        return yield* found(wrappers.check(name, yield* idIn(params), compact({ job_id, urls: urls?.map(hrefOf) })))
      }),
      relearnWrapper: Effect.fn(function*({ params, payload: { job_id } }) {
        const { name } = yield* Caller
        yield* checkJob(name, job_id)
        const wrapper = yield* found(wrappers.relearn(name, yield* idIn(params), compact({ job_id })))
        yield* answerFields({ location: `/v1/wrappers/${wrapper.id}` })
        return wrapper
      }),
      deleteWrapper: Effect.fn(function*({ params }) {
        return yield* found(wrappers.delete((yield* Caller).name, yield* idIn(params)))
      })
    })
  })
)

/** The URLs of a request, canonical as those of jobs. */
const sourcesOf = ({ examples = [], job_id, urls = [] }: typeof WrapperPayload.Type): WrapperSources => ({
  examples: examples.map(({ data, url }) => ({ url: hrefOf(url), data })),
  urls: urls.map(hrefOf),
  ...compact({ job_id })
})

const hrefOf = (url: string): string => new URL(withScheme(url)).href

const noModel = () =>
  Effect.fail(
    new ModelUnavailable({
      detail:
        "Without examples, a model would have to read the pages, and this service has none. Send examples, or ask the operator to set GLEANER_MODEL."
    })
  )

const { found, idIn } = rowsOfKey(
  WrapperId.make,
  new WrapperNotFound({
    detail: "This key has no wrapper with that id. It may have been deleted; in memory, a restart loses wrappers."
  })
)
