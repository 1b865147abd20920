/** Replaces escapes by their characters (CSS Syntax 3 section 4.3.7). */
export const unescaped = (text: string): string =>
  text.includes("\\")
    ? text.replaceAll(escapes, (_, code: string | undefined, sign: string | undefined) => {
      const point = Number.parseInt(code ?? "0", 16)
      return sign ?? (point > 0 && point < 0x11_0000 ? String.fromCodePoint(point) : "\uFFFD")
    })
    : text

const escapes = /\\(?:([\da-f]{1,6})\s?|(.))/gi

/**
 * Escaped signs are names of classes in many sheets (`.md\:w-1\/2`). While a selector is read, each is a character of the
 * private use area, so it neither separates nor ends a name.
 */
export const withoutEscapes = (selector: string): string =>
  selector.includes("\\")
    ? selector.replaceAll(escapes, (_, code: string | undefined, sign: string | undefined) => {
      const point = code === undefined ? sign?.codePointAt(0) ?? 0 : Number.parseInt(code, 16)
      if (point > 0x7F) return point < 0x11_0000 ? String.fromCodePoint(point) : "\uFFFD"
      const plain = String.fromCharCode(point)
      return /[\w-]/.test(plain) ? plain : String.fromCharCode(privateUse + point)
    })
    : selector

const privateUse = 0xF000

/** A name that was read, with the signs that were escaped. */
export const nameWithEscapes = (name: string): string =>
  escaped.test(name)
    ? name.replaceAll(/[\uF000-\uF07F]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - privateUse))
    : name

const escaped = /[\uF000-\uF07F]/

/** Signs of a name, for patterns. */
export const nameSigns = String.raw`\-\w\u00A1-\u167F\u1681-\u1FFF\u2030-\u205E\u2060-\u2FFF\u3001-\uFEFE\uFF00-\uFFFF`

/** An open comment ends with the text (CSS Syntax 3 section 4.3.2). Strings have no comments. */
export const withoutComments = (text: string): string =>
  text.includes("/*") ? text.replaceAll(commentOrString, (whole) => whole.startsWith("/*") ? " " : whole) : text

const commentOrString = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

/** The place of the last sign of `end`; else the end of the sheet. */
export const endOf = (text: string, end: string, from: number): number => {
  const at = text.indexOf(end, from)
  return at < 0 ? text.length : at + end.length - 1
}

/** A string ends at its quotation mark or at the end of the line. */
export const endOfString = (units: Uint16Array, from: number, quote: number, length: number): number => {
  for (let at = from + 1; at < length; at++) {
    const unit = units[at]
    if (unit === quote || unit === 0x0A) return at
    if (unit === 0x5C) at++
  }
  return length
}

/** The end of a `url()` without quotation marks. Other parentheses are read on. */
export const endOfUrl = (text: string, open: number): number => {
  if ((text.charCodeAt(open - 1) | 0x20) !== 0x6C || !/url\($/i.test(text.slice(open - 3, open + 1))) return open
  return /["'\s]/.test(text.charAt(open + 1)) ? open : endOf(text, ")", open)
}
