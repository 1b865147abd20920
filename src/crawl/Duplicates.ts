import type { ScrapedPage } from "../page/Scraper.ts"

/** What a crawl has kept already: pages by where they were found in the end, and texts by their hash. */
export class Duplicates {
  private readonly urls = new Set<string>()
  private readonly texts = new Set<string>()

  /** The same page by another URL, or (with `byText`) the same text; empty text is never a duplicate. */
  isRepeated(page: Pick<ScrapedPage, "finalUrl" | "textHash">, byText: boolean): boolean {
    if (this.urls.has(page.finalUrl)) return true
    this.urls.add(page.finalUrl)
    if (!byText || page.textHash === "") return false
    if (this.texts.has(page.textHash)) return true
    this.texts.add(page.textHash)
    return false
  }
}
