import { Result, Schema } from "effect"
import { glob } from "./glob.ts"

/**
 * A pattern over canonical URLs. `*` stands for any run of characters, the empty one and `/` included; every other
 * character for itself, with upper and lower case told apart. What starts with `/` is matched with the URL's path and query,
 * what starts with `*`, `http://` or `https://` with the whole URL; both from the first character to the last.
 */
export interface UrlPattern {
  readonly source: string
  /** In time linear in the URL and the pattern, whatever they are. `url` is canonical: absolute, without a fragment. */
  matches(url: string): boolean
}

/** The pattern, or one sentence part that says what is wrong with it. */
export const parseUrlPattern = (source: string): Result.Result<UrlPattern, string> => {
  const wrong = fault(source)
  if (wrong !== undefined) return Result.fail(wrong)
  // Canonical URLs are ASCII: a pattern as a person reads it in the address bar means the same.
  const matches = glob(source.replaceAll(/[^\u0021-\u007E]+/g, encodeURI))
  return Result.succeed({
    source,
    matches: source.startsWith("/") ? (url: string) => matches(url.slice(pathStart(url))) : matches
  })
}

const longest = 2048

/** A pattern in a request; one that cannot match anything is refused, with the reason. */
export const UrlPatternText = Schema.String.check(
  Schema.isMaxLength(longest),
  Schema.makeFilter((source: string) => fault(source))
).annotate({
  identifier: "UrlPattern",
  description:
    "* stands for any run of characters. A pattern that starts with / is matched with path and query, one that starts with *, http:// or https:// with the whole URL.",
  examples: ["/blog/*"]
})

/** Which URLs a crawl may queue: those that one of `include` matches (all, where there is none) and none of `exclude`. */
export const urlFilter = (
  include: ReadonlyArray<UrlPattern>,
  exclude: ReadonlyArray<UrlPattern>
): (url: string) => boolean =>
(url) =>
  (include.length === 0 || include.some((pattern) => pattern.matches(url))) &&
  !exclude.some((pattern) => pattern.matches(url))

const fault = (source: string): string | undefined => {
  if (source === "") return "is empty; give a pattern such as /blog/*"
  if (source.length > longest) return `is longer than ${longest} characters`
  if (!source.isWellFormed()) return "holds half of a character"
  if (!/^(?:\/|\*|https?:\/\/)/.test(source)) {
    return "starts with none of /, *, http:// and https://; give one such as /blog/*"
  }
  if (source.includes("#")) return "holds a #, and URLs are compared without their fragment"
  return undefined
}

const pathStart = (url: string): number => {
  const start = url.indexOf("/", url.indexOf("://") + 3)
  return start < 0 ? url.length : start
}
