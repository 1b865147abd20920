import CachePolicy from "http-cache-semantics"

export interface CacheRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

interface ResponseHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** A heuristic freshness lifetime is not longer than this (RFC 9111 section 4.2.2 leaves the bound to the cache). */
const longestHeuristic = 86_400

/** RFC 9111 as a private cache: http-cache-semantics, with its deviations corrected and the clock given. */
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

  policyOf(request: CacheRequest, response: ResponseHead): CachePolicy {
    return new this.Policy(semantic(request), this.corrected(response), { shared: false })
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
    const { matches, modified, policy: next } = policy.revalidatedPolicy(
      semantic(request),
      this.corrected({
        ...answer,
        headers: answer.status === 304 ? { ...validators, ...answer.headers } : answer.headers
      })
    )
    return modified || !matches ? undefined : next
  }

  private corrected({ headers, status }: ResponseHead): CachePolicy.HttpResponse {
    const corrected: Record<string, string> = { ...headers, age: String(this.initialAge(headers)) }
    const cacheControl = cacheControlOf(headers, this.now())
    if (cacheControl !== "") corrected["cache-control"] = cacheControl
    // Section 5.3: what is no date is in the past; JavaScript reads "0" as a year.
    if (headers["expires"]?.includes(":") === false) corrected["expires"] = "Thu, 01 Jan 1970 00:00:00 GMT"
    return { status, headers: corrected }
  }

  /** Section 4.2.3: the library leaves out the apparent age, by which a response that some cache kept silently is older. */
  private initialAge(headers: Readonly<Record<string, string>>): number {
    const apparent = Math.max(0, (this.now() - Date.parse(headers["date"] ?? "")) / 1000)
    return Math.max(
      Number.isFinite(apparent) ? Math.floor(apparent) : 0,
      Number.parseInt(headers["age"] ?? "0", 10) || 0
    )
  }
}

const cacheControlOf = (headers: Readonly<Record<string, string>>, now: number): string => {
  const given = headers["cache-control"]?.toLowerCase() ?? (/no-cache/.test(headers["pragma"] ?? "") ? "no-cache" : "")
  return withHeuristicBound(headers, withoutMustRevalidate(given), now)
}

/**
 * The library never serves a response that says must-revalidate, fresh or not; section 5.2.2.2 forbids only a stale one.
 * So the directive is taken out, and with it what would permit a stale one.
 */
const withoutMustRevalidate = (cacheControl: string): string =>
  /(?:^|[\s,])must-revalidate(?:$|[\s,])/.test(cacheControl)
    ? cacheControl.split(",").filter((part) => !/^\s*(?:must-revalidate|stale-)/.test(part)).join(",")
    : cacheControl

const withHeuristicBound = (headers: Readonly<Record<string, string>>, cacheControl: string, now: number): string => {
  if (/max-age|immutable|no-cache|no-store/.test(cacheControl) || headers["expires"] !== undefined) return cacheControl
  const date = Date.parse(headers["date"] ?? "")
  const lifetime = ((Number.isNaN(date) ? now : date) - Date.parse(headers["last-modified"] ?? "")) / 10_000
  const bound = lifetime > longestHeuristic ? `max-age=${longestHeuristic}` : ""
  return [cacheControl, bound].filter((part) => part !== "").join(", ")
}

export const semantic = ({ headers, url }: CacheRequest): CachePolicy.HttpRequest => ({
  url,
  method: "GET",
  headers: { ...headers }
})
