import { Effect, Option } from "effect"
import * as Problems from "../../../contract/api/Problems.ts"
import { storeRetryAfter } from "../../../core/domain/errors/page-errors.ts"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../core/domain/job/Job.ts"
import { jobIdPattern } from "../../../core/domain/schema/job-id-pattern.ts"
import type { CancelUnwritten } from "../../../crawling/crawl/supervise/unwritten-cancels.ts"

/**
 * The answer while the job store is unavailable. Only the log has the reason, which may contain the store's address.
 */
const storeProblem = (error: StoreUnavailable) =>
  Effect.andThen(Effect.logDebug(error.message), Effect.fail(error.isDamaged === true ? damaged : away))

const away = new Problems.StoreUnavailableProblem({
  detail: `The service cannot reach its job store; acknowledged writes are safe. Try again in ${storeRetryAfter} s.`,
  retry_after: storeRetryAfter
})

/** In seconds. */
const repairTime = 600
const damaged = new Problems.StoreUnavailableProblem({
  detail:
    "The job store of the service is damaged, so this cannot be read or written until its operator has repaired it. The log of the service says where.",
  retry_after: repairTime
})

/** The crawl has stopped all the same. */
export const cancelUnwritten = ({ reason }: CancelUnwritten) =>
  Effect.andThen(
    Effect.logWarning(`a crawl was stopped, and the job store could not write that it is cancelled: ${reason}`),
    Effect.fail(
      new Problems.StoreUnavailableProblem({
        detail:
          `The crawl has stopped and fetches nothing more, but the service could not write this to its job store. It will be written when the store is back. Ask again in ${storeRetryAfter} s to see it cancelled.`,
        retry_after: storeRetryAfter
      })
    )
  )

/** For handlers that use the job store. */
export const overStore = <A, E, R>(effect: Effect.Effect<A, E | StoreUnavailable, R>) =>
  Effect.catchIf(effect, isAway<E>, storeProblem)

const isAway = <E>(error: E | StoreUnavailable): error is StoreUnavailable => error instanceof StoreUnavailable

/** A row of the store. One that is not there is the problem `missing`. */
export const foundOr =
  <Missing>(missing: Missing) => <A, E, R>(row: Effect.Effect<Option.Option<A>, StoreUnavailable | E, R>) =>
    Effect.flatMap(
      overStore(row),
      Option.match({ onNone: () => Effect.fail(missing), onSome: Effect.succeed })
    )

/** The rows of a key, by their ids. */
export const rowsOfKey = <Id, Missing>(makeId: (id: string) => Id, missing: Missing) => ({
  /** An id that no row can have is not looked up: Postgres refuses a text with a NUL. */
  idIn: ({ id }: { readonly id: string }): Effect.Effect<Id, Missing> =>
    jobIdPattern.test(id) ? Effect.succeed(makeId(id)) : Effect.fail(missing),
  found: foundOr(missing)
})

export const { found: foundJob, idIn: jobIdIn } = rowsOfKey(
  JobId.make,
  new Problems.JobNotFound({
    detail:
      "This key has no job with that id. It may have expired, or the service was restarted. Start the crawl again."
  })
)

/** The detail of a refusal, for what one key may have only so many of. */
export const limitReached = (limit: number, what: string): string =>
  `This key has ${limit} ${what}, which is its limit; delete one that is not needed.`
