import { normalizePercent } from "../domain/percent-encoding.ts"

/**
 * A path and query as RFC 9309 section 2.2.2 compares them: what is neither unreserved nor a delimiter is percent-encoded, and an
 * encoded unreserved character is decoded. `*` and `$` of a URL are encoded as well (section 2.2.3), so that a pattern can
 * mean them literally.
 */
export const normalizePath = (path: string): string =>
  normalizePercent(path).replaceAll(/[^\w\-.~!&()+,/:;=?@%]+/g, encoded)

/** The same for a rule's pattern, whose `*` stand for any characters, and whose `$` at the end for the end. */
export const normalizePattern = (pattern: string): string => {
  const isAnchored = pattern.endsWith("$")
  const path = isAnchored ? pattern.slice(0, -1) : pattern
  return normalizePercent(path).replaceAll(/[^\w\-.~!&()+,/:;=?@%*]+/g, encoded) + (isAnchored ? "$" : "")
}

const encoded = (run: string): string =>
  encodeURIComponent(run.toWellFormed()).replaceAll("'", "%27").replaceAll("*", "%2A")
