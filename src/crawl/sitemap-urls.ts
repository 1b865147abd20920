import { Duration, Effect } from "effect"
import { Asker, monotonicMillis } from "../domain/Asker.ts"
import { crawlDefaults } from "../domain/Job.ts"
import type { Sitemaps } from "./Sitemaps.ts"

/** As many as an answer can list. */
const mostUrls = 50_000
/** Milliseconds left to the caller for its answer. */
const reserve = 500

/** What the sitemaps of a page's site list, as far as the time of its caller reaches. A sitemap that cannot be read is left out. */
export const sitemapUrls =
  ({ read }: Sitemaps["Service"]) => (page: string): Effect.Effect<ReadonlyArray<string>, never, Asker> =>
    Effect.gen(function*() {
      const asker = yield* Asker
      const urls = new Set<string>()
      const left = asker.deadline - (yield* monotonicMillis) - reserve
      yield* read(new URL(page), asker.owner, {
        files: crawlDefaults.max_sitemaps,
        asking: (effect) => Effect.provideService(effect, Asker, asker),
        take: (listed) =>
          Effect.sync(() => {
            for (const url of listed) if (urls.size < mostUrls) urls.add(url)
            return urls.size < mostUrls
          }),
        failed: () => Effect.void
      }).pipe(Effect.timeoutOption(Duration.millis(Math.max(0, left))))
      return [...urls]
    })
