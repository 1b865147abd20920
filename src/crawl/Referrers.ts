import { mostReferrers } from "../domain/most-referrers.ts"

/** Which pages link to the URLs of a crawl: kept for those that are not done with, and told of those that failed. */
export class Referrers {
  /** Of URLs that are not done with. */
  private readonly waiting = new Map<string, Array<string>>()
  private readonly failed = new Set<string>()

  /** A URL has joined the crawl. */
  joined(url: string, foundOn: string): void {
    if (this.waiting.size < mostUrls) this.waiting.set(url, foundOn === "" ? [] : [foundOn])
  }

  /** A page links to a URL that the crawl knows. Whether that has failed already. */
  linked(url: string, page: string): boolean {
    const pages = this.waiting.get(url)
    if (pages !== undefined && pages.length < mostReferrers && pages.at(-1) !== page) pages.push(page)
    return this.failed.has(url)
  }

  /** The URL is done with. Gives the pages that have linked to it. */
  done(url: string, isFailed: boolean): ReadonlyArray<string> {
    const pages = this.waiting.get(url) ?? []
    this.waiting.delete(url)
    if (isFailed) this.failed.add(url)
    return pages
  }
}

/** About 200 bytes each. Of further URLs only the pages are known that come after they failed. */
const mostUrls = 50_000
