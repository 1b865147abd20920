/**
 * Percent-encoding in one form (RFC 3986 section 6.2.2): hex digits in upper case, unreserved characters decoded. A `%`
 * that encodes nothing stays, with the characters after it. Applying this twice changes nothing more.
 */
export const normalizePercent = (text: string): string =>
  text.includes("%") ? text.replaceAll(/%[0-9a-f]{2}/gi, normalized) : text

const normalized = (encoded: string, at: number, text: string): string => {
  const char = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
  if (!/[a-z0-9\-._~]/i.test(char)) return encoded.toUpperCase()
  // If we decoded the end of `%%41` or `%4%31`, the result would be a percent-encoding again.
  const wouldEncode = /[0-9a-f]/i.test(char) && /%[0-9a-f]?$/i.test(text.slice(Math.max(0, at - 2), at))
  return wouldEncode ? encoded.toUpperCase() : char
}
