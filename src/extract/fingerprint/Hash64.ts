import { finish, mixHigh, mixLow } from "../../core/kernel/mix.ts"
import type { TextLines } from "./TextLines.ts"

/** A hash of a sequence of numbers, 64 bits in two lanes, with murmur's finish. */
export class Hash64 {
  private low = 0x2545F491
  private high = 0x6C8E9CF5

  add(value: number): void {
    this.low = mixLow(this.low, value)
    this.high = mixHigh(this.high, value) + (this.low >>> 15) | 0
  }

  addText(text: string): void {
    for (let at = 0; at < text.length; at++) this.add(text.charCodeAt(at))
    this.add(-1)
  }

  addLine({ high, low }: Pick<TextLines, "high" | "low">): void {
    this.add(low)
    this.add(high)
  }

  /** 16 hexadecimal digits. */
  digits(): string {
    const { high, low } = this
    return hex(finish(low, high)) +
      hex(finish(high, low))
  }
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0")
