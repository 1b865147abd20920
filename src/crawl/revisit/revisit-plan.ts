import type { CrawlOptions } from "../../domain/job/Job.ts"
import type { LastmodRecord, PageHistory, Unrequested } from "../../domain/job/LedgerRow.ts"
import { addEvidence, type ChangeEvidence, noEvidence, upperRate } from "./change-rate.ts"
import { addRecords, dayMillis } from "./page-history.ts"
import { urlTemplate } from "./url-template.ts"

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
export const revisitPlan = (pages: ReadonlyArray<KnownHistory>, budget: RevisitBudget): RevisitPlan => {
  const { interval, minProbability = defaultProbability, now, requests } = budget
  const rates = changeRates(pages)
  const records = recordsOf(pages)
  const known = new Map(pages.map(({ history, url }) => [url, history]))
  const isOverdue = ({ at }: PageHistory) => now - at + interval > maxAge
  const values = pages.flatMap(({ history, url }) => {
    const days = Math.min(1, (now - history.at) / dayMillis)
    const value = isOverdue(history) ? 1 : -Math.expm1(-(rates.get(url) ?? priorRate) * days)
    return value < minProbability ? [] : [{ url, value }]
  })
  const due = new Set(values.toSorted((a, b) => b.value - a.value).slice(0, requests).map(({ url }) => url))
  return {
    skips: (url, lastmod) => {
      const history = known.get(url)
      if (history === undefined || isOverdue(history) && due.has(url)) return undefined
      const record = records.get(new URL(url).host)
      if (lastmod !== undefined && record !== undefined && announces(record)) {
        if (lastmod < history.at) return "sitemap_unchanged"
        if (isPrecise(record)) return undefined
      }
      return due.has(url) ? undefined : "not_due"
    }
  }
}

/** The plan of a crawl: `max_pages` is its budget. */
export const revisitsOf = (
  { histories, startedAt }: { readonly histories: ReadonlyArray<KnownHistory>; readonly startedAt: number },
  { max_pages }: Pick<CrawlOptions, "max_pages">,
  now: number
): RevisitPlan => revisitPlan(histories, { now, interval: Math.max(0, now - startedAt), requests: max_pages })

/** A week, and an hour for the jitter of schedules. */
const maxAge = 7 * dayMillis + dayMillis / 24

/** By `npm run bench -- adaptive`. */
const defaultProbability = 0.15

/** Changes per day of a page on a host without any evidence. */
const priorRate = 0.1

/** The optimistic rate of each page. Its prior is the rate of its template, whose prior is the rate of its host. */
export const changeRates = (pages: ReadonlyArray<KnownHistory>): ReadonlyMap<string, number> => {
  const hosts = new Map<string, ChangeEvidence>()
  const templates = new Map<string, ChangeEvidence>()
  const add = (to: Map<string, ChangeEvidence>, key: string, evidence: ChangeEvidence) =>
    to.set(key, addEvidence(to.get(key) ?? noEvidence, evidence))
  const named = pages.map(({ history, url }) => ({ history, url, host: new URL(url).host, template: urlTemplate(url) }))
  for (const { history, host, template } of named) {
    add(hosts, host, history)
    add(templates, template, history)
  }
  const rateOf = (key: string, within: ReadonlyMap<string, ChangeEvidence>, prior: number) =>
    upperRate(within.get(key) ?? noEvidence, prior)
  const priors = new Map<string, number>()
  for (const { host, template } of named) {
    if (!priors.has(template)) priors.set(template, rateOf(template, templates, rateOf(host, hosts, priorRate)))
  }
  return new Map(named.map(({ history, template, url }) => [
    url,
    upperRate(history, priors.get(template) ?? priorRate)
  ]))
}

const recordsOf = (pages: ReadonlyArray<KnownHistory>): ReadonlyMap<string, LastmodRecord> => {
  const records = new Map<string, LastmodRecord>()
  for (const { history: { lastmod }, url } of pages) {
    const { host } = new URL(url)
    if (lastmod !== undefined) records.set(host, addRecords(lastmod, records.get(host)))
  }
  return records
}

/** At least this number of announced changes is evidence. */
const minAnnounced = 3
/** Share of a host's changes that its sitemaps must have announced. */
const minRecall = 0.95

const announces = ({ announced, missed }: LastmodRecord): boolean =>
  announced >= minAnnounced && announced >= minRecall * (announced + missed)

/** Some sitemaps have the time of their own generation as `lastmod`. */
const isPrecise = ({ announced, idle }: LastmodRecord): boolean => announced >= idle
