import { randomBytes } from "node:crypto"
import { hash, hashed } from "./keyed-hash.ts"

/**
 * A set of texts that stores only a 64-bit hash of each: open addressing over two typed arrays, 11 to 21 bytes for a
 * text. Every set has its own hash key, so no site can choose texts that collide. Two of a million texts collide
 * by chance with a probability of 1 in 40 million.
 */
export class SeenSet {
  size = 0
  private low = new Uint32Array(initialSlots)
  private high = new Uint32Array(initialSlots)
  private readonly keyLow: number
  private readonly keyHigh: number

  constructor() {
    const key = randomBytes(8)
    this.keyLow = key.readUInt32LE(0)
    this.keyHigh = key.readUInt32LE(4)
  }

  /** Adds a text. Returns whether it was new. */
  add(text: string): boolean {
    const slot = this.slotOf(text)
    if (this.isTaken(slot)) return false
    this.low[slot] = hashed.low
    this.high[slot] = hashed.high
    if (++this.size > this.low.length * maxLoad) this.grow()
    return true
  }

  has(text: string): boolean {
    return this.isTaken(this.slotOf(text))
  }

  private isTaken(slot: number): boolean {
    return this.low[slot] !== 0 || this.high[slot] !== 0
  }

  /** The slot of the text, or a free slot for it. `hashed` contains the hash afterwards. */
  private slotOf(text: string): number {
    hash(text, this.keyLow, this.keyHigh)
    return this.slotFor(hashed.low, hashed.high)
  }

  private slotFor(low: number, high: number): number {
    const mask = this.low.length - 1
    let slot = low & mask
    while (this.isTaken(slot) && (this.low[slot] !== low || this.high[slot] !== high)) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const { high, low } = this
    this.low = new Uint32Array(low.length * 2)
    this.high = new Uint32Array(low.length * 2)
    for (let old = 0; old < low.length; old++) {
      const oldLow = low[old] ?? 0
      const oldHigh = high[old] ?? 0
      if (oldLow === 0 && oldHigh === 0) continue
      const slot = this.slotFor(oldLow, oldHigh)
      this.low[slot] = oldLow
      this.high[slot] = oldHigh
    }
  }
}

const initialSlots = 1024
const maxLoad = 0.75
