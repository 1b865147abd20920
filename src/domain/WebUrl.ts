import { Result } from "effect"
import { getDomain } from "tldts"

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

/** The one form in which a URL is compared, queued and listed: WHATWG-serialised, without the fragment. */
export const canonical = (url: URL): string => {
  const copy = new URL(url)
  copy.hash = ""
  return copy.href
}

/** The canonical form of an `href` found on a page, or undefined where it is no http(s) link. */
export const resolveLink = (href: string, base: string | URL): string | undefined => {
  const url = URL.parse(href.trim(), base)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  url.username = ""
  url.password = ""
  return canonical(url)
}

/** The registrable domain (eTLD+1, private suffixes included), or the host itself where it has none (an address, `localhost`). */
export const registrableDomain = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host

export const isSameSite = (a: URL, b: URL): boolean => registrableDomain(a.hostname) === registrableDomain(b.hostname)
