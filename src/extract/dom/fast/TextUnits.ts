// Content takes 1.03 times the CPU with charCodeAt on English pages, and 1.05 times on those in other languages.

/**
 * The UTF-16 code units of texts, as an array. `charCodeAt` checks for each character how the engine stores the string
 * (one or two bytes, a slice, a rope) and takes up to four times as long as a copy and a read.
 */
export class TextUnits {
  private bytes = Buffer.alloc(0)
  private units = new Uint16Array(0)

  /** Code units of the text, followed by two units of 0. The next call overwrites them. */
  of(text: string): Uint16Array {
    const { length } = text
    if (this.units.length < length + endMarks) this.grow(length + endMarks)
    const { units } = this
    // A call of native code takes as long as about ten characters.
    if (length < shortText) { for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at) }
    else this.bytes.write(text, 0, "utf16le")
    units[length] = 0
    units[length + 1] = 0
    // Release the buffer of an unusually long text.
    if (length > maxKeptLength) this.release()
    return units
  }

  private grow(length: number): void {
    this.units = new Uint16Array(Math.max(minUnits, Math.ceil(length * 1.5)))
    this.bytes = Buffer.from(this.units.buffer)
  }

  private release(): void {
    this.units = new Uint16Array(0)
    this.bytes = Buffer.alloc(0)
  }
}

const endMarks = 2
const shortText = 12
const minUnits = 4096
const maxKeptLength = 1024 * 1024
