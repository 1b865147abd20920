import type { SimilarPage } from "../../../core/domain/job/LedgerRow.ts"
import { distanceOf } from "../../../extract/fingerprint/Simhash.ts"

/** A stored page that others may resemble. */
export interface OriginalPage {
  /** See `nearKeyOf`. */
  readonly near: string
  readonly url: string
}

/** The pages of a crawl by the identity of their article. A page that resembles an earlier one is not added. */
export class SimilarPages {
  private readonly byIdentity = new Map<string, Array<OriginalPage>>()
  private readonly capacity: number
  private count = 0

  constructor(capacity = Infinity) {
    this.capacity = capacity
  }

  /** The most similar page, the first one of several. */
  find(near: string): SimilarPage | undefined {
    let best: SimilarPage | undefined
    for (const { near: other, url } of this.byIdentity.get(identityOf(near)) ?? []) {
      const distance = distanceOf(simhashOf(near), simhashOf(other))
      if (distance <= maxDistance && distance < (best?.distance ?? Infinity)) best = { url, distance }
    }
    return best
  }

  /** Returns its place among the pages of one identity, or undefined if it was not added. */
  add(page: OriginalPage): number | undefined {
    const identity = identityOf(page.near)
    const pages = this.byIdentity.get(identity) ?? []
    if (pages.length >= maxPerIdentity || this.count >= this.capacity) return undefined
    this.count++
    this.byIdentity.set(identity, pages)
    return pages.push(page) - 1
  }
}

const identityOf = (near: string): string => near.slice(0, 16)
const simhashOf = (near: string): string => near.slice(16)

/** Of 64 bits. The identity is the same, so this bounds how much of the lines around the prose differs. */
const maxDistance = 3
/** Bounds the cost of a page of a site with thousands of pages of one identity. */
const maxPerIdentity = 8
