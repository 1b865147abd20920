import type { IndexEntry } from "./warc-records.ts"

/** The place of a record in a file of `archive/`. */
export interface RecordPlace {
  readonly filename: string
  readonly offset: number
  readonly length: number
}

/** A line of an index in the format CDXJ: key, time and the place of the record. Indexes are sorted by their bytes. */
export const cdxjLine = ({ at, digest, mime, status, url }: IndexEntry, { filename, length, offset }: RecordPlace) =>
  `${surtOf(url)} ${timeOf(at)} ${
    JSON.stringify({
      url,
      mime,
      status: String(status),
      digest,
      length: String(length),
      offset: String(offset),
      filename
    })
  }\n`

/** Digits to the second. */
const timeOf = (at: number): string => new Date(at).toISOString().replaceAll(/\D/g, "").slice(0, 14)

/**
 * The key of a URL for readers of archives (Sort-friendly URI Reordering Transform): the host in reverse order without
 * `www`, then path and sorted query, in lower case.
 */
export const surtOf = (url: string): string => {
  const parsed = URL.parse(url.replace(/^(https?:\/\/)www\d*\./, "$1").toLowerCase())
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return url
  const { hostname, pathname, port, search } = parsed
  const query = search === "" ? "" : `?${search.slice(1).split("&").toSorted().join("&")}`
  return `${hostname.split(".").toReversed().join(",")}${port === "" ? "" : `:${port}`})${pathname}${query}`
}
