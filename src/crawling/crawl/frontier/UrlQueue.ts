import { registrableDomain } from "../../../core/domain/WebUrl.ts"
import { meanUrlLength } from "../model/frontier-bounds.ts"
import type { Origin } from "../model/Frontier.ts"
import { SeenSet } from "./SeenSet.ts"

/** A URL of a crawl. `seq` counts them from 0. */
export interface UrlEntry extends Origin {
  readonly seq: number
  readonly url: string
  readonly domain: DomainLine
}

/**
 * The waiting URLs of one registrable domain, as a list through `Chunk.next`, and the number of its pages in flight.
 */
interface DomainLine {
  readonly name: string
  first: number
  last: number
  running: number
}

/**
 * Breadth first: URLs are enqueued in the order in which they are found, each once, and settled in that order. URLs of one
 * domain also start in that order, at most `perDomain` at a time. The domains take turns: the domain with the oldest
 * last request is the most likely to have its turn at the site, too. The number of URLs and the characters of waiting
 * URLs are bounded. A URL costs its text and about 50 bytes: 11 to 21 in the seen-set, the header of the string, and
 * two slots. Consecutive URLs with the same origin share one entry for it.
 */
export class UrlQueue {
  private readonly seen = new SeenSet()
  private readonly chunks = new Map<number, Chunk>()
  private readonly domains = new Map<string, DomainLine>()
  /**
   * Domains with a URL that may start, without a page in flight (`idle`) or with some (`busy`), oldest request first.
   */
  private readonly idle = new Set<DomainLine>()
  private readonly busy = new Set<DomainLine>()
  /** Consecutive URLs of one origin. A run ends before its `end`. */
  private readonly runs: Array<Origin & { end: number }> = []
  private readonly capacity: number
  private readonly perDomain: number
  /** Settled places after the first unsettled one. */
  private readonly doneAhead = new Set<number>()
  private runHead = 0
  private characters = 0
  private head = 0
  private tail = 0

  constructor(capacity: number, perDomain: number) {
    this.capacity = capacity
    this.perDomain = perDomain
  }

  /** `hostname` belongs to the URL. */
  add(url: string, { hostname }: Pick<URL, "hostname">, origin: Origin): "added" | "known" | "full" {
    if (this.seen.has(url)) return "known"
    if (this.seen.size >= this.capacity || this.characters >= this.capacity * meanUrlLength) return "full"
    const seq = this.append(url, origin)
    this.characters += url.length
    this.chunkOf(seq).urls[seq % chunkSize] = url
    this.enqueue(this.lineOf(registrableDomain(hostname)), seq)
    return "added"
  }

  /** Adds a URL that an earlier process has settled, in its place of the order. */
  addSettled(url: string, origin: Origin): void {
    this.done(this.append(url, origin))
  }

  /** The URL at this place, if it waits. */
  urlAt(seq: number): string | undefined {
    return this.chunks.get(Math.floor(seq / chunkSize))?.urls[seq % chunkSize]
  }

  /** The place that the next URL will get. */
  get end(): number {
    return this.tail
  }

  /** Adds another name of a known URL, so it is not enqueued later. Returns whether it was unknown. */
  addAlias(url: string): boolean {
    return this.seen.add(url)
  }

  knows(url: string): boolean {
    return this.seen.has(url)
  }

  /** Number of URLs that are not settled, including pages in flight. */
  get size(): number {
    return this.tail - this.head - this.doneAhead.size
  }

  /** Number of domains with URLs that wait, and of those without a page in flight, among the first `max` domains. */
  waitingDomains(max: number): { readonly waiting: number; readonly due: number } {
    const lines = this.domains.values().take(max).filter(({ first }) => first !== none).toArray()
    return { waiting: lines.length, due: lines.filter(({ running }) => running === 0).length }
  }

  /** The place of the first URL that is not settled. */
  get first(): number {
    return this.head
  }

  /** The next URL to start, if it is among the first `reach` unsettled ones. URLs settled out of order do not count. */
  take(reach: number): UrlEntry | undefined {
    const end = this.head + this.doneAhead.size + reach
    const domain = firstBefore(end, this.idle) ?? firstBefore(end, this.busy)
    if (domain === undefined) return undefined
    const seq = domain.first
    const chunk = this.chunkOf(seq)
    const url = chunk.urls[seq % chunkSize] ?? ""
    chunk.urls[seq % chunkSize] = undefined
    domain.first = seq === domain.last ? none : this.after(seq)
    domain.running++
    this.sort(domain)
    const { depth, foundOn } = this.originOf(seq)
    return { seq, url, depth, foundOn, domain }
  }

