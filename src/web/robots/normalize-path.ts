import { glob } from "../../core/kernel/glob.ts"
import { normalizePercent } from "../../core/kernel/percent-encoding.ts"

/**
 * A path and query in the form in which RFC 9309 section 2.2.2 compares them: characters that are neither unreserved
 * nor delimiters are percent-encoded, and encoded unreserved characters are decoded. `*` and `$` of a URL are encoded
 * too (section 2.2.3), so a pattern can mean them literally.
 */
export const normalizePath = (path: string): string =>
  normalizePercent(path).replaceAll(/[^\w\-.~!&()+,/:;=?@%]+/g, encoded)

/** The same for the pattern of a rule, where `*` stands for any characters and a final `$` for the end. */
export const normalizePattern = (pattern: string): string => {
  const isAnchored = pattern.endsWith("$")
  const path = isAnchored ? pattern.slice(0, -1) : pattern
  return normalizePercent(path).replaceAll(/[^\w\-.~!&()+,/:;=?@%*]+/g, encoded) + (isAnchored ? "$" : "")
}

/** Section 2.2.3: a path begins with the pattern. With `$` it also ends with it. */
export const patternMatcher = (pattern: string): (path: string) => boolean =>
  glob(pattern.endsWith("$") ? pattern.slice(0, -1) : `${pattern}*`)

const encoded = (run: string): string =>
  encodeURIComponent(run.toWellFormed()).replaceAll("'", "%27").replaceAll("*", "%2A")
