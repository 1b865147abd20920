import { Clock, Effect } from "effect"
import { Fetcher, type FetchRequest } from "../../src/fetch/Fetcher.ts"

/** A fetch as a scrape would make it, a minute from now at the latest. */
export const fetchPage = (url: string, options: Partial<Omit<FetchRequest, "url">> = {}) =>
  Effect.gen(function*() {
    const fetcher = yield* Fetcher
    const now = yield* Clock.currentTimeMillis
    return yield* fetcher.fetch({
      url: new URL(url),
      useCache: true,
      priority: "interactive",
      owner: "test",
      deadline: now + 60_000,
      ...options
    })
  })
