import { Effect, Result, Struct } from "effect"
import { defaultLimit, hostOf, type SearchOptions } from "../../core/domain/options/search-options.ts"
import { canonical, maxUrlLength, parseRequestUrl } from "../../core/domain/WebUrl.ts"
import { counted } from "../../core/kernel/counted.ts"
import type { BlockedAddress } from "../../web/net/AddressPolicy.ts"
import type { EngineAnswer, EngineQuery, EngineResult } from "./Engine.ts"

export interface Found {
  /** Results whose URL was checked. */
  readonly results: ReadonlyArray<EngineResult>
  readonly notes: ReadonlyArray<string>
}

type Reason = "domains" | "url" | "address"

/** Why results were left out. */
const reasons: Readonly<Record<Reason, string>> = {
  domains: "not in domains",
  url: "not an http or https URL",
  address: "an address that is not public"
}

/**
 * Queries the engine until there are enough results: page by page, because a page has a fixed number of results, and
 * some are left out.
 */
export const findResults = <E>(
  search: (query: EngineQuery) => Effect.Effect<EngineAnswer, E>,
  checkAddress: (url: URL) => Effect.Effect<void, BlockedAddress>
) =>
  Effect.fnUntraced(function*(options: SearchOptions): Effect.fn.Return<Found, E> {
    const { language, limit = defaultLimit, query, time_range } = options
    const domains = (options.domains ?? []).map((domain) => hostOf(domain) ?? domain)
    const judge = verdictOver(domains, checkAddress)
    const found = new Map<string, EngineResult>()
    const left: Record<Reason, number> = { domains: 0, url: 0, address: 0 }
    const silent = new Map<string, string>()
    const known = new Set<string>()
    for (let page = 1; page <= maxEnginePages && found.size < limit; page++) {
      const asked = search({ text: query.trim(), language: [language].flat()[0], timeRange: time_range, domains, page })
      // Only the first page is an error: a later one has nothing new at worst.
      const answer = yield* page === 1 ? asked : Effect.orElseSucceed(asked, () => nothing)
      for (const { engine, reason } of answer.unresponsive) silent.set(engine, reason)
      const fresh = answer.results.filter(({ url }) => !known.has(url))
      for (const { url } of fresh) known.add(url)
      if (fresh.length === 0) break
      const judged = yield* Effect.forEach(fresh, judge, { concurrency: "unbounded" })
      for (const verdict of judged) {
        if (typeof verdict === "string") left[verdict]++
        else if (found.size < limit && !found.has(verdict.key)) found.set(verdict.key, verdict.result)
      }
    }
    return { results: [...found.values()], notes: [...silentNotes(silent), ...leftOutNotes(left)] }
  })

/** Pages of the engine for one search. */
const maxEnginePages = 3

const nothing: EngineAnswer = { results: [], unresponsive: [] }

const verdictOver = (
  domains: ReadonlyArray<string>,
  checkAddress: (url: URL) => Effect.Effect<void, BlockedAddress>
) =>
  Effect.fnUntraced(function*(result: EngineResult) {
    const parsed = /^https?:\/\//i.test(result.url) ? parseRequestUrl(result.url) : Result.fail("")
    if (Result.isFailure(parsed)) return "url" satisfies Reason
    const url = parsed.success
    if (url.href.length > maxUrlLength) return "url" satisfies Reason
    const isWithin = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
    if (domains.length > 0 && !isWithin) return "domains" satisfies Reason
    const isPublic = yield* Effect.match(Effect.timeoutOption(checkAddress(url), nameTime), {
      onFailure: () => false,
      onSuccess: () => true
    })
    return isPublic ? { key: canonical(url), result: { ...result, url: url.href } } : "address" satisfies Reason
  })

/** A name that takes longer to resolve passes: a fetch checks it again. */
const nameTime = "2 seconds"

const silentNotes = (silent: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  if (silent.size === 0) return []
  const list = [...silent].map(([engine, reason]) => reason === "" ? engine : `${engine} (${reason})`)
  return [`These engines did not answer: ${list.join(", ")}.`]
}

const leftOutNotes = (left: Readonly<Record<Reason, number>>): ReadonlyArray<string> =>
  Struct.keys(reasons).flatMap((reason) => {
    const count = left[reason]
    return count === 0 ? [] : [`${counted(count, "result")} left out: ${reasons[reason]}.`]
  })
