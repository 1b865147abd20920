import type { Image } from "../../domain/Document.ts"

/**
 * Which pictures are shown: one without words once, and none twice in a row. What comes again is a star, an arrow, or a twin that a
 * script puts in the other's place.
 */
export class Pictures {
  private readonly seen = new Set<string>()
  /** The picture after which no text has come yet. */
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
