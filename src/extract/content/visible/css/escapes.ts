/**
 * Escaped signs are names of classes in many sheets (`.md\:w-1\/2`). While a selector is read, each is a character of the
 * private use area, so that it neither separates nor ends a name.
 */
export const withoutEscapes = (selector: string): string =>
  selector.includes("\\")
    ? selector.replaceAll(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, code: string | undefined, sign: string | undefined) => {
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
