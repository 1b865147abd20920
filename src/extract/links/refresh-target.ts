/**
 * The address in a Refresh header field or a meta refresh (HTML standard, "shared declarative refresh steps").
 * Undefined if the page only loads itself again.
 */
export const refreshTarget = (content: string): string | undefined => {
  const rest = afterTime.exec(content.slice(0, maxContent))?.[1]
  if (rest === undefined) return undefined
  const url = rest.replace(/^url\s*=\s*/i, "")
  const quote = url.charAt(0)
  if (quote !== "\"" && quote !== "'") return url.trim() || undefined
  const end = url.indexOf(quote, 1)
  return url.slice(1, end < 0 ? undefined : end).trim() || undefined
}

/** Matches a time, then a separator or white space. */
const afterTime = /^\s*[\d.]+(?:\s*[;,]\s*|\s+)(\S.*)$/s

/** Longer than any link that is followed. */
const maxContent = 8192
