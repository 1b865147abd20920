import { Clock, Effect } from "effect"
import { PageError } from "../domain/PageError.ts"

/** What is done with a page that was fetched ends by the request's deadline too, however many other pages wait to be read. */
export const byDeadline = <A>(
  { deadline, url }: { readonly deadline: number; readonly url: string },
  reading: Effect.Effect<A, PageError>
): Effect.Effect<A, PageError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.timeoutOrElse(reading, {
      duration: Math.max(0, deadline - now),
      orElse: () =>
        Effect.fail(
          new PageError({
            url,
            code: "overloaded",
            detail: `The page was fetched, but the service had no time left to read it; try again in ${retryAfter} s.`,
            retryAfter
          })
        )
    }))

/** A queue of pages is mostly read in as many seconds. */
const retryAfter = 5
