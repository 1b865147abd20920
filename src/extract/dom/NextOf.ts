/** Where the next character of a kind stands. Asked from left to right it has each character looked at once, whoever asks how often. */
export class NextOf {
  private readonly find: (html: string, from: number) => number
  private html = ""
  private at = -1

  /** `find` answers -1 where there is none. */
  constructor(find: (html: string, from: number) => number) {
    this.find = find
  }

  /** From there on; the end of the text where there is none. */
  after(html: string, from: number): number {
    if (this.at < from || this.html !== html) {
      const found = this.find(html, from)
      this.html = html
      this.at = found < 0 ? html.length : found
    }
    return this.at
  }
}
