import { Result } from "effect"

/**
 * Gleaner's patterns for a regular expression of Firecrawl, which is searched for in the path, or in the whole URL. An
 * expression with more than literal characters, `.*`, `^`, `$` and alternatives has none, since no expression of a
 * stranger is run. Fails with the end of a sentence.
 */
export const pathPatterns = (expression: string, isWholeUrl: boolean): Result.Result<ReadonlyArray<string>, string> => {
  if (/(?:^|[^\\])[([{]/.test(expression)) return Result.fail(cannot(expression))
  const alternatives = expression.split("|").map((one) => patternsOf(one, isWholeUrl))
  const failed = alternatives.find(Result.isFailure)
  return failed ?? Result.succeed(alternatives.flatMap((one) => Result.isSuccess(one) ? one.success : []))
}

const patternsOf = (expression: string, isWholeUrl: boolean): Result.Result<ReadonlyArray<string>, string> => {
  const isStart = expression.startsWith("^")
  const isEnd = /(?:^|[^\\])(?:\\\\)*\$$/.test(expression)
  const inner = expression.slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
  let literal = ""
  for (const [token] of inner.matchAll(/\.[*+]\??|\\.|[^]/g)) {
    if (/^\.[*+]/.test(token)) literal += "*"
    else if (/^\\[^a-z0-9]$/i.test(token)) literal += token.slice(1)
    else if (/^[A-Za-z0-9/_~%@:,=&-]$/.test(token)) literal += token
    else return Result.fail(cannot(expression))
  }
  // A leading `.*` needs no anchor.
  const isAnywhere = !isStart || literal.startsWith("*")
  const found = literal.replace(/^\*+/, "")
  // The path of Gleaner's patterns includes the query, which Firecrawl does not compare.
  const ends = isEnd
    ? (found === "" || found.endsWith("*") || isWholeUrl ? [found] : [found, `${found}?*`])
    : [`${found}*`]
  return Result.succeed(ends.flatMap((end) => begun(end, isAnywhere, isWholeUrl)))
}

const begun = (pattern: string, isAnywhere: boolean, isWholeUrl: boolean): ReadonlyArray<string> => {
  if (isWholeUrl) return [isAnywhere ? `*${pattern}` : pattern]
  if (!isAnywhere) return [pattern.startsWith("/") ? pattern : `/${pattern}`]
  return pattern.startsWith("/") ? [pattern, `/*${pattern}`] : [`/*${pattern}`]
}

const cannot = (expression: string): string =>
  `has ${
    JSON.stringify(expression.slice(0, 100))
  }, and Gleaner runs no regular expression of a caller; use literal characters, .*, ^, $ and |, such as ^/blog/.*`