  /** The page has ended, so its domain may start another one. */
  release({ domain, url }: UrlEntry): void {
    domain.running--
    this.characters -= url.length
    if (domain.running === 0 || domain.running === this.perDomain - 1) this.sort(domain)
    if (domain.running === 0 && domain.first === none) this.domains.delete(domain.name)
  }

  /** Returns the URL of an interrupted page to its place. */
  putBack({ domain, seq, url }: UrlEntry): void {
    domain.running--
    this.chunkOf(seq).urls[seq % chunkSize] = url
    this.domains.set(domain.name, domain)
    this.insert(domain, seq)
    this.sort(domain)
  }

  /** Settles the URL at this place. */
  done(seq: number): void {
    this.doneAhead.add(seq)
    while (this.doneAhead.delete(this.head)) this.shift()
  }

  private shift(): void {
    if (++this.head % chunkSize === 0) this.chunks.delete(this.head / chunkSize - 1)
    while ((this.runs[this.runHead]?.end ?? Number.POSITIVE_INFINITY) <= this.head) this.runHead++
    if (this.runHead < deadRuns) return
    this.runs.splice(0, this.runHead)
    this.runHead = 0
  }

  private append(url: string, origin: Origin): number {
    this.seen.add(url)
    const seq = this.tail++
    const run = this.runs.length > this.runHead ? this.runs.at(-1) : undefined
    if (run?.depth === origin.depth && run.foundOn === origin.foundOn) run.end = this.tail
    else this.runs.push({ depth: origin.depth, foundOn: origin.foundOn, end: this.tail })
    return seq
  }

  /** Few URLs of a domain are in flight, so its place is near the first. */
  private insert(domain: DomainLine, seq: number): void {
    if (domain.first === none) {
      domain.first = domain.last = seq
      return
    }
    if (seq < domain.first) {
      this.chunkOf(seq).next[seq % chunkSize] = domain.first
      domain.first = seq
      return
    }
    let before = domain.first
    while (before !== domain.last && this.after(before) < seq) before = this.after(before)
    if (before === domain.last) domain.last = seq
    else this.chunkOf(seq).next[seq % chunkSize] = this.after(before)
    this.chunkOf(before).next[before % chunkSize] = seq
  }

  private after(seq: number): number {
    return this.chunkOf(seq).next[seq % chunkSize] ?? none
  }

  private enqueue(domain: DomainLine, seq: number): void {
    if (domain.first === none) {
      domain.first = domain.last = seq
      this.sort(domain)
      return
    }
    this.chunkOf(domain.last).next[domain.last % chunkSize] = seq
    domain.last = seq
  }

  /** Moves the domain to the end of the set that it belongs to now. */
  private sort(domain: DomainLine): void {
    this.idle.delete(domain)
    this.busy.delete(domain)
    if (domain.first === none || domain.running >= this.perDomain) return
    if (domain.running === 0) this.idle.add(domain)
    else this.busy.add(domain)
  }

  private lineOf(name: string): DomainLine {
    const known = this.domains.get(name)
    if (known !== undefined) return known
    const made = { name, first: none, last: none, running: 0 }
    this.domains.set(name, made)
    return made
  }

  private chunkOf(seq: number): Chunk {
    const index = Math.floor(seq / chunkSize)
    const known = this.chunks.get(index)
    if (known !== undefined) return known
    const made: Chunk = { urls: [], next: new Uint32Array(chunkSize) }
    this.chunks.set(index, made)
    return made
  }

  /** Binary search for the first run that ends after `seq`. */
  private originOf(seq: number): Origin {
    let low = this.runHead
    for (let high = this.runs.length - 1; low < high;) {
      const middle = (low + high) >>> 1
      if ((this.runs[middle]?.end ?? 0) > seq) high = middle
      else low = middle + 1
    }
    return this.runs[low] ?? { depth: 0, foundOn: "" }
  }
}

/**
 * URLs by their place in the order. A chunk is dropped when all its URLs are settled, so nothing is ever moved.
 */
interface Chunk {
  readonly urls: Array<string | undefined>
  /** The place of the next URL of the same domain. */
  readonly next: Uint32Array
}

/** Nearly always the first domain, because URLs are out of reach only near the end of a budget. */
const firstBefore = (end: number, lines: ReadonlySet<DomainLine>): DomainLine | undefined => {
  for (const line of lines) if (line.first < end) return line
  return undefined
}

const chunkSize = 4096
const none = -1
/** Settled runs are removed in batches of this size. */
const deadRuns = 1024
