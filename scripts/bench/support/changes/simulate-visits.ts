import type { PageHistory } from "../../../../src/core/domain/job/LedgerRow.ts"
import { dayMillis, firstVisit, withVisit } from "../../../../src/crawling/crawl/revisit/page-history.ts"
import { revisitPlan } from "../../../../src/crawling/crawl/revisit/revisit-plan.ts"
import { allSlices } from "../../../../test/support/all-slices.ts"
import { type ChangeStudy, sitemapShares } from "./published-rates.ts"

export interface SimulatedPage {
  readonly url: string
  /** Changes per day. */
  readonly rate: number
  /** Days on which it changes, by their numbers. The changes of a day count as one: a daily crawl sees no more. */
  readonly changes: ReadonlySet<number>
}

export interface SimulatedSite {
  readonly pages: ReadonlyArray<SimulatedPage>
  readonly lastmod: "correct" | "generationTime" | "none"
}

/** mulberry32: the same seed gives the same sites. */
export const generator = (seed: number) => () => {
  seed = (seed + 0x6D2B79F5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const templates = ["", "news/", "shop/", "docs/"]
/** Part of the pages that change as often as their template. The rest are drawn alone. No study has this number. */
const likeTemplate = 0.5

export const simulatedSites = (
  { count, days, pagesPerSite, study }: {
    readonly count: number
    readonly days: number
    readonly pagesPerSite: number
    readonly study: ChangeStudy
  }
): ReadonlyArray<SimulatedSite> => {
  const random = generator(1)
  return Array.from({ length: count }, (_, index) => {
    const intervals = templates.map(() => study.interval(random))
    const kind = random()
    return {
      lastmod: kind < sitemapShares.correct
        ? "correct" as const
        : kind < sitemapShares.correct + sitemapShares.generationTime
        ? "generationTime" as const
        : "none" as const,
      pages: Array.from({ length: pagesPerSite }, (_, page) => {
        const template = page % templates.length
        const rate = 1 / (random() < likeTemplate ? intervals[template] ?? 1 : study.interval(random))
        const changes = new Set<number>()
        for (let day = 1; day <= days; day++) if (random() < -Math.expm1(-rate)) changes.add(day)
        return { url: `https://s${index}.test/${templates[template]}${page}`, rate, changes }
      })
    }
  })
}

/** Decides the visits of one site. */
export interface Policy {
  /** Called once for each site. */
  (site: SimulatedSite): {
    /** The pages to request on this day. */
    due(day: number): ReadonlyArray<SimulatedPage>
    visited(page: SimulatedPage, day: number, isChanged: boolean): void
  }
}

export interface Outcome {
  /** Share of a plain daily crawl's requests. */
  readonly requests: number
  /** Share of the changes that were found on their day, as a plain daily crawl does. */
  readonly found: number
  /** Days without a visit of any page at most. */
  readonly longest: number
}

/** One visit a day at most, for all pages of all sites. On day 0 each page is visited. */
export const simulate = (sites: ReadonlyArray<SimulatedSite>, days: number, policy: Policy): Outcome => {
  let requests = 0
  let found = 0
  let changes = 0
  let pages = 0
  let longest = 0
  for (const site of sites) {
    const visits = policy(site)
    const last = new Map(site.pages.map((page) => [page, 0]))
    pages += site.pages.length
    for (const page of site.pages) changes += page.changes.size
    for (let day = 1; day <= days; day++) {
      for (const page of visits.due(day)) {
        const from = last.get(page) ?? 0
        let isChanged = false
        for (let past = from + 1; past <= day; past++) isChanged ||= page.changes.has(past)
        requests++
        if (page.changes.has(day)) found++
        longest = Math.max(longest, day - from)
        last.set(page, day)
        visits.visited(page, day, isChanged)
      }
    }
    for (const day of last.values()) longest = Math.max(longest, days - day)
  }
  return { requests: requests / (pages * days), found: found / changes, longest }
}

/** The plan of the service, with the evidence that it has. */
export const adaptive = (minProbability: number, usesSitemaps: boolean): Policy => ({ lastmod: kind, pages }) => {
  const histories = new Map<SimulatedPage, PageHistory>(pages.map((page) => [page, firstVisit(0)]))
  /** On each day, the sitemap is read first. */
  const lastmodOf = (page: SimulatedPage, day: number): number | undefined => {
    if (!usesSitemaps || kind === "none") return undefined
    if (kind === "generationTime") return day * dayMillis
    let latest = day
    while (latest > 0 && !page.changes.has(latest)) latest--
    return (latest - 0.5) * dayMillis
  }
  return {
    due: (day) => {
      const known = [...histories].map(([{ url }, history]) => ({ url, history }))
      const plan = allSlices(revisitPlan(known, {
        now: day * dayMillis,
        interval: dayMillis,
        requests: Infinity,
        minProbability
      }))
      return pages.filter((page) => plan.skips(page.url, lastmodOf(page, day)) === undefined)
    },
    visited: (page, day, isChanged) =>
      void histories.set(
        page,
        withVisit(histories.get(page) ?? firstVisit(0), {
          at: day * dayMillis,
          isChanged,
          lastmod: lastmodOf(page, day)
        })
      )
  }
}

/** Each page in turn, every so many days. Below one day apart there is the plain daily crawl. */
export const everyDays = (interval: number): Policy => ({ pages }) => ({
  due: (day) => pages.filter((_, index) => (day + index) % interval === 0),
  visited: () => {}
})

/** Knows all rates: visits what changes at least this often daily, and the rest weekly. */
export const knownRates = (minRate: number): Policy => ({ pages }) => ({
  due: (day) => pages.filter(({ rate }, index) => rate >= minRate || (day + index) % 7 === 0),
  visited: () => {}
})

/** Knows all changes: requests what has changed, and each page once a week. Fewer requests cannot find all. */
export const clairvoyant: Policy = ({ pages }) => {
  const last = new Map(pages.map((page) => [page, 0]))
  return {
    due: (day) => pages.filter((page) => page.changes.has(day) || day - (last.get(page) ?? 0) >= 7),
    visited: (page, day) => void last.set(page, day)
  }
}
