import { Clock, Context, Effect, Layer, Option } from "effect"
import { Settings } from "../../../core/settings/Settings.ts"
import {
  type CacheKey,
  type CacheRequest,
  CacheRules,
  hasCredentials,
  isForAll,
  keyOf,
  semantic,
  withMaxAge
} from "./cache-policy.ts"
import { type CacheEntry, memoryResponses, type ResponseStore, type StoredResponse } from "./ResponseStore.ts"

export type CacheAnswer =
  /**
   * `renewal`: the response is no longer fresh, but may be served while it is revalidated
   * (stale-while-revalidate, RFC 5861).
   */
  | { readonly _tag: "Fresh"; readonly response: StoredResponse; readonly renewal: StaleAnswer | undefined }
  | StaleAnswer
  | { readonly _tag: "Miss" }

/**
 * Send a request with these header fields, and give a 304 to `revalidate`. `onError` may be served if the site fails
 * (RFC 5861).
 */
export interface StaleAnswer {
  readonly _tag: "Stale"
  readonly headers: Readonly<Record<string, string>>
  readonly onError: StoredResponse | undefined
}

/**
 * A shared cache (RFC 9111), bounded in bytes: it serves all keys. Requests with credentials neither read nor fill it.
 * Bodies are returned as they are stored: they are never written to, and an extracting process gets its own copy.
 */
export class HttpCache extends Context.Service<HttpCache, {
  lookup(request: CacheRequest): Effect.Effect<CacheAnswer>
  store(request: CacheRequest, response: StoredResponse): Effect.Effect<void>
  /**
   * The stored response refreshed by a 304. Undefined if it is gone meanwhile, or if the 304 is about another response.
   */
  revalidate(
    request: CacheRequest,
    notModified: Pick<StoredResponse, "status" | "headers">
  ): Effect.Effect<StoredResponse | undefined>
  /** The response of that time turned out to be no page. If another one is stored by now, that one stays. */
  forget(key: CacheKey, fetchedAt: number): Effect.Effect<void>
}>()("gleaner/web/fetch/cache/HttpCache") {
  /** In memory, and in the folder of the settings if there is one. */
  static readonly layer = Layer.effect(
    HttpCache,
    Effect.gen(function*() {
      const { cacheBytes, cacheDirectory, cacheDirectoryBytes } = yield* Settings
      const rules = yield* rulesOnClock
      const memory = memoryResponses(cacheBytes)
      const directory = Option.getOrUndefined(cacheDirectory)
      if (cacheBytes <= 0) return off
      if (directory === undefined) return makeCache(memory, rules)
      const { directoryStore } = yield* Effect.promise(() => import("./directory-store.ts"))
      return makeCache(yield* directoryStore(directory, cacheDirectoryBytes, rules, memory), rules)
    })
  )

  /** In memory only, even if the settings name a folder. */
  static readonly layerMemory = Layer.effect(
    HttpCache,
    Effect.gen(function*() {
      const { cacheBytes } = yield* Settings
      return cacheBytes <= 0 ? off : makeCache(memoryResponses(cacheBytes), yield* rulesOnClock)
    })
  )
}

const rulesOnClock = Effect.map(Clock.Clock, (clock) => new CacheRules(() => clock.currentTimeMillisUnsafe()))

/** Switched off. */
const off = HttpCache.of({
  lookup: () => Effect.succeed({ _tag: "Miss" }),
  store: () => Effect.void,
  revalidate: () => Effect.undefined,
  forget: () => Effect.void
})

const makeCache = (entries: ResponseStore, rules: CacheRules): HttpCache["Service"] => {
  const staleAnswer = ({ policy, response }: CacheEntry, request: CacheRequest): StaleAnswer => {
    const conditional = policy.revalidationHeaders(semantic(request))
    const headers: Record<string, string> = {}
    for (const name of ["if-none-match", "if-modified-since"]) {
      const value = conditional[name]
      if (typeof value === "string") headers[name] = value
    }
    const isTooOld = request.maxAge !== undefined && policy.age() > request.maxAge
    const mayServe = !isTooOld && rules.revalidated(policy, response, request, failure) !== undefined
    const onError = mayServe ? response : undefined
    return { _tag: "Stale", headers, onError }
  }

  const lookup = Effect.fnUntraced(function*(request: CacheRequest): Effect.fn.Return<CacheAnswer> {
    const entry = hasCredentials(request) ? undefined : yield* entries.get(keyOf(request))
    if (entry === undefined) return { _tag: "Miss" }
    const { response, revalidation } = entry.policy.evaluateRequest(withMaxAge(request, entry.response.headers))
    if (response !== undefined) {
      const renewal = revalidation === undefined ? undefined : staleAnswer(entry, request)
      return { _tag: "Fresh", response: entry.response, renewal }
    }
    const stale = staleAnswer(entry, request)
    return Object.keys(stale.headers).length > 0 || stale.onError !== undefined ? stale : { _tag: "Miss" }
  })

  const store = (request: CacheRequest, response: StoredResponse) =>
    Effect.suspend(() => {
      // The answer to a request with credentials says nothing about the page for others.
      if (hasCredentials(request)) return Effect.void
      const policy = rules.policyOf(request, response)
      if (policy !== undefined && (request.maxAge !== undefined || isUseful(policy, response))) {
        return entries.set(keyOf(request), {
          policy,
          response: { ...response, headers: withoutCookies(response.headers) }
        })
      }
      // A temporary failure of the site does not delete what was stored.
      return response.status >= 500 ? Effect.void : entries.delete(keyOf(request))
    })

  const revalidate = Effect.fnUntraced(function*(
    request: CacheRequest,
    notModified: Pick<StoredResponse, "status" | "headers">
  ) {
    const entry = hasCredentials(request) ? undefined : yield* entries.get(keyOf(request))
    const policy = entry === undefined
      ? undefined
      : rules.revalidated(entry.policy, entry.response, request, notModified)
    if (entry === undefined || policy === undefined) return undefined
    const response = { ...entry.response, headers: { ...entry.response.headers, ...updating(notModified.headers) } }
    // The 304 may make the page private. Then it is for this request only.
    yield* policy.storable() && isForAll(notModified.headers)
      ? entries.set(keyOf(request), { policy, response })
      : entries.delete(keyOf(request))
    return response
  })

  const forget = Effect.fnUntraced(function*(key: CacheKey, fetchedAt: number) {
    const entry = yield* entries.get(keyOf(key))
    if (entry?.response.fetchedAt === fetchedAt) yield* entries.delete(keyOf(key))
  })

  return { lookup, store, revalidate, forget }
}

/** A failed site, as the rule of stale-if-error sees it. */
const failure = { status: 503, headers: {} }

/** Useful later: fresh for a while, or with a validator. */
const isUseful = (policy: CacheEntry["policy"], { headers }: StoredResponse): boolean =>
  policy.timeToLive() > 0 || headers["etag"] !== undefined || headers["last-modified"] !== undefined

/** A cookie is for the sender of the request only. */
const withoutCookies = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { "set-cookie": _, ...others } = headers
  return others
}

/** RFC 9111 section 3.2: the fields about the stored body stay as they are. */
const updating = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(withoutCookies(headers)).filter(([name]) => !aboutBody.has(name)))

const aboutBody: ReadonlySet<string> = new Set([
  "content-length",
  "content-encoding",
  "content-type",
  "content-range",
  "transfer-encoding"
])
