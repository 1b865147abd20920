import { Result } from "effect"
import { LRUCache } from "lru-cache"
import { getDomain } from "tldts"
import { normalizePercent } from "./percent-encoding.ts"

/**
 * A URL as a caller gives it: with no `scheme://` it is a bare host and gets `https://`.
 * Fails with one sentence that says what is wrong with it.
 */
export const parseRequestUrl = (input: string): Result.Result<URL, string> => {
  const prefixed = withScheme(input)
  if (!URL.canParse(prefixed)) return Result.fail("is not a URL; give one such as https://example.com/page")
  const url = new URL(prefixed)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return Result.fail(`has the scheme ${url.protocol.slice(0, -1)}; only http and https can be fetched`)
  }
  if (url.username !== "" || url.password !== "") {
    return Result.fail("carries a user name or password; give the URL without them")
  }
  return Result.succeed(url)
}

/** `input` with `https://` before it where it has no `scheme://` of its own. This is `Document.url`. */
export const withScheme = (input: string): string => {
  const trimmed = input.trim()
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
}

/**
 * The one form in which a URL is compared, queued and listed: as the WHATWG serialises it (lower-case scheme and host, IDN in
 * punycode, no standard port, no dot segments, what must be percent-encoded is), without the fragment, and with percent-encodings in
 * one form (RFC 3986 section 6.2.2). The order of the query, its empty parts and a last `/` stay as they are: they may mean
 * something. It asks for the same resource, and the canonical form of a canonical form is itself.
 */
export const canonical = ({ href }: URL): string => {
  const fragment = href.indexOf("#")
  return normalizePercent(fragment < 0 ? href : href.slice(0, fragment))
}

/** Longer URLs are asked for of nobody, and answered by few (RFC 9110 section 4.1 asks for 8,000 characters). */
export const longestUrl = 8192

/**
 * The canonical form of an `href` found on a page, user name and password left out, or undefined where it is no http(s) link, or
 * one of more than `longestUrl` characters.
 */
export const resolveLink = (href: string, base: string | URL): string | undefined => {
  const url = URL.parse(href.trim(), base)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  if (url.href.length > longestUrl) return undefined
  // The setters parse the whole URL again; nearly no link has an @.
  if (url.href.includes("@")) url.username = url.password = ""
  return canonical(url)
}

/** The registrable domain (eTLD+1, private suffixes included), or the host itself where it has none (an address, `localhost`). */
export const registrableDomain = (host: string): string => {
  const known = domains.get(host)
  if (known !== undefined) return known
  const domain = getDomain(host, { allowPrivateDomains: true }) ?? host
  if (host.length <= longestName) domains.set(host, domain)
  return domain
}

/** RFC 1035 section 2.3.4; a URL may hold more, and no resolver takes it. */
const longestName = 255
/** Every link of a page is asked for its domain, and most hosts come again: some 5 MB at most. */
const domains = new LRUCache<string, string>({ max: 10_000 })

export const isSameSite = (a: URL, b: URL): boolean => registrableDomain(a.hostname) === registrableDomain(b.hostname)
