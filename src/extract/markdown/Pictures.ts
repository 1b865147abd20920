import type { Image } from "../../domain/document/Document.ts"

/**
 * Decides which pictures are shown. A picture without alternative text is shown once, and no picture twice in a row.
 * Repeated ones are stars, arrows, or twins for scripts.
 */
export class Pictures {
  private readonly seen = new Set<string>()
  /** The last picture, if no text has come since. */
  private last = ""

  isNew({ alt, url }: Image): boolean {
    const isNew = this.last !== url && (alt !== "" || !this.seen.has(url))
    this.seen.add(url)
    this.last = url
    return isNew
  }

  passText(text: string): void {
    if (this.last !== "" && text.trim() !== "") this.last = ""
  }
}
