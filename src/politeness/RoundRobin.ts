/** Owners take turns, each with its own line. A Map keeps their order. */
export class RoundRobin<A extends { readonly owner: string }> {
  size = 0
  private readonly lines = new Map<string, Array<A>>()

  add(item: A): void {
    const line = this.lines.get(item.owner)
    if (line === undefined) this.lines.set(item.owner, [item])
    else line.push(item)
    this.size++
  }

  /** The owner whose turn it is. */
  peek(): A | undefined {
    for (const [first] of this.lines.values()) return first
    return undefined
  }

  take(): A | undefined {
    for (const [owner, line] of this.lines) {
      const item = line.shift()
      this.lines.delete(owner)
      if (line.length > 0) this.lines.set(owner, line)
      this.size--
      return item
    }
    return undefined
  }

  /** What was taken goes before all others. */
  putBack(item: A): void {
    const others = [...this.lines].filter(([owner]) => owner !== item.owner)
    const own = this.lines.get(item.owner) ?? []
    this.lines.clear()
    this.lines.set(item.owner, [item, ...own])
    for (const [owner, line] of others) this.lines.set(owner, line)
    this.size++
  }

  remove(item: A): void {
    const line = this.lines.get(item.owner)
    const index = line?.indexOf(item) ?? -1
    if (line === undefined || index < 0) return
    line.splice(index, 1)
    if (line.length === 0) this.lines.delete(item.owner)
    this.size--
  }

  /** The first of this owner's items in line for which `isIt` holds. */
  find(owner: string, isIt: (item: A) => boolean): A | undefined {
    return this.lines.get(owner)?.find(isIt)
  }

  /** How many this owner has in line. */
  of(owner: string): number {
    return this.lines.get(owner)?.length ?? 0
  }

  /** How many would go before a newcomer of this owner: its own line, and as many from every other line. */
  ahead(owner: string): number {
    const own = this.lines.get(owner)?.length ?? 0
    let count = own
    for (const [other, line] of this.lines) if (other !== owner) count += Math.min(line.length, own + 1)
    return count
  }
}
