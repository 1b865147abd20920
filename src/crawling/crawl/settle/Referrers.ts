import { maxReferrers } from "../../../core/domain/job/max-referrers.ts"

/** The pages that link to the URLs of a crawl, for the ledger rows of failed URLs. */
export class Referrers {
  /** By URL, until the URL is settled. */
  private readonly waiting = new Map<string, WaitingUrl>()
  private readonly failed = new Set<string>()

  /** A URL was enqueued at this place. */
  enqueued(url: string, seq: number, foundOn: string): void {
    if (this.waiting.size < maxUrls) this.waiting.set(url, { seq, pages: foundOn === "" ? [] : [foundOn] })
  }

  /** A page links to a known URL. Returns the place of the URL if the page was added to its referrers. */
  linked(url: string, page: string): number | undefined {
    const known = this.waiting.get(url)
    if (known === undefined || known.pages.length >= maxReferrers || known.pages.at(-1) === page) return undefined
    known.pages.push(page)
    return known.seq
  }

  hasFailed(url: string): boolean {
    return this.failed.has(url)
  }

  /** The URL is settled. Returns its referrers. */
  done(url: string, isFailed: boolean): ReadonlyArray<string> {
    const pages = this.waiting.get(url)?.pages ?? []
    this.waiting.delete(url)
    if (isFailed) this.failed.add(url)
    return pages
  }
}

interface WaitingUrl {
  readonly seq: number
  readonly pages: Array<string>
}

/** About 200 bytes each. Further URLs get only referrers that are settled after they failed. */
const maxUrls = 50_000
