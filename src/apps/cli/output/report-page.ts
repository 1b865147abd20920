import { Effect } from "effect"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import { failed } from "./exit-codes.ts"
import { notice } from "./verbosity.ts"

interface Printed {
  readonly finalUrl: string
  readonly status: number
  readonly warnings: ReadonlyArray<Warning>
}

/** Prints the warnings of a page to stderr. Returns a failure for an HTTP error status. */
export const reportPage = Effect.fnUntraced(function*({ finalUrl, status, warnings }: Printed) {
  for (const { code, message } of warnings) yield* notice(`gleaner: ${message} (${code})`)
  if (status < 400) return undefined
  return failed(`${finalUrl}: the site answered with status ${status}; its error page was printed (http_status)`)
})
