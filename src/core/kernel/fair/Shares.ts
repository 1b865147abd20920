/**
 * How much of a resource there is. A single owner may use all `units`. The `reserve` beyond them is for owners below
 * their equal share, so a new owner does not wait for one that uses all units.
 */
export interface Capacity {
  readonly units: number
  readonly reserve: number
}

/** How much is in use: of all owners, of the owner that wants more, and how many other owners use some. */
export interface ShareUsage {
  readonly total: number
  readonly own: number
  readonly others: number
}

/**
 * Whether an owner may take `amount` more. Beyond `units` it may use its equal share at most, and never the last
 * unit, which goes to an owner that uses none. Such an owner may take any amount at once, so where amounts are larger
 * than 1, the total may exceed the capacity by one amount.
 */
export const mayTake = ({ reserve, units }: Capacity, { others, own, total }: ShareUsage, amount = 1): boolean => {
  if (total + amount <= units) return true
  const free = units + reserve - total
  return own === 0 ? free > 0 : own + amount <= Math.min(units / (others + 1), free)
}

/** A resource and the amount of it that each owner uses. */
export class Shares {
  total = 0
  readonly capacity: Capacity
  private readonly used = new Map<string, number>()

  constructor(capacity: Capacity) {
    this.capacity = capacity
  }

  /** The amount that this owner uses. */
  of(owner: string): number {
    return this.used.get(owner) ?? 0
  }

  usageOf(owner: string): ShareUsage {
    const own = this.of(owner)
    return { total: this.total, own, others: this.used.size - (own > 0 ? 1 : 0) }
  }

  /** Whether the owner may take this amount more. */
  allows(owner: string, amount = 1): boolean {
    return mayTake(this.capacity, this.usageOf(owner), amount)
  }

  /** The owners that use some and may take no more now. */
  get atLimit(): ReadonlyArray<string> {
    return [...this.used.keys()].filter((owner) => !this.allows(owner))
  }

  /** Takes without a check. */
  take(owner: string, amount = 1): void {
    this.set(owner, this.of(owner) + amount)
  }

  release(owner: string, amount = 1): void {
    this.set(owner, this.of(owner) - amount)
  }

  private set(owner: string, amount: number): void {
    this.total += amount - this.of(owner)
    if (amount > 0) this.used.set(owner, amount)
    else this.used.delete(owner)
  }
}
