import { Result } from "effect"
import { LRUCache } from "lru-cache"
import { getDomain } from "tldts"
import { ownText } from "../kernel/own-text.ts"
import { normalizePercent } from "../kernel/percent-encoding.ts"

/**
 * A URL as a caller writes it. Without `scheme://` it is a bare host and gets `https://`. Fails with the end of a
 * sentence.
 */
export const parseRequestUrl = (input: string): Result.Result<URL, string> => {
  const prefixed = withScheme(input)
  if (!URL.canParse(prefixed)) return Result.fail(noUrl)
  const url = new URL(prefixed)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return Result.fail(`has the scheme ${url.protocol.slice(0, -1)}; only http and https can be fetched`)
  }
  if (url.username !== "" || url.password !== "") {
    return Result.fail("carries a user name or password; give the URL without them")
  }
  if (!isHostName(url.hostname)) return Result.fail(`has a host that cannot exist, so it ${noUrl}`)
  return hasScheme(input) || isBareHost(input) ? Result.succeed(url) : Result.fail(noUrl)
}

const noUrl = "is not a URL; give one such as https://example.com/page"

/** The URL parser takes more than DNS does (RFC 1035 section 2.3.4; names in use have `_`, too). */
const isHostName = (host: string): boolean =>
  host.startsWith("[") || (host.length <= maxNameLength && /^(?:[a-z\d_-]{1,63}\.)*[a-z\d_-]{1,63}\.?$/.test(host))

/** Without `http://` before it, a word is hardly ever a host. One with a dot is, and so are `localhost` and `[::1]`. */
const isBareHost = (input: string): boolean => {
  const [host = ""] = input.trim().replace(/^[/\\]+/, "").split(/[/\\?#]/, 1)
  return host.startsWith("[") || /^localhost\.?(?::|$)/i.test(host) || /[.\u3002\uFF0E\uFF61][^:]/.test(host)
}

/** `input`, with `https://` before it if it has no `scheme://`. This is `Document.url`. */
export const withScheme = (input: string): string => {
  const trimmed = input.trim()
  return hasScheme(trimmed) ? trimmed : `https://${trimmed}`
}

const hasScheme = (input: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(input.trim())

/**
 * The form in which URLs are compared, queued and listed. It is what the WHATWG serialiser writes (lower-case scheme
 * and host, IDN in punycode, no default port, no dot segments), without the fragment, and with percent-encoding in one
 * form (RFC 3986 section 6.2.2). The order of the query, its empty parts and a last `/` stay: they may mean something.
 * The canonical form asks for the same resource, and it is its own canonical form.
 */
export const canonical = ({ href }: URL): string => {
  const fragment = href.indexOf("#")
  return normalizePercent(fragment < 0 ? href : href.slice(0, fragment))
}

/** We request no longer URL, and few servers answer one (RFC 9110 section 4.1 asks for 8,000 characters). */
export const maxUrlLength = 8192

/**
 * The canonical form of an `href` of a page, without user name and password. Undefined if it is no http or https link,
 * or longer than `maxUrlLength`.
 */
export const resolveLink = (href: string, base: string | URL): string | undefined => {
  const plain = plainLink(href, base)
  if (plain !== undefined) return plain
  const url = URL.parse(href.trim(), base)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  if (url.href.length > maxUrlLength) return undefined
  // The setters parse the whole URL again, and very few links have an @.
  if (url.href.includes("@")) url.username = url.password = ""
  return canonical(url)
}

/**
 * The canonical form of a link that is nearly in it: an address with a plain host, or a path, without anything that the
 * URL parser would change. Undefined for others. Most links are like this, and the parser takes several times as long.
 */
const plainLink = (href: string, base: string | URL): string | undefined => {
  if (!plainShape.test(href) || href.includes("/.") || href.includes("xn--")) return undefined
  const isPath = href.startsWith("/")
  if (isPath && href.startsWith("//")) return undefined
  const origin = isPath ? plainOrigin(base) : ""
  if (origin === undefined || origin.length + href.length > maxUrlLength) return undefined
  const fragment = href.indexOf("#")
  const end = fragment < 0 ? href.length : fragment
  return ownText(origin + href.slice(0, end))
}

const plainShape = /^(?:https?:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,})?\/[\w\-.~/?=&+,:;!$*()]*(?:#[\w\-.~/?=&+,:;!$*()]*)?$/

/** Of an http or https URL without user name. Undefined for others, and for text that nothing has parsed yet. */
const plainOrigin = (base: string | URL): string | undefined => {
  if (typeof base === "string") return undefined
  const { href } = base
  if (!href.startsWith("http://") && !href.startsWith("https://")) return undefined
  const origin = href.slice(0, href.indexOf("/", "https://".length))
  return origin.includes("@") ? undefined : origin
}

/**
 * The registrable domain (eTLD+1, with private suffixes). A host without one (an address, `localhost`) stands for
 * itself.
 */
export const registrableDomain = (host: string): string => {
  const known = domains.get(host)
  if (known !== undefined) return known
  const domain = ownText(getDomain(host, { allowPrivateDomains: true }) ?? host)
  if (host.length <= maxNameLength) domains.set(ownText(host), domain)
  return domain
}

/** RFC 1035 section 2.3.4. A URL may have a longer host, but no resolver takes it. */
const maxNameLength = 255
/** We look up the domain of every link, and most hosts come again. The cache takes some 5 MB at most. */
const domains = new LRUCache<string, string>({ max: 10_000 })

export const isSameSite = (a: URL, b: URL): boolean => registrableDomain(a.hostname) === registrableDomain(b.hostname)
