/** Finds the next position of a character. With queries from left to right, each character is read only once. */
export class NextOf {
  private readonly find: (from: number) => number
  private at = -1

  /** `find` returns the end of the text if there is none. */
  constructor(find: (from: number) => number) {
    this.find = find
  }

  /** The next position from there on, or the end of the text. */
  after(from: number): number {
    if (this.at < from) this.at = this.find(from)
    return this.at
  }
}
