/** A URL by its path, for where the host is plain. */
export const shortUrl = (url: string): string => {
  const { host, pathname, search } = new URL(url)
  return pathname === "/" && search === "" ? host : pathname + search
}
