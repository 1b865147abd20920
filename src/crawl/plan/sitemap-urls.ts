import { Duration, Effect, Option } from "effect"
import { crawlDefaults } from "../../domain/job/Job.ts"
import { compact } from "../../kernel/compact.ts"
import { monotonicMillis, RequestContext } from "../../kernel/RequestContext.ts"
import type { AlsoListed } from "../../page/Discoverer.ts"
import type { Sitemaps } from "./Sitemaps.ts"

/** As many as an answer can list. */
const maxUrls = 50_000
/** Milliseconds left to the caller for its answer. */
const reserve = 500

/**
 * What the sitemaps of a page's site list, as far as one answer and the time of its caller reach, and why it is not
 * all.
 */
export const sitemapUrls = ({ read }: Sitemaps["Service"]): AlsoListed => (page, credentials) =>
  Effect.gen(function*() {
    const asker = yield* RequestContext
    const urls = new Set<string>()
    let isFull = false
    let isLate = false
    let unread = 0
    const left = asker.deadline - (yield* monotonicMillis) - reserve
    const isWhole = yield* read(new URL(page), asker, {
      files: crawlDefaults.max_sitemaps,
      credentials,
      asking: (effect) => Effect.provideService(effect, RequestContext, asker),
      take: (listed) =>
        Effect.sync(() => {
          for (const url of listed) {
            if (urls.size < maxUrls || urls.has(url)) urls.add(url)
            else isFull = true
          }
          return !isFull
        }),
      failed: ({ code }) =>
        Effect.sync(() => {
          if (code === "upstream_timeout" || code === "domain_busy") isLate = true
          else unread++
        })
    }).pipe(Effect.timeoutOption(Duration.millis(Math.max(0, left))))
    const gap = isFull
      ? "urls" as const
      : isLate || Option.isNone(isWhole)
      ? "time" as const
      : !isWhole.value
      ? "files" as const
      : unread > 0
      ? "unreadable" as const
      : undefined
    return compact({ urls: [...urls], gap })
  })
