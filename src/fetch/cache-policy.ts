import CachePolicy from "http-cache-semantics"
import { parseHttpDate } from "../net/http-date.ts"

export interface CacheRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

type Fields = Readonly<Record<string, string>>

interface ResponseHead {
  readonly status: number
  readonly headers: Fields
}

/** A request with credentials: the answer is for whoever sent it, so it never touches the cache. */
export const hasCredentials = ({ headers }: CacheRequest): boolean =>
  headers["cookie"] !== undefined || headers["authorization"] !== undefined

/**
 * Whether an answer may serve somebody who did not ask for it (RFC 9111 sections 3 and 4). An answer that sets a cookie may be
 * made for one visitor; section 7.3 warns of it, and here only `public` lets it pass.
 */
export const isForAll = (headers: Fields): boolean => {
  const directives = directivesOf(headers)
  if (directives.has("no-store") && !directives.has("must-understand")) return false
  if (directives.has("private") || listOf(headers["vary"]).includes("*")) return false
  return headers["set-cookie"] === undefined || directives.has("public")
}

/** A heuristic freshness lifetime is not longer than this (RFC 9111 section 4.2.2 leaves the bound to the cache). */
const longestHeuristic = 86_400

/** RFC 9111 as a shared cache: http-cache-semantics, with its deviations corrected and the clock given. */
export class CacheRules {
  private readonly Policy: typeof CachePolicy
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
    // The library reads the wall clock; ours can be a test's.
    this.Policy = class extends CachePolicy {
      now(): number {
        return now()
      }
    }
  }

  /** Undefined where the response may not be stored. */
  policyOf(request: CacheRequest, response: ResponseHead): CachePolicy | undefined {
    const { headers, status } = response
    if (hasCredentials(request) || !isForAll(headers)) return undefined
    // A redirect that sets a cookie is often a wall that only the cookie opens, and cookies are not kept.
    if (headers["set-cookie"] !== undefined && status >= 300 && status < 400) return undefined
    const corrected = this.corrected(headers, status)
    const policy = new this.Policy(
      semantic(request),
      { status: knownStatus(status, corrected), headers: corrected },
      { shared: true }
    )
    return policy.storable() ? policy : undefined
  }

  revive(stored: CachePolicy.CachePolicyObject): CachePolicy {
    return this.Policy.fromObject(stored)
  }

  /** The policy after a 304 (or a failure), or undefined where the stored response may not be used after it. */
  revalidated(
    policy: CachePolicy,
    stored: ResponseHead,
    request: CacheRequest,
    answer: ResponseHead
  ): CachePolicy | undefined {
    const { etag, "last-modified": lastModified } = stored.headers
    // We asked with the validators of the one response that is stored: a 304 that repeats none speaks of that one.
    const validators = {
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { "last-modified": lastModified })
    }
    const headers = answer.status === 304 ? { ...validators, ...answer.headers } : answer.headers
    const { matches, modified, policy: next } = policy.revalidatedPolicy(
      semantic(request),
      { status: answer.status, headers: this.corrected(headers, stored.status) }
    )
    return modified || !matches ? undefined : next
  }

  /** The fields as the library is to see them. */
  private corrected(headers: Fields, status: number): Record<string, string> {
    // The library splits these two by expressions that are quadratic in a run of spaces, and never needs the cookies.
    const { connection: _, "set-cookie": __, ...corrected }: Record<string, string> = headers
    if (headers["vary"] !== undefined) corrected["vary"] = listOf(headers["vary"]).join(",")
    corrected["age"] = String(this.initialAge(headers))
    for (const name of ["date", "last-modified", "expires"]) {
      if (headers[name] === undefined) continue
      const date = parseHttpDate(headers[name], this.now())
      // Section 5.3: an Expires that is no date is in the past.
      if (date !== undefined || name === "expires") corrected[name] = new Date(date ?? 0).toUTCString()
      else delete corrected[name]
    }
    const cacheControl = this.cacheControlOf(headers, status)
    if (cacheControl !== "") corrected["cache-control"] = cacheControl
    return corrected
  }

  /** Section 4.2.3: the library leaves out the apparent age, by which a response that some cache kept silently is older. */
  private initialAge(headers: Fields): number {
    const now = this.now()
    const apparent = Math.max(0, (now - (parseHttpDate(headers["date"], now) ?? now)) / 1000)
    // Section 5.1: the first of a list counts; one that is no number is ignored.
    const [age = ""] = listOf(headers["age"])
    return Math.max(Math.floor(apparent), /^[0-9]+$/.test(age) ? Number(age) : 0)
  }

  private cacheControlOf(headers: Fields, status: number): string {
    const directives = directivesOf(headers)
    const names = new Set(directives.keys())
    const remove = (...unwanted: ReadonlyArray<string>) => unwanted.forEach((name) => directives.delete(name))
    // Section 5.2.2.3: a cache that knows the status and the directive ignores no-store.
    if (names.has("must-understand")) {
      if (understood.has(status)) remove("no-store")
      else directives.set("no-store", "no-store")
    }
    // Sections 4.2.4 and 5.2.2.10: these forbid a stale response.
    if (["must-revalidate", "proxy-revalidate", "no-cache", "s-maxage"].some((name) => names.has(name))) {
      remove("stale-if-error", "stale-while-revalidate")
    }
    // The library takes these for "never fresh"; sections 5.2.2.2 and 5.2.2.8 forbid only a stale response.
    remove("must-revalidate", "proxy-revalidate")
    const isExplicit = explicit.some((name) => names.has(name)) || headers["expires"] !== undefined
    if (!isExplicit && (heuristic.has(status) || names.has("public"))) {
      const now = this.now()
      const modified = parseHttpDate(headers["last-modified"], now) ?? Infinity
      const lifetime = ((parseHttpDate(headers["date"], now) ?? now) - modified) / 10_000
      if (lifetime > longestHeuristic) directives.set("max-age", `max-age=${longestHeuristic}`)
    }
    return [...directives.values()].join(", ")
  }
}

