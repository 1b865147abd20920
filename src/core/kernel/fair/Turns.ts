/**
 * Owners take turns by the time they used (start-time fair queueing): the next turn is that of the owner with the least
 * time, and among equal ones that of the longest-waiting owner. An owner's own items keep their order.
 *
 * An owner who arrives or comes back starts at the time of those that wait, less `credit`, so idle owners save up no
 * more than that. An owner who used more than the others waits until they have used as much, and no longer.
 */
export class Turns<A extends { readonly owner: string }> {
  size = 0
  /** Items that wait. Among owners with the same time, the first goes first. */
  private readonly lines = new Map<string, Array<A>>()
  /** The time of each owner, where it is later than that of one who arrives. */
  private readonly used = new Map<string, number>()
  /** The least time among the owners that wait. It never decreases. */
  private start = 0
  private readonly credit: number

  constructor(credit = 0) {
    this.credit = credit
  }

  add(item: A): void {
    const line = this.lines.get(item.owner)
    if (line === undefined) this.lines.set(item.owner, [item])
    else line.push(item)
    this.size++
  }

  /** The next item. `mayTake` is called with the first item of an owner. */
  peek(mayTake: (first: A) => boolean = always): A | undefined {
    let next: A | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [owner, [first]] of this.lines) {
      const time = this.timeOf(owner)
      if (first === undefined || time >= least || !mayTake(first)) continue
      next = first
      least = time
    }
    return next
  }

  take(mayTake?: (first: A) => boolean): A | undefined {
    const item = this.peek(mayTake)
    if (item === undefined) return undefined
    this.advance()
    this.remove(item)
    const line = this.lines.get(item.owner)
    if (line === undefined) return item
    this.lines.delete(item.owner)
    this.lines.set(item.owner, line)
    return item
  }

  /** The item was taken and not served. It goes before all others with the same time. */
  putBack(item: A): void {
    const own = this.lines.get(item.owner) ?? []
    const others = [...this.lines].filter(([owner]) => owner !== item.owner)
    this.lines.clear()
    this.lines.set(item.owner, [item, ...own])
    for (const [owner, line] of others) this.lines.set(owner, line)
    this.size++
  }

  remove(item: A): boolean {
    const line = this.lines.get(item.owner)
    const index = line?.indexOf(item) ?? -1
    if (line === undefined || index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) this.lines.delete(item.owner)
    this.size--
    return true
  }

  /** Adds to the time that the owner used. The unit is the caller's: turns, or milliseconds. */
  charge(owner: string, amount: number): void {
    const used = this.timeOf(owner) + amount
    this.used.delete(owner)
    this.used.set(owner, used)
    if (this.used.size > maxRemembered) this.forget()
  }

  /** The first of this owner's items that matches. */
  find(owner: string, isIt: (item: A) => boolean): A | undefined {
    return this.lines.get(owner)?.find(isIt)
  }

  /** How many items of this owner wait. */
  of(owner: string): number {
    return this.lines.get(owner)?.length ?? 0
  }

  /** Approximate number of items ahead of a new one of this owner: its own, and as many of every other owner. */
  ahead(owner: string): number {
    const own = this.of(owner)
    let count = own
    for (const [other, line] of this.lines) if (other !== owner) count += Math.min(line.length, own + 1)
    return count
  }

  private timeOf(owner: string): number {
    return Math.max(this.start - this.credit, this.used.get(owner) ?? 0)
  }

  private advance(): void {
    let least = Number.POSITIVE_INFINITY
    for (const owner of this.lines.keys()) least = Math.min(least, this.timeOf(owner))
    this.start = Math.max(this.start, least)
  }

  private forget(): void {
    for (const [owner, time] of this.used) if (time <= this.start - this.credit) this.used.delete(owner)
    for (const owner of this.used.keys()) {
      if (this.used.size <= maxRemembered) return
      this.used.delete(owner)
    }
  }
}

const always = (): boolean => true

/** Owners whose time is remembered. Beyond it, the least recently charged count as new. */
const maxRemembered = 1024
