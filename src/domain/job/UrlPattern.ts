import { Result, Schema } from "effect"
import { glob } from "../../kernel/glob.ts"

/**
 * A pattern for canonical URLs. `*` stands for any characters, also none, also `/`. Every other character stands for
 * itself; case matters. A pattern that starts with `/` is compared with path and query. One that starts with `*`,
 * `http://` or `https://` is compared with the whole URL. The pattern must match from the first to the last character.
 */
export interface UrlPattern {
  readonly source: string
  /** Takes time linear in URL and pattern. `url` is canonical: absolute, without a fragment. */
  matches(url: string): boolean
}

/** The pattern, or what is wrong with it: the end of a sentence. */
export const parseUrlPattern = (source: string): Result.Result<UrlPattern, string> => {
  const wrong = fault(source)
  if (wrong !== undefined) return Result.fail(wrong)
  // Canonical URLs are ASCII. A person may write a pattern with the characters that the address bar shows.
  const matches = glob(source.replaceAll(/[^\u0021-\u007E]+/g, encodeURI))
  return Result.succeed({
    source,
    matches: source.startsWith("/") ? (url: string) => matches(url.slice(pathStart(url))) : matches
  })
}

const longest = 2048

/** A pattern in a request. One that can never match is refused, with the reason. */
export const UrlPatternText = Schema.String.check(
  Schema.isMaxLength(longest),
  Schema.makeFilter((source: string) => fault(source))
).annotate({
  identifier: "UrlPattern",
  description:
    "* stands for any characters. A pattern that starts with / is compared with path and query. One that starts with *, http:// or https:// is compared with the whole URL.",
  examples: ["/blog/*"]
})

/** The URLs that a crawl may queue: one of `include` matches (or it is empty), and none of `exclude` does. */
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
  if (!source.isWellFormed()) return "has half of a character"
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
