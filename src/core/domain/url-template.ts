/**
 * The pattern of a URL within its host: pages of one pattern are usually made by one template and change alike. The
 * last segment of the path and segments with a digit are variable; the query counts by its names.
 */
export const urlTemplate = (url: string): string => {
  const { host, pathname, searchParams } = new URL(url)
  const segments = pathname.split("/").slice(1)
  const fixed = segments.map((segment, index) =>
    segment !== "" && (index === segments.length - 1 || /\d/.test(segment)) ? "*" : segment
  )
  const names = [...new Set(searchParams.keys())].toSorted()
  return `${host}/${fixed.join("/")}${names.length === 0 ? "" : `?${names.join("&")}`}`
}
