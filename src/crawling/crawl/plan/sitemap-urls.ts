import { Duration, Effect, Option } from "effect"
import { crawlDefaults } from "../../../core/domain/job/Job.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { monotonicMillis, RequestContext } from "../../../core/kernel/RequestContext.ts"
import type { AlsoListed, Listed } from "../../../page/Discoverer.ts"
import type { Sitemaps } from "./Sitemaps.ts"

/** Maximum of URLs in an answer. */
const maxUrls = 50_000
/** Milliseconds reserved for sending the answer. */
const reserve = 500

/**
 * The URLs in the sitemaps of a page's site, within the size of one answer and the time of its caller, and the reason
 * if some are missing.
 */
export const sitemapUrls = ({ read }: Sitemaps["Service"]): AlsoListed => (page, credentials) =>
  Effect.gen(function*() {
    const context = yield* RequestContext
    const urls = new Set<string>()
    const missing = { isFull: false, isLate: false, unread: 0 }
    const left = context.deadline - (yield* monotonicMillis) - reserve
    const isComplete = yield* read(new URL(page), context, {
      files: crawlDefaults.max_sitemaps,
      credentials,
      within: (effect) => Effect.provideService(effect, RequestContext, context),
      take: (listed) =>
        Effect.sync(() => {
          for (const url of listed) {
            if (urls.size < maxUrls || urls.has(url)) urls.add(url)
            else missing.isFull = true
          }
          return !missing.isFull
        }),
      failed: ({ code }) =>
        Effect.sync(() => {
          if (code === "upstream_timeout" || code === "domain_busy") missing.isLate = true
          else missing.unread++
        })
    }).pipe(Effect.timeoutOption(Duration.millis(Math.max(0, left))))
    return compact({ urls: [...urls], gap: gapOf(missing, isComplete) })
  })

interface Missing {
  readonly isFull: boolean
  readonly isLate: boolean
  /** Number of files that could not be read. */
  readonly unread: number
}

const gapOf = ({ isFull, isLate, unread }: Missing, isComplete: Option.Option<boolean>): Listed["gap"] => {
  if (isFull) return "urls"
  if (isLate || Option.isNone(isComplete)) return "time"
  if (!isComplete.value) return "files"
  return unread > 0 ? "unreadable" : undefined
}
