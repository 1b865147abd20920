import { Effect } from "effect"
import type CachePolicy from "http-cache-semantics"
import { LRUCache } from "lru-cache"

/** A response as the cache holds it, decoded. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

export interface CacheEntry {
  readonly policy: CachePolicy
  readonly response: StoredResponse
}

/** Keeps entries by URL, bounded in bytes. The entry unused for the longest time goes first. */
export interface ResponseStore {
  get(url: string): Effect.Effect<CacheEntry | undefined>
  set(url: string, entry: CacheEntry): Effect.Effect<void>
  delete(url: string): Effect.Effect<void>
}

export const memoryStore = (maxBytes: number): ResponseStore => {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: Math.max(1, maxBytes),
    // One page must not push out all others.
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation: sizeOf
  })
  return {
    get: (url) => Effect.sync(() => entries.get(url)),
    set: (url, entry) => Effect.sync(() => void entries.set(url, entry)),
    delete: (url) => Effect.sync(() => void entries.delete(url))
  }
}

/** What the policy and the entry cost besides body and header fields. */
const overhead = 2048

const sizeOf = ({ response }: CacheEntry, url: string): number => {
  // The policy has a copy of the header fields, and a character takes up to two bytes.
  const fields = Object.entries(response.headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return response.body.byteLength + 4 * fields + 2 * url.length + overhead
}
