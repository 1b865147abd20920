import CachePolicy from "http-cache-semantics"
import { parseHttpDate } from "../../net/http-date.ts"

export interface CacheRequest extends CacheKey {
  readonly headers: Readonly<Record<string, string>>
  /** Seconds. The caller accepts a stored response up to this age, also a stale one. */
  readonly maxAge?: number
  /** The caller's own fields are these. Their values are secrets, and the answer is only for the caller. */
  readonly secret?: ReadonlyArray<string>
}

/** A page may differ by language and by media type without saying so in Vary. */
export interface CacheKey {
  readonly url: string
  /** The value of Accept-Language, if the caller has set it. */
  readonly language?: string
  /** The media type that was asked for before HTML. */
  readonly prefer?: "markdown"
}

export const keyOf = ({ language, prefer, url }: CacheKey): string =>
  [url, ...(language === undefined ? [] : [language]), ...(prefer === undefined ? [] : [`prefer=${prefer}`])].join(" ")

type HeaderFields = Readonly<Record<string, string>>

interface ResponseHead {
  readonly status: number
  readonly headers: HeaderFields
}

/** A request with credentials. Its answer is for its sender only, so it never touches the cache. */
export const hasCredentials = ({ headers, secret }: CacheRequest): boolean =>
  secret !== undefined || headers["cookie"] !== undefined || headers["authorization"] !== undefined

/**
 * Whether a response may be served to other requesters (RFC 9111 sections 3 and 4). A response that sets a
 * cookie may be made for one visitor; section 7.3 warns of it, and we accept it only with `public`. A redirect that
 * sets a cookie begins a session, or only the cookie opens the wall behind it: it is never shared.
 */
export const isForAll = (headers: HeaderFields): boolean => {
  const directives = directivesOf(headers)
  if (directives.has("no-store") && !directives.has("must-understand")) return false
  if (directives.has("private") || varyOf(headers).includes("*")) return false
  return headers["set-cookie"] === undefined || (directives.has("public") && headers["location"] === undefined)
}

/** The longest heuristic freshness lifetime (RFC 9111 section 4.2.2 leaves it to the cache). */
const maxHeuristic = 86_400

/**
 * Section 1.2.2: a number of seconds too large to represent counts as this one. It is also written in digits, because
 * the library reads "1e+40" as 1.
 */
const maxSeconds = 2 ** 31

