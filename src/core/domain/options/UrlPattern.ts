import { Result, Schema } from "effect"
import { glob } from "../../kernel/glob.ts"

/**
 * Pattern for canonical URLs. `*` matches zero or more of any character, including `/`. Every other character matches
 * itself, case-sensitively. A pattern that starts with `/` is matched against path and query, one that starts with `*`,
 * `http://` or `https://` against the whole URL. The whole text must match.
 */
export interface UrlPattern {
  readonly source: string
  /** Runs in linear time. `url` is canonical: absolute, without a fragment. */
  matches(url: string): boolean
}

/** Parses a pattern. The error message completes a sentence. */
export const parseUrlPattern = (source: string): Result.Result<UrlPattern, string> => {
  const wrong = fault(source)
  if (wrong !== undefined) return Result.fail(wrong)
  // Canonical URLs are ASCII, but a caller may write a pattern as browsers show URLs.
  const matches = glob(source.replaceAll(/[^\u0021-\u007E]+/g, encodeURI))
  return Result.succeed({
    source,
    matches: source.startsWith("/") ? (url: string) => matches(url.slice(pathStart(url))) : matches
  })
}

const maxLength = 2048

/** A pattern in a request. A pattern that can never match is refused. */
export const UrlPatternText = Schema.String.check(
  Schema.isMaxLength(maxLength),
  Schema.makeFilter((source: string) => fault(source))
).annotate({
  identifier: "UrlPattern",
  description:
    "* matches any characters. A pattern that starts with / is matched against path and query, one that starts with *, http:// or https:// against the whole URL.",
  examples: ["/blog/*"]
})

/**
 * Predicate for URLs that a crawl may enqueue: a pattern of `include` matches or it is empty, and none of `exclude`.
 */
export const urlFilter = (
  include: ReadonlyArray<UrlPattern>,
  exclude: ReadonlyArray<UrlPattern>
): (url: string) => boolean =>
(url) =>
  (include.length === 0 || include.some((pattern) => pattern.matches(url))) &&
  !exclude.some((pattern) => pattern.matches(url))

const fault = (source: string): string | undefined => {
  if (source === "") return "is empty; give a pattern such as /blog/*"
  if (source.length > maxLength) return `is longer than ${maxLength} characters`
  if (!source.isWellFormed()) return "has an unpaired surrogate, which is half of a character"
  if (!/^(?:\/|\*|https?:\/\/)/.test(source)) {
    return "must start with /, *, http:// or https://, such as /blog/*"
  }
  if (source.includes("#")) return "has a #, but URLs are compared without their fragment"
  return undefined
}

const pathStart = (url: string): number => {
  const start = url.indexOf("/", url.indexOf("://") + 3)
  return start < 0 ? url.length : start
}
