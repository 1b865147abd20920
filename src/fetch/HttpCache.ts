import { Clock, Context, Effect, Layer } from "effect"
import CachePolicy from "http-cache-semantics"
import { LRUCache } from "lru-cache"
import { Settings } from "../Settings.ts"

/** A response as the cache holds it: its content-codings undone. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

export interface CacheRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export type CacheAnswer =
  | { readonly _tag: "Fresh"; readonly response: StoredResponse }
  /** Ask the site with these header fields; a 304 goes to `revalidate`. */
  | { readonly _tag: "Stale"; readonly headers: Readonly<Record<string, string>> }
  | { readonly _tag: "Miss" }

/** A private cache by RFC 9111, in memory, bounded in bytes. */
export class HttpCache extends Context.Service<HttpCache, {
  lookup(request: CacheRequest): Effect.Effect<CacheAnswer>
  store(request: CacheRequest, response: StoredResponse): Effect.Effect<void>
  /** The stored response refreshed by a 304, or undefined where it is gone in the meantime. */
  revalidate(
    request: CacheRequest,
    notModified: Pick<StoredResponse, "status" | "headers">
  ): Effect.Effect<StoredResponse | undefined>
}>()("gleaner/fetch/HttpCache") {
  static readonly layerMemory = Layer.effect(
    HttpCache,
    Effect.gen(function*() {
      const { cacheBytes } = yield* Settings
      const clock = yield* Clock.Clock
      // The library reads the wall clock; ours can be a test's.
      class Policy extends CachePolicy {
        now(): number {
          return clock.currentTimeMillisUnsafe()
        }
      }
      const entries = new LRUCache<string, Entry>({
        maxSize: Math.max(1, cacheBytes),
        maxEntrySize: Math.max(1, Math.floor(cacheBytes / 4)),
        sizeCalculation: ({ response }) => response.body.length + entryOverhead
      })

      const store = (request: CacheRequest, response: StoredResponse) =>
        Effect.sync(() => {
          const policy = new Policy(semantic(request), { status: response.status, headers: { ...response.headers } }, {
            shared: false
          })
          if (cacheBytes > 0 && policy.storable()) entries.set(request.url, { policy, response })
          else entries.delete(request.url)
        })

      return HttpCache.of({
        store,
        lookup: (request) =>
          Effect.sync((): CacheAnswer => {
            const entry = entries.get(request.url)
            if (entry === undefined) return { _tag: "Miss" }
            if (entry.policy.satisfiesWithoutRevalidation(semantic(request))) {
              return { _tag: "Fresh", response: entry.response }
            }
            const conditional = entry.policy.revalidationHeaders(semantic(request))
            const headers: Record<string, string> = {}
            for (const name of ["if-none-match", "if-modified-since"]) {
              const value = conditional[name]
              if (typeof value === "string") headers[name] = value
            }
            return Object.keys(headers).length > 0 ? { _tag: "Stale", headers } : { _tag: "Miss" }
          }),
        revalidate: (request, notModified) =>
          Effect.sync(() => {
            const entry = entries.get(request.url)
            if (entry === undefined) return undefined
            const { policy } = entry.policy.revalidatedPolicy(semantic(request), {
              status: notModified.status,
              headers: { ...notModified.headers }
            })
            const headers: Record<string, string> = {}
            for (const [name, value] of Object.entries(policy.responseHeaders())) {
              if (value !== undefined) headers[name] = String(value)
            }
            const response = { ...entry.response, headers }
            entries.set(request.url, { policy, response })
            return response
          })
      })
    })
  )
}

interface Entry {
  readonly policy: CachePolicy
  readonly response: StoredResponse
}

/** What an entry costs beside its body: header fields and policy. */
const entryOverhead = 4096

const semantic = ({ headers, url }: CacheRequest): CachePolicy.HttpRequest => ({
  url,
  method: "GET",
  headers: { ...headers }
})
