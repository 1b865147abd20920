/** The host of a URL: an IPv6 address without its brackets (RFC 3986 section 3.2.2). */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")

/** The host as URLs contain it: an IPv6 address in brackets. */
export const inBrackets = (host: string): string => host.includes(":") ? `[${host}]` : host
