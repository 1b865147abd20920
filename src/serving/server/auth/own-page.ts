type Headers = Readonly<Record<string, string | undefined>>

/** A request with a key is authenticated by it, with or without a cookie. */
export const hasKey = (headers: Headers): boolean =>
  headers["x-api-key"] !== undefined || headers["authorization"] !== undefined

/**
 * Whether a request with a cookie comes from a page of this service. Pages on other ports of the same host count as the
 * same site, so SameSite does not stop them. Browsers send Sec-Fetch-Site over https and to loopback, and
 * elsewhere Origin with everything but a plain GET. A user who opens an address by hand (`none`) may only read.
 */
export const isOwnPage = (method: string, headers: Headers): boolean => {
  const isRead = method === "GET" || method === "HEAD"
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin" || (site === "none" && isRead)
  const origin = headers["origin"]
  if (origin === undefined) return isRead
  return URL.canParse(origin) && new URL(origin).host === headers["host"]
}
