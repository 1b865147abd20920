import { Result } from "effect"
import { LRUCache } from "lru-cache"
import { getDomain } from "tldts"
import { once } from "../kernel/once.ts"
import { ownText } from "../kernel/own-text.ts"
import { normalizePercent } from "../kernel/percent-encoding.ts"
import { requestUrlFault, withScheme } from "../kernel/request-url.ts"

export { withScheme } from "../kernel/request-url.ts"

/**
 * Parses a URL as a caller writes it. Without `scheme://` it is a bare host and gets `https://`. The error message
 * completes a sentence that begins with the URL.
 */
export const parseRequestUrl = (input: string): Result.Result<URL, string> => {
  const fault = requestUrlFault(input)
  return fault === undefined ? Result.succeed(new URL(withScheme(input))) : Result.fail(fault)
}

/**
 * Canonical form, in which URLs are compared, queued and listed: the WHATWG serialisation (lower-case scheme and host,
 * IDN in punycode, no default port, no dot segments) without the fragment and with normalized percent-encoding (RFC
 * 3986 section 6.2.2). The order of the query, its empty parts and a trailing `/` may be significant and are preserved.
 * The canonical form identifies the same resource, and it is idempotent.
 */
export const canonical = ({ href }: URL): string => {
  const fragment = href.indexOf("#")
  return normalizePercent(fragment < 0 ? href : href.slice(0, fragment))
}

/** The absolute URL of a reference. Undefined for other schemes than http and https. */
export const httpUrl = (reference: string, base?: string | URL): URL | undefined => {
  const url = URL.parse(reference, base)
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined
}

/** Maximum length of a requested URL. RFC 9110 section 4.1 recommends support for 8,000 characters. */
export const maxUrlLength = 8192

/**
 * Canonical form of an `href` of a page, without user name and password. Undefined for other schemes than http and
 * https, and for a URL longer than `maxUrlLength`.
 */
export const resolveLink = (href: string, base: string | URL): string | undefined => {
  const plain = plainUrl(href, base)
  if (plain !== undefined) return ownText(withoutFragment(plain))
  const url = httpUrl(href.trim(), base)
  if (url === undefined || url.href.length > maxUrlLength) return undefined
  // The setters parse the whole URL again, and very few links contain an @.
  if (url.href.includes("@")) url.username = url.password = ""
  return canonical(url)
}

/**
 * Fast path for an absolute URL or a path in which the URL parser would change nothing. Undefined for other links. Most
 * links qualify, and the parser takes several times as long.
 */
export const plainUrl = (href: string, base: string | URL): string | undefined => {
  if (!plainShape.test(href) || href.includes("/.") || href.includes("xn--")) return undefined
  const isPath = href.startsWith("/")
  if (isPath && href.startsWith("//")) return undefined
  const origin = isPath ? plainOrigin(base) : ""
  return origin === undefined || origin.length + href.length > maxUrlLength ? undefined : origin + href
}

const withoutFragment = (url: string): string => {
  const fragment = url.indexOf("#")
  return fragment < 0 ? url : url.slice(0, fragment)
}

const plainShape = /^(?:https?:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,})?\/[\w\-.~/?=&+,:;!$*()]*(?:#[\w\-.~/?=&+,:;!$*()]*)?$/

/** Origin of a parsed http or https URL without user name. Undefined for others, and for a string. */
const plainOrigin = (base: string | URL): string | undefined => {
  if (typeof base === "string") return undefined
  const { href } = base
  if (!href.startsWith("http://") && !href.startsWith("https://")) return undefined
  const origin = href.slice(0, href.indexOf("/", "https://".length))
  return origin.includes("@") ? undefined : origin
}

/**
 * The registrable domain (eTLD+1, with private suffixes), or the host itself if it has none (an address, `localhost`).
 */
export const registrableDomain = (host: string): string => {
  const known = domains().get(host)
  if (known !== undefined) return known
  const domain = ownText(getDomain(host, { allowPrivateDomains: true }) ?? host)
  if (host.length <= maxNameLength) domains().set(ownText(host), domain)
  return domain
}

/** RFC 1035 section 2.3.4. A URL may have a longer host, but no resolver accepts it. */
const maxNameLength = 255
/** The domain of every link is computed, and most hosts repeat. Takes at most about 5 MB. */
const domains = once(() => new LRUCache<string, string>({ max: 10_000 }))

export const isSameSite = (a: URL, b: URL): boolean => registrableDomain(a.hostname) === registrableDomain(b.hostname)
