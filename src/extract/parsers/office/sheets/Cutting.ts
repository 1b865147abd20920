/** A text with parts cut out, in their order. */
export class Cutting {
  private readonly text: string
  private readonly pieces: Array<string> = []
  private from = 0

  constructor(text: string) {
    this.text = text
  }

  cut(start: number, end: number, instead = ""): void {
    this.pieces.push(this.text.slice(this.from, start), instead)
    this.from = end
  }

  left(): string {
    return this.pieces.join("") + this.text.slice(this.from)
  }
}
