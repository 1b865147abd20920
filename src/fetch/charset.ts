import { prescanMeta } from "./meta-prescan.ts"

export interface DecodedText {
  readonly text: string
  /** The name of the encoding, as the Encoding standard has it. */
  readonly encoding: string
}

/**
 * Bytes to text by the WHATWG order: byte order mark, transport layer, meta prescan (or the XML declaration), then UTF-8
 * where the bytes are valid UTF-8, else windows-1252.
 */
export const decodeText = (body: Uint8Array, charset: string | undefined, mediaType: string): DecodedText => {
  const encoding = bomOf(body) ?? known(charset) ?? declaredIn(body, mediaType)
  if (encoding !== undefined) return decodeAs(body, encoding)
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(body), encoding: "utf-8" }
  } catch {
    return decodeAs(body, "windows-1252")
  }
}

const decodeAs = (body: Uint8Array, encoding: string): DecodedText => ({
  text: new TextDecoder(encoding).decode(body),
  encoding
})

const bomOf = (body: Uint8Array): string | undefined => {
  if (body[0] === 0xEF && body[1] === 0xBB && body[2] === 0xBF) return "utf-8"
  if (body[0] === 0xFE && body[1] === 0xFF) return "utf-16be"
  if (body[0] === 0xFF && body[1] === 0xFE) return "utf-16le"
  return undefined
}

/** The Encoding standard's name for a label, or undefined where there is none. */
export const known = (label: string | undefined): string | undefined => {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

const declaredIn = (body: Uint8Array, mediaType: string): string | undefined => {
  const head = new TextDecoder("latin1").decode(body.subarray(0, 1024))
  const xml = /^\s*<\?xml\b[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]
  if (mediaType.endsWith("xml") && xml !== undefined) return ascii(known(xml))
  return mediaType === "text/html" || mediaType === "application/xhtml+xml"
    ? ascii(known(prescanMeta(body)))
    : undefined
}

/** A declaration that could be read as ASCII is not in UTF-16, whatever it says (HTML standard, "prescan a byte stream"). */
const ascii = (encoding: string | undefined): string | undefined =>
  encoding === "utf-16le" || encoding === "utf-16be"
    ? "utf-8"
    : encoding === "x-user-defined"
    ? "windows-1252"
    : encoding
