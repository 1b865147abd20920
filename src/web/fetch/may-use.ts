import { Effect } from "effect"
import type { Purpose } from "../../core/domain/document/Signals.ts"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import type { Visits } from "../visits/Visits.ts"

/** Fails if the site's robots.txt refuses this use of the URL. Then it is not requested. */
export const mayUse = (
  visits: Visits["Service"],
  purpose: Purpose | undefined,
  url: URL
): Effect.Effect<void, PageError, RequestContext> =>
  purpose === undefined
    ? Effect.void
    : Effect.flatMap(
      visits.rulesFor(url),
      (rules) => rules.signalsFor(url)[purpose] === "no" ? Effect.fail(fault.purposeRefused(url, purpose)) : Effect.void
    )
