/** The kind of text that a caller has to give. */
interface Asked {
  readonly noun: string
  /** The fault of a text that is something else. */
  readonly isNone: string
}

const aUrl: Asked = { noun: "URL", isNone: "is not a URL; give one such as https://example.com/page" }

/**
 * Why a URL, as a caller writes it, cannot be requested. Without `scheme://` it is a bare host and gets `https://`. The
 * text completes a sentence that begins with the URL.
 */
export const requestUrlFault = (input: string, { isNone, noun }: Asked = aUrl): string | undefined => {
  const url = URL.parse(withScheme(input))
  if (url === null) return isNone
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `has the scheme ${url.protocol.slice(0, -1)}; only http and https can be fetched`
  }
  if (url.username !== "" || url.password !== "") {
    return `carries a user name or password; give the ${noun} without them`
  }
  if (!isHostName(url.hostname)) return `has a host that cannot exist, so it ${isNone}`
  return hasScheme(input) || isBareHost(input) ? undefined : isNone
}

/** Maximum length of a host name (RFC 1035 section 2.3.4). */
const maxNameLength = 255

/** The URL parser accepts more than DNS (RFC 1035 section 2.3.4; names in use also contain `_`). */
const isHostName = (host: string): boolean =>
  host.startsWith("[") || (host.length <= maxNameLength && /^(?:[a-z\d_-]{1,63}\.)*[a-z\d_-]{1,63}\.?$/.test(host))

/** Without a scheme, only text with a dot, `localhost` and an IPv6 address in brackets count as a host. */
const isBareHost = (input: string): boolean => {
  const [host = ""] = input.trim().replace(/^[/\\]+/, "").split(/[/\\?#]/, 1)
  return host.startsWith("[") || /^localhost\.?(?::|$)/i.test(host) || /[.\u3002\uFF0E\uFF61][^:]/.test(host)
}

/** Prepends `https://` to an input without `scheme://`. The result is `Document.url`. */
export const withScheme = (input: string): string => {
  const trimmed = input.trim()
  return hasScheme(trimmed) ? trimmed : `https://${trimmed}`
}

const hasScheme = (input: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(input.trim())
