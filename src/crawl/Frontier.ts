/** A URL that a crawl has admitted, with where it was found. */
export interface FrontierEntry {
  readonly url: string
  readonly depth: number
  readonly foundOn: string
}

/** Breadth first: by depth, then in document order; each canonical URL at most once. Bounded. */
export class Frontier {
  private readonly seen = new Set<string>()
  private readonly entries: Array<FrontierEntry | undefined> = []
  private readonly capacity: number
  private head = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  /** Whether the URL was new and had room. */
  add(entry: FrontierEntry): "added" | "known" | "full" {
    if (this.seen.has(entry.url)) return "known"
    if (this.seen.size >= this.capacity) return "full"
    this.seen.add(entry.url)
    this.entries.push(entry)
    return "added"
  }

  get size(): number {
    return this.entries.length - this.head
  }

  /** The entry `offset` places behind the first that is not done. */
  at(offset: number): FrontierEntry | undefined {
    return this.entries[this.head + offset]
  }

  /** The first entry is done. */
  shift(): void {
    this.entries[this.head++] = undefined
    if (this.head > compactAt && this.head * 2 > this.entries.length) {
      this.entries.splice(0, this.head)
      this.head = 0
    }
  }
}

const compactAt = 1024
