import { maxReferrers } from "../../domain/job/max-referrers.ts"

/** Which pages link to the URLs of a crawl: kept for those that are not done with, and told of those that failed. */
export class Referrers {
  /** Of URLs that are not done with. */
  private readonly waiting = new Map<string, WaitingUrl>()
  private readonly failed = new Set<string>()

  /** A URL has joined the crawl, at this place. */
  enqueued(url: string, seq: number, foundOn: string): void {
    if (this.waiting.size < maxUrls) this.waiting.set(url, { seq, pages: foundOn === "" ? [] : [foundOn] })
  }

  /** A page links to a URL that the crawl knows. Gives the place of the URL, if the page is kept as its referrer. */
  linked(url: string, page: string): number | undefined {
    const known = this.waiting.get(url)
    if (known === undefined || known.pages.length >= maxReferrers || known.pages.at(-1) === page) return undefined
    known.pages.push(page)
    return known.seq
  }

  /** Whether the URL has failed already. */
  hasFailed(url: string): boolean {
    return this.failed.has(url)
  }

  /** The URL is done with. Gives the pages that have linked to it. */
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

/** About 200 bytes each. Of further URLs only the pages are known that come after they failed. */
const maxUrls = 50_000
