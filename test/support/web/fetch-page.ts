import { Clock, Duration, Effect } from "effect"
import { type Priority, RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import type { FetchRequest } from "../../../src/web/fetch/Hop.ts"

interface Options extends Partial<Omit<FetchRequest, "url">> {
  readonly owner?: string
  readonly priority?: Priority
  /** Milliseconds since the epoch. */
  readonly deadline?: number
}

/** A fetch as a scrape would make it, a minute from now at the latest. */
export const fetchPage = (
  url: string,
  { deadline, owner = "test", priority = "interactive", ...options }: Options = {}
) =>
  Effect.gen(function*() {
    const fetcher = yield* Fetcher
    const now = yield* Clock.currentTimeMillis
    const timeout = Duration.millis(deadline === undefined ? 60_000 : deadline - now)
    return yield* fetcher.fetch({ url: new URL(url), useCache: true, ...options }).pipe(
      RequestContext.by(owner, priority, timeout)
    )
  })
