import { type JobError, undatedCode } from "../../../core/domain/job/Job.ts"
import { counted } from "../../../core/kernel/counted.ts"
import type { CrawlRules } from "../model/CrawlRules.ts"
import type { CrawlCursor, SitemapCursor } from "../model/SitemapCursor.ts"
import type { SitemapUrls } from "../model/VisitRecord.ts"
import type { ListedPart } from "./sitemap-files.ts"

/** The URLs of sitemaps that a crawl takes, as far as its rules admit them and its dates want them. */
export class TakenUrls {
  private readonly rules: CrawlRules
  private readonly cursor: CrawlCursor
  private readonly own: ReadonlySet<string>
  private readonly capacity: number
  private readonly since: number | undefined
  private readonly names = new Set<string>()
  private readonly listed: Array<SitemapUrls> = []
  private undated: number
  private isListed = false
  private hasListed: boolean

  constructor(rules: CrawlRules, cursor: CrawlCursor, known: ReadonlyArray<string>, capacity: number) {
    const { modified_since } = rules.options
    this.rules = rules
    this.cursor = cursor
    this.own = new Set([...known, rules.nameOf(new URL(cursor.site))])
    this.capacity = capacity
    this.since = modified_since === undefined ? undefined : Date.parse(modified_since)
    this.undated = cursor.undated ?? 0
    this.hasListed = cursor.hasListed === true
  }

  add({ lastmods, urls }: ListedPart, sitemap: string, dates: Map<string, number> | undefined): void {
    const names = urls.map(this.rules.nameOfLink)
    const fresh = names.filter((name, index) => {
      const date = lastmods[index]
      const isOwn = this.own.has(name)
      if (!isOwn && (this.names.has(name) || !this.rules.admits(name, new URL(name), this.cursor.seed))) return false
      this.hasListed = true
      if (this.since !== undefined && date === undefined) this.undated++
      if (this.since !== undefined && (date === undefined || !this.isRecent(date))) return false
      if (isOwn) this.isListed = true
      else this.names.add(name)
      return !isOwn
    })
    if (fresh.length > 0) this.listed.push({ sitemap, urls: fresh })
    if (dates === undefined) return
    for (const [index, name] of names.entries()) {
      const date = lastmods[index]
      if (date !== undefined) dates.set(name, date)
    }
  }

  /** Whether `modified_since` lets a file or a page of this date pass. A file without one may list anything. */
  readonly isRecent = (date: number | undefined): boolean =>
    this.since === undefined || date === undefined || startOfDate(date) >= this.since

  get isEmpty(): boolean {
    return this.names.size === 0 && !this.isListed
  }

  get isFull(): boolean {
    return this.names.size >= this.capacity
  }

  get found() {
    const { hasListed, isListed, listed } = this
    return { listed, errors: [], isEmpty: !hasListed, isListed }
  }

  /** Where the crawl reads on. */
  cursorFrom(left: SitemapCursor): CrawlCursor {
    const { cursor: { isSeedWanted, seed }, hasListed, isListed, undated } = this
    return {
      ...left,
      seed,
      ...(isSeedWanted === true && !isListed ? { isSeedWanted } : {}),
      ...(hasListed ? { hasListed } : {}),
      ...(undated > 0 ? { undated } : {})
    }
  }

  get notes(): ReadonlyArray<Omit<JobError, "at">> {
    const { cursor: { site: url }, undated } = this
    return undated === 0 ? [] : [{
      url,
      code: undatedCode,
      message: `modified_since: ${counted(undated, "URL")} of sitemaps without a date left out.`
    }]
  }
}

/** The start of the day in UTC for a date without a time, which `SitemapEntries` has as the end of that day anywhere. */
export const startOfDate = (date: number): number => date % dayMillis === dayEnd ? date - dayEnd - dayMillis : date

const dayMillis = 86_400_000
/** 23:59:59 at UTC-12, as time of the next day in UTC. */
const dayEnd = 43_199_000
