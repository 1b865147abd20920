import { Console, Effect } from "effect"
import type { Document } from "../domain/Document.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"

/** What a person should know about a printed page: its warnings and an error status go to stderr. */
export const tellOf = Effect.fnUntraced(function*({ final_url, status, trace }: Document) {
  for (const { code, message } of trace.warnings) yield* Console.error(`gleaner: ${message} (${code})`)
  if (status >= 400) {
    return yield* new CommandFailed({
      message: `${final_url}: the site answered with status ${status}; what it sent was printed (http_status)`,
      code: exitCode.failed
    })
  }
})