/** RFC 9111 as a shared cache: http-cache-semantics with its deviations corrected, on a given clock. */
export class CacheRules {
  private readonly Policy: typeof CachePolicy
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
    // The library reads the wall clock. Ours can be the clock of a test.
    this.Policy = class extends CachePolicy {
      now(): number {
        return now()
      }
    }
  }

  /** Undefined if the response may not be stored. */
  policyOf(request: CacheRequest, response: ResponseHead): CachePolicy | undefined {
    const { headers, status } = response
    if (hasCredentials(request) || !isForAll(headers)) return undefined
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

  /** The policy after a 304 (or a failure). Undefined if the stored response may not be used after it. */
  revalidated(
    policy: CachePolicy,
    stored: ResponseHead,
    request: CacheRequest,
    answer: ResponseHead
  ): CachePolicy | undefined {
    const { etag, "last-modified": lastModified } = stored.headers
    // We sent the validators of the one stored response. A 304 that repeats none of them is about that response.
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

  /** The header fields as the library should see them. */
  private corrected(headers: HeaderFields, status: number): Record<string, string> {
    // The library splits Connection and Vary with expressions that are quadratic in a run of spaces. It needs no
    // cookies.
    const { connection: _, "set-cookie": __, ...corrected }: Record<string, string> = headers
    if (headers["vary"] !== undefined) corrected["vary"] = varyOf(headers).join(",")
    corrected["age"] = String(this.initialAge(headers))
    for (const name of ["date", "last-modified", "expires"]) {
      if (headers[name] === undefined) continue
      const date = parseHttpDate(headers[name], this.now())
      // Section 5.3: an invalid Expires means the past.
      if (date !== undefined || name === "expires") corrected[name] = new Date(date ?? 0).toUTCString()
      else delete corrected[name]
    }
    const cacheControl = this.cacheControlOf(headers, status)
    if (cacheControl !== "") corrected["cache-control"] = cacheControl
    return corrected
  }

  /**
   * Section 4.2.3: the library leaves out the apparent age. With it, a response that another cache kept silently counts
   * as older.
   */
  private initialAge(headers: HeaderFields): number {
    const now = this.now()
    const apparent = Math.max(0, (now - (parseHttpDate(headers["date"], now) ?? now)) / 1000)
    // Section 5.1: the first value of a list counts, and one that is not a number is ignored.
    const [age = ""] = listOf(headers["age"])
    return Math.max(Math.floor(apparent), /^[0-9]+$/.test(age) ? Math.min(Number(age), maxSeconds) : 0)
  }

  private cacheControlOf(headers: HeaderFields, status: number): string {
    const directives = directivesOf(headers)
    const names = new Set(directives.keys())
    const remove = (...unwanted: ReadonlyArray<string>) => unwanted.forEach((name) => directives.delete(name))
    // Section 5.2.2.3: a cache that knows the status and this directive ignores no-store.
    if (names.has("must-understand")) {
      if (understood.has(status)) remove("no-store")
      else directives.set("no-store", "no-store")
    }
    // Sections 4.2.4 and 5.2.2.10: these forbid a stale response.
    if (staleForbidden.some((name) => names.has(name))) {
      remove("stale-if-error", "stale-while-revalidate")
    }
    // The library reads these as "never fresh". Sections 5.2.2.2 and 5.2.2.8 forbid only a stale response.
    remove("must-revalidate", "proxy-revalidate")
    const isExplicit = explicit.some((name) => names.has(name)) || headers["expires"] !== undefined
    if (!isExplicit && (heuristic.has(status) || names.has("public"))) {
      const now = this.now()
      const modified = parseHttpDate(headers["last-modified"], now) ?? Infinity
      const lifetime = ((parseHttpDate(headers["date"], now) ?? now) - modified) / 10_000
      if (lifetime > maxHeuristic) directives.set("max-age", `max-age=${maxHeuristic}`)
    }
    return [...directives.values()].join(", ")
  }
}

/** Directives that forbid a stale response (RFC 9111 section 4.2.4). */
const staleForbidden = ["must-revalidate", "proxy-revalidate", "no-cache", "s-maxage"]

/** The request with its directives `max-age`, and `max-stale` if the site permits it (RFC 9111 section 5.2.1). */
export const withMaxAge = (request: CacheRequest, stored: HeaderFields): CachePolicy.HttpRequest => {
  const asked = semantic(request)
  if (request.maxAge === undefined) return asked
  const directives = directivesOf(stored)
  const maxStale = staleForbidden.some((name) => directives.has(name)) ? "" : ", max-stale"
  return { ...asked, headers: { ...asked.headers, "cache-control": `max-age=${request.maxAge}${maxStale}` } }
}

/** Directives that rule out a heuristic lifetime. */
const explicit = ["max-age", "s-maxage", "immutable", "no-cache", "no-store"]

/** RFC 9110 section 15.1, without 206, which this cache does not store. */
const heuristic: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/** The statuses whose rules for caching the library follows. */
const understood: ReadonlySet<number> = new Set([...heuristic, 302, 303, 307])

/** Never stored, not even with explicit freshness: temporary states, and answers to this one request. */
const neverKept: ReadonlySet<number> = new Set([206, 304, 401, 407, 408, 416, 421, 425, 429, 500, 502, 503, 504])

/** Section 3 allows storing any final status with explicit freshness. The library knows only its own list. */
const knownStatus = (status: number, headers: HeaderFields): number => {
  if (understood.has(status) || neverKept.has(status) || status < 200) return status
  const directives = directivesOf(headers)
  const isExplicit = headers["expires"] !== undefined ||
    ["max-age", "s-maxage", "public"].some((name) => directives.has(name))
  return isExplicit ? 200 : status
}

/** Directives by name, in lower case, unchanged. The first of a name counts (section 4.2.1). */
const directivesOf = (headers: HeaderFields): Map<string, string> => {
  const field = headers["cache-control"] ?? (/no-cache/i.test(headers["pragma"] ?? "") ? "no-cache" : "")
  const directives = new Map<string, string>()
  // A comma within quotes does not end a directive.
  for (const part of field.toLowerCase().match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const name = part.split("=", 1)[0]?.trim() ?? ""
    // The library would end it at the comma. No value that we need has one.
    if (name !== "" && !directives.has(name)) directives.set(name, part.includes(",") ? name : part.trim())
  }
  return directives
}

/** The names in Vary. An invalid name counts as `*`, which matches nothing: it could mean any field. */
const varyOf = (headers: HeaderFields): ReadonlyArray<string> =>
  listOf(headers["vary"]).map((name) => /^[!#$%&'+.^_`|~\w-]+$/.test(name) ? name : "*")

/** The members of a field that is a list (RFC 9110 section 5.6.1). */
const listOf = (field: string | undefined): ReadonlyArray<string> =>
  (field ?? "").split(",").map((member) => member.trim()).filter((member) => member !== "")

export const semantic = ({ headers, url }: CacheRequest): CachePolicy.HttpRequest => ({
  url,
  method: "GET",
  headers: { ...headers }
})
