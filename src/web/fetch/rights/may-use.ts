import { Effect } from "effect"
import { withoutTexts } from "../../../core/domain/document/Rights.ts"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { hasIntent, type Intent, refusalOf } from "../../rights/refusal.ts"
import { rightsOf, type Statement } from "../../rights/Statement.ts"

type StatementsFor = (url: URL) => Effect.Effect<ReadonlyArray<Statement>, PageError, RequestContext>

/** Fails if the site refuses this use of the URL before it is requested. */
export const mayUse = (
  statementsFor: StatementsFor,
  intent: Intent,
  url: URL
): Effect.Effect<void, PageError, RequestContext> =>
  hasIntent(intent)
    ? Effect.flatMap(statementsFor(url), (statements) => {
      const rights = rightsOf(statements)
      const code = refusalOf(rights, intent)
      if (code === undefined) return Effect.void
      const use = code === "purpose_refused" ? `purpose ${intent.purpose}` : `content_use ${intent.content_use}`
      return Effect.fail(fault.useRefused(url, code, use, withoutTexts(rights)))
    })
    : Effect.void
