import { Effect } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import { hasIntent, type Intent, refusalOf, withoutTexts } from "../rights/refusal.ts"
import { rightsOf } from "../rights/Statement.ts"
import type { Visits } from "../visits/Visits.ts"

/** Fails if the site refuses this use of the URL before it is requested. */
export const mayUse = (
  visits: Visits["Service"],
  intent: Intent,
  url: URL
): Effect.Effect<void, PageError, RequestContext> =>
  hasIntent(intent)
    ? Effect.flatMap(visits.rulesFor(url), (rules) => {
      const rights = rightsOf(rules.statementsFor(url))
      const code = refusalOf(rights, intent)
      if (code === undefined) return Effect.void
      const use = code === "purpose_refused" ? `purpose ${intent.purpose}` : `content_use ${intent.content_use}`
      return Effect.fail(fault.useRefused(url, code, use, withoutTexts(rights)))
    })
    : Effect.void
