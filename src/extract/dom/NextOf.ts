/** Finds the next position of a character. With queries from left to right, each character is read only once. */
export class NextOf {
  private readonly find: (html: string, from: number) => number
  private html = ""
  private at = -1

  /** `find` returns -1 if there is none. */
  constructor(find: (html: string, from: number) => number) {
    this.find = find
  }

  /** The next position from there on, or the end of the text. */
  after(html: string, from: number): number {
    if (this.at < from || this.html !== html) {
      const found = this.find(html, from)
      this.html = html
      this.at = found < 0 ? html.length : found
    }
    return this.at
  }
}