/** Directives that leave no room for a heuristic. */
const explicit = ["max-age", "s-maxage", "immutable", "no-cache", "no-store"]

/** RFC 9110 section 15.1, without 206, of which this cache makes nothing. */
const heuristic: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/** The statuses whose rules for caching the library follows. */
const understood: ReadonlySet<number> = new Set([...heuristic, 302, 303, 307])

/** What may be over in a moment, or is an answer to this request alone, is not kept, whatever it says of itself. */
const neverKept: ReadonlySet<number> = new Set([206, 304, 401, 407, 408, 416, 421, 425, 429, 500, 502, 503, 504])

/** Section 3 lets any final status be stored that says for how long; the library knows only its own list. */
const knownStatus = (status: number, headers: Fields): number => {
  if (understood.has(status) || neverKept.has(status) || status < 200) return status
  const directives = directivesOf(headers)
  const isExplicit = headers["expires"] !== undefined ||
    ["max-age", "s-maxage", "public"].some((name) => directives.has(name))
  return isExplicit ? 200 : status
}

/** Directives by name, in lower case, each as it stands in the field. The last of one name counts. */
const directivesOf = (headers: Fields): Map<string, string> => {
  const field = headers["cache-control"] ?? (/no-cache/i.test(headers["pragma"] ?? "") ? "no-cache" : "")
  return new Map(listOf(field.toLowerCase()).map((part) => [part.split("=", 1)[0]?.trim() ?? "", part]))
}

/** The members of a field that is a list (RFC 9110 section 5.6.1). */
const listOf = (field: string | undefined): ReadonlyArray<string> =>
  (field ?? "").split(",").map((member) => member.trim()).filter((member) => member !== "")

export const semantic = ({ headers, url }: CacheRequest): CachePolicy.HttpRequest => ({
  url,
  method: "GET",
  headers: { ...headers }
})
