import { Duration, Effect, Option } from "effect"
import { compact } from "../../../core/kernel/compact.ts"
import { monotonicMillis, RequestContext } from "../../../core/kernel/RequestContext.ts"
import type { AlsoListed, Listed, ListedFacts } from "../../../page/Discoverer.ts"
import { startOf } from "../model/SitemapCursor.ts"
import type { Sitemaps } from "./Sitemaps.ts"

/** Maximum of URLs in an answer. */
const maxUrls = 50_000
/** Maximum of files that are read. */
const maxFiles = 100
/** Milliseconds reserved for sending the answer. */
const reserve = 500

/**
 * The URLs in the sitemaps of a page's site, within the size of one answer and the time of its caller, and the reason
 * if some are missing.
 */
export const sitemapUrls = ({ read }: Sitemaps["Service"]): AlsoListed => (page, credentials) =>
  Effect.gen(function*() {
    const context = yield* RequestContext
    const urls = new Map<string, ListedFacts>()
    const missing = { isFull: false, isLate: false, unread: 0 }
    const millis = context.deadline - (yield* monotonicMillis) - reserve
    const isComplete = yield* read(startOf(page), context, {
      files: maxFiles,
      isDetailed: true,
      credentials,
      within: (effect) => Effect.provideService(effect, RequestContext, context),
      take: ({ about = [], urls: listed }) =>
        Effect.sync(() => {
          for (const [index, url] of listed.entries()) {
            if (urls.size < maxUrls) urls.set(url, { ...urls.get(url), ...about[index] })
            else missing.isFull ||= !urls.has(url)
          }
          return !missing.isFull
        }),
      failed: ({ code }) =>
        Effect.sync(() => {
          if (code === "upstream_timeout" || code === "domain_busy") missing.isLate = true
          else missing.unread++
        })
    }).pipe(Effect.map((cursor) => cursor === undefined), Effect.timeoutOption(Duration.millis(Math.max(0, millis))))
    return compact({ urls, gap: gapOf(missing, isComplete) })
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
