/** Path of a URL, for use where the host is known. */
export const shortUrl = (url: string): string => {
  const { host, pathname, search } = new URL(url)
  return pathname === "/" && search === "" ? host : pathname + search
}
