import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import type { LastmodRecord, PageHistory, Unrequested } from "../../../core/domain/job/LedgerRow.ts"
import { urlTemplate } from "../../../core/domain/url-template.ts"
import { type Intent, isSameIntent } from "../../../web/rights/refusal.ts"
import { addEvidence, type ChangeEvidence, noEvidence, upperRate } from "./change-rate.ts"
import { addRecords, dayMillis } from "./page-history.ts"

/** A page of the earlier job. */
export interface KnownHistory {
  readonly url: string
  readonly history: PageHistory
}

export interface RevisitBudget {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds between the earlier job and this one, the estimate of the time until the next one. */
  readonly interval: number
  /** Maximum number of pages to request. */
  readonly requests: number
  /** Minimum probability that a visit finds a change of the last day. Default: `defaultProbability`. */
  readonly minProbability?: number
}

/** Decides which pages of the earlier job are requested. */
export interface RevisitPlan {
  /** Undefined for a page to request. `lastmod`: its date in the sitemap, in milliseconds since the epoch. */
  skips(url: string, lastmod: number | undefined): Unrequested | undefined
}

/**
 * Pages are requested if a visit probably finds a change of the last day (the most that one request can find in time),
 * the most probable ones first, within the budget. Pages that the next job would visit after more than a week come
 * before all others. A page whose site's `lastmod` can be trusted is requested when it is newer than the latest visit.
 */
export function* revisitPlan(
  pages: ReadonlyArray<KnownHistory>,
  budget: RevisitBudget
): Generator<void, RevisitPlan> {
  const { interval, minProbability = defaultProbability, now, requests } = budget
  const isOverdue = ({ at }: PageHistory) => now - at + interval > maxAge
  const rates = yield* changeRates(pages)
  const records = new Map<string, LastmodRecord>()
  const known = new Map<string, PageHistory>()
  const values: Array<{ readonly url: string; readonly value: number }> = []
  for (const [index, { history, url }] of pages.entries()) {
    if (index % perSlice === 0) yield
    known.set(url, history)
    const { lastmod } = history
    if (lastmod !== undefined) records.set(hostOf(url), addRecords(lastmod, records.get(hostOf(url))))
    const days = Math.min(1, (now - history.at) / dayMillis)
    const value = isOverdue(history) ? 1 : -Math.expm1(-(rates.get(url) ?? priorRate) * days)
    if (value >= minProbability) values.push({ url, value })
  }
  const best = values.length > requests ? values.toSorted((a, b) => b.value - a.value).slice(0, requests) : values
  const due = new Set(best.map(({ url }) => url))
  return {
    skips: (url, lastmod) => {
      const history = known.get(url)
      if (history === undefined || isOverdue(history) && due.has(url)) return undefined
      const record = records.get(hostOf(url))
      if (lastmod !== undefined && record !== undefined && announces(record)) {
        if (lastmod < history.at) return "sitemap_unchanged"
        if (isPrecise(record)) return undefined
      }
      return due.has(url) ? undefined : "not_due"
    }
  }
}

/** The earlier job of a crawl with `since`. */
export interface EarlierHistories {
  readonly histories: ReadonlyArray<KnownHistory>
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly intent: Intent
}

/**
 * The plan of a crawl, whose budget is `max_pages`. None without `adaptive`, or with another intended use: the site
 * may refuse that one for pages that the earlier job stored.
 */
export function* revisitsOf(
  { histories, intent, startedAt }: EarlierHistories,
  options: Pick<CrawlOptions, "adaptive" | "content_use" | "max_pages" | "purpose">,
  now: number
): Generator<void, RevisitPlan | undefined> {
  if (options.adaptive !== true || !isSameIntent(intent, options)) return undefined
  return yield* revisitPlan(histories, { now, interval: Math.max(0, now - startedAt), requests: options.max_pages })
}

/** A week, and an hour for the jitter of schedules. */
const maxAge = 7 * dayMillis + dayMillis / 24

/** By `npm run bench -- adaptive`. */
const defaultProbability = 0.15

/** Changes per day of a page on a host without any evidence. */
const priorRate = 0.1

/** The optimistic rate of each page. Its prior is the rate of its template, whose prior is the rate of its host. */
export function* changeRates(pages: ReadonlyArray<KnownHistory>): Generator<void, ReadonlyMap<string, number>> {
  const hosts = new Map<string, ChangeEvidence>()
  const templates = new Map<string, { host: string; evidence: ChangeEvidence }>()
  const names: Array<string> = []
  for (const [index, { history, url }] of pages.entries()) {
    if (index % perSlice === 0) yield
    const host = hostOf(url)
    const template = urlTemplate(url)
    names.push(template)
    hosts.set(host, addEvidence(hosts.get(host) ?? noEvidence, history))
    const { evidence } = templates.get(template) ?? { evidence: noEvidence }
    templates.set(template, { host, evidence: addEvidence(evidence, history) })
  }
  const priors = new Map<string, number>()
  for (const [template, { evidence, host }] of templates) {
    if (priors.size % perSlice === 0) yield
    priors.set(template, upperRate(evidence, upperRate(hosts.get(host) ?? noEvidence, priorRate)))
  }
  const rates = new Map<string, number>()
  for (const [index, { history, url }] of pages.entries()) {
    if (index % perSlice === 0) yield
    rates.set(url, upperRate(history, priors.get(names[index] ?? "") ?? priorRate))
  }
  return rates
}

/** Pages of one slice, a few milliseconds. */
const perSlice = 500

const hostOf = (url: string): string => new URL(url).host

/** At least this number of announced changes is evidence. */
const minAnnounced = 3
/** Share of a host's changes that its sitemaps must have announced. */
const minRecall = 0.95

const announces = ({ announced, missed }: LastmodRecord): boolean =>
  announced >= minAnnounced && announced >= minRecall * (announced + missed)

/** Some sitemaps have the time of their own generation as `lastmod`. */
const isPrecise = ({ announced, idle }: LastmodRecord): boolean => announced >= idle
