import { Effect, Metric } from "effect"
import type CachePolicy from "http-cache-semantics"
import { LRUCache } from "lru-cache"
import { metrics } from "../../../core/observability/metrics.ts"

/** A response as the cache stores it. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** In the content codings of its header: the same memory stores five times as many pages. */
  readonly body: Uint8Array
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

export interface CacheEntry {
  readonly policy: CachePolicy
  readonly response: StoredResponse
}

/** Stores entries by URL and language (`keyOf`), bounded in bytes. Evicts the least recently used entry first. */
export interface ResponseStore {
  get(key: string): Effect.Effect<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): Effect.Effect<void>
  delete(key: string): Effect.Effect<void>
}

export const memoryResponses = (maxBytes: number): ResponseStore => {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: Math.max(1, maxBytes),
    // One page must not push out all others.
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation: sizeOf
  })
  const measured = Effect.suspend(() => Metric.update(metrics.cacheBytes, entries.calculatedSize))
  return {
    get: (key) => Effect.sync(() => entries.get(key)),
    set: (key, entry) => Effect.andThen(Effect.sync(() => entries.set(key, entry)), measured),
    delete: (key) => Effect.andThen(Effect.sync(() => entries.delete(key)), measured)
  }
}

/** Overhead of the policy and the entry, besides body and header fields. */
const overhead = 2048

const sizeOf = ({ response }: CacheEntry, key: string): number => {
  // The policy has a copy of the header fields, and a character takes up to two bytes.
  const fields = Object.entries(response.headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return response.body.byteLength + 4 * fields + 2 * key.length + overhead
}
