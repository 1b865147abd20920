/**
 * Percent-encoding in its one form (RFC 3986 section 6.2.2): hex digits in upper case, unreserved characters decoded, and a `%`
 * that encodes nothing encoded itself, which is how lenient servers read it. Applying it twice changes nothing more.
 */
export const normalizePercent = (text: string): string =>
  text.includes("%") ? text.replaceAll(/%(?:[0-9a-f]{2})?/gi, normalized) : text

const normalized = (encoded: string): string => {
  if (encoded === "%") return "%25"
  const char = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
  return /[a-z0-9\-._~]/i.test(char) ? char : encoded.toUpperCase()
}
