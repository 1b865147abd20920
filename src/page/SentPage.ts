import { Duration, Effect, Exit, Result, Scope } from "effect"
import type { Warning } from "../core/domain/document/Trace.ts"
import * as fault from "../core/domain/errors/page-errors.ts"
import { PageError } from "../core/domain/errors/PageError.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import type { PageInput, Provenance } from "../extract/Page.ts"
import type { FetchedPage } from "../web/fetch/Hop.ts"
import type { PageRequest } from "./PageRequest.ts"
import type { Extracted, Projection } from "./projections.ts"

/** A page as its site sent it. */
export interface SentPage {
  readonly request: PageRequest
  readonly fetched: FetchedPage
  readonly input: PageInput
  readonly provenance: Provenance
  /** As long as it is open, its bytes and those of its frames count against the budget for bodies. */
  readonly bodies: Scope.Closeable
}

/** Returns its bytes to the budget for bodies. */
export const release = ({ bodies }: SentPage): Effect.Effect<void> => Scope.close(bodies, Exit.void)

export const warned = (page: SentPage, ...warnings: ReadonlyArray<Warning>): SentPage => ({
  ...page,
  provenance: { ...page.provenance, warnings: [...page.provenance.warnings, ...warnings] }
})

export const extract = <A extends Extracted, P>(
  { askModel, isStored, url }: PageRequest,
  projection: Projection<A, P>,
  input: PageInput,
  provenance: Provenance
): Effect.Effect<A, PageError, RequestContext> => {
  const { readByModel } = projection
  const extracted = projection.extract(isStored === true ? { ...input, provenance } : input)
  const completed = askModel === undefined || readByModel === undefined
    ? extracted
    : Effect.flatMap(extracted, (extraction) => readByModel(input, extraction, askModel))
  return completed.pipe(RequestContext.within(Duration.infinity, () => fault.noTime(url)))
}

/** The failure of a further document, without which its page is still a page. Others fail. */
export const unlessFailed = <A, E, R>(
  effect: Effect.Effect<A, E | PageError, R>
): Effect.Effect<Result.Result<A, PageError>, E | PageError, R> =>
  Effect.flatMap(Effect.result(effect), (result): Effect.Effect<Result.Result<A, PageError>, E | PageError> => {
    if (Result.isSuccess(result)) return Effect.succeed(Result.succeed(result.success))
    const { failure } = result
    return failure instanceof PageError && failure.code !== "store_unavailable"
      ? Effect.succeed(Result.fail(failure))
      : Effect.fail(failure)
  })
