/** Numbers of a seed (mulberry32, public domain). */
export class Seeded {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** From 0 on, below 1. */
  next(): number {
    this.state = (this.state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<A>(items: ReadonlyArray<A>): A | undefined {
    return items[this.below(items.length)]
  }

  /** By its weight. */
  weighted<A extends string>(weights: Readonly<Record<A, number>>): A {
    const names = Object.keys(weights) as Array<string> as Array<A> // its keys
    let left = this.next() * names.reduce((sum, name) => sum + weights[name], 0)
    const found = names.find((name) => (left -= weights[name]) < 0)
    return found ?? names[0]!
  }
}
