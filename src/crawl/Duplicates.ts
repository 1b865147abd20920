import type { ScrapedPage } from "../page/Scraper.ts"
import { SeenSet } from "./SeenSet.ts"

/** The texts that a crawl has kept: a page whose text it has already is a duplicate, unless that text is empty. */
export class Duplicates {
  private readonly texts = new SeenSet()

  /** Whether the page repeats one before; if not, it is remembered. */
  isRepeated({ textHash }: Pick<ScrapedPage, "textHash">): boolean {
    return textHash !== "" && !this.texts.add(textHash)
  }
}
