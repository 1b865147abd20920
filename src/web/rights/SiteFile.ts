import { glob } from "../../core/kernel/glob.ts"
import type { Statement } from "./Statement.ts"

/** The statements of a file of the site about one of its URLs. */
export type SiteFile = (url: URL) => ReadonlyArray<Statement>

/** A file that says nothing, or that the site does not have. */
export const noFile: SiteFile = () => []

interface FileRule {
  /** Path pattern of RFC 9309. */
  readonly pattern: string
  readonly statements: ReadonlyArray<Statement>
}

/** The rules with the longest pattern that matches a URL. */
export const deciding = (rules: ReadonlyArray<FileRule>): SiteFile => {
  const ordered = rules.map((rule) => ({ ...rule, matches: matcher(rule.pattern) }))
    .toSorted((one, other) => other.pattern.length - one.pattern.length)
  return ({ pathname, search }) => {
    const first = ordered.find(({ matches }) => matches(pathname + search))
    return first === undefined
      ? []
      : ordered.filter(({ matches, pattern }) => pattern.length === first.pattern.length && matches(pathname + search))
        .flatMap(({ statements }) => statements)
  }
}

/** RFC 9309 section 2.2.3. */
const matcher = (pattern: string) => glob(pattern.endsWith("$") ? pattern.slice(0, -1) : `${pattern}*`)

/** Longer than any path a site could mean. */
const maxLength = 2083

/** The path pattern of a location: a path, or a URL of this origin. Undefined for all others. */
export const patternOf = (location: string, origin: string): string | undefined => {
  const path = location.trim().slice(0, maxLength)
  if (/^[/*]/.test(path)) return path
  if (!/^https?:\/\//i.test(path) || URL.parse(path)?.origin !== origin) return undefined
  return path.replace(/^[^/]*\/\/[^/]*/, "") || "/"
}
