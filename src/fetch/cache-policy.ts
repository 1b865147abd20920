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

  /** The policy after a 304, or undefined where that speaks of another representation than the stored one. */
  revalidated(policy: CachePolicy, request: CacheRequest, notModified: ResponseHead): CachePolicy | undefined {
    const answer = policy.revalidatedPolicy(semantic(request), this.corrected(notModified))
    return answer.modified ? undefined : answer.policy
  }

  private corrected({ headers, status }: ResponseHead): CachePolicy.HttpResponse {
    const cacheControl = headers["cache-control"]?.toLowerCase() ?? ""
    return {
      status,
      headers: {
        ...headers,
        age: String(this.initialAge(headers)),
        "cache-control": withHeuristicBound(headers, withoutMustRevalidate(cacheControl), this.now())
      }
    }
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

/**
 * The library never serves a response that says must-revalidate, fresh or not; section 5.2.2.2 forbids only a stale one.
 * So the directive is taken out, and with it what would permit a stale one.
 */
const withoutMustRevalidate = (cacheControl: string): string =>
  /(?:^|[\s,])must-revalidate(?:$|[\s,])/.test(cacheControl)
    ? cacheControl.split(",").filter((part) => !/^\s*(?:must-revalidate|stale-)/.test(part)).join(",")
    : cacheControl

const withHeuristicBound = (
  headers: Readonly<Record<string, string>>,
  cacheControl: string,
  now: number
): string => {
  if (/max-age|immutable|no-cache|no-store/.test(cacheControl) || headers["expires"] !== undefined) return cacheControl
  if (cacheControl === "" && /no-cache/.test(headers["pragma"] ?? "")) return "no-cache"
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
