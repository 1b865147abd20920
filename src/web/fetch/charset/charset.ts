import { isUtf8 } from "node:buffer"
import { guessCharset } from "./guess-charset.ts"
import { prescanMeta } from "./meta-prescan.ts"

export interface DecodedText {
  readonly text: string
  /** The name in the Encoding standard. */
  readonly encoding: string
  /** A guess: the encoding is undeclared, and the bytes are not UTF-8. */
  readonly isGuess: boolean
}

/**
 * Turns bytes into text in the WHATWG order: byte order mark, charset parameter of Content-Type, the document's own
 * declaration (meta prescan, XML declaration), then UTF-8 if the bytes are valid UTF-8 (a few faults allowed), else a
 * guess from the text in each encoding. `host` gives the country they come from.
 */
export const decodeText = (
  body: Uint8Array,
  charset: string | undefined,
  mediaType: string,
  host = ""
): DecodedText => {
  const encoding = declaredEncoding(body, charset, mediaType)
  if (encoding !== undefined) return decodeAs(body, encoding)
  const utf8 = decodeAs(body, "utf-8")
  if (isLikelyUtf8(utf8.text)) return utf8
  return { ...decodeAs(body, guessCharset(body, host.slice(host.lastIndexOf(".") + 1))), isGuess: true }
}

/**
 * The bytes of a text without their byte order mark, if they are declared to be UTF-8 and are valid. A reader of UTF-8
 * need not decode them.
 */
export const validUtf8 = (
  body: Uint8Array,
  charset: string | undefined,
  mediaType: string
): Uint8Array | undefined => {
  if (declaredEncoding(body, charset, mediaType) !== "utf-8" || !isUtf8(body)) return undefined
  return bomOf(body) === "utf-8" ? body.subarray(3) : body
}

const declaredEncoding = (body: Uint8Array, charset: string | undefined, mediaType: string): string | undefined =>
  bomOf(body) ?? encodingOf(charset) ?? declaredIn(body, mediaType)

const decodeAs = (body: Uint8Array, encoding: string): DecodedText => ({
  text: new TextDecoder(encoding).decode(body),
  encoding,
  isGuess: false
})

/** Hardly anything could not be read. A character cut in two by some program makes no page another encoding's. */
const isLikelyUtf8 = (text: string): boolean => {
  let unread = text.indexOf(replacement)
  if (unread < 0) return true
  let unreadable = 0
  for (; unread >= 0; unread = text.indexOf(replacement, unread + 1)) unreadable++
  const beyond = text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0
  return beyond >= unreadable * fewSlips
}

const replacement = "\uFFFD"
const fewSlips = 20

const bomOf = (body: Uint8Array): string | undefined => {
  if (body[0] === 0xEF && body[1] === 0xBB && body[2] === 0xBF) return "utf-8"
  if (body[0] === 0xFE && body[1] === 0xFF) return "utf-16be"
  if (body[0] === 0xFF && body[1] === 0xFE) return "utf-16le"
  return undefined
}

/**
 * The Encoding standard's name for a label, or undefined. The labels of its `replacement` encoding count as unknown:
 * that encoding protects scripts, but would leave a reader without a page.
 */
export const encodingOf = (label: string | undefined): string | undefined => {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/** The encoding that the document declares. Undefined without a plausible declaration. */
const declaredIn = (body: Uint8Array, mediaType: string): string | undefined => {
  const isHtml = mediaType === "text/html"
  if (!isHtml && !/[/+]xml$/.test(mediaType)) return undefined
  const wide = wideXml(body)
  if (wide !== undefined) return wide
  const meta = isHtml
    ? asciiCompatible(encodingOf(prescanMeta(body, (label) => encodingOf(label) !== undefined)))
    : undefined
  return meta ?? asciiCompatible(encodingOf(xmlDeclaration(body)))
}

/** An XML declaration in UTF-16 without a byte order mark. */
const wideXml = (body: Uint8Array): string | undefined => {
  const starts = (...bytes: ReadonlyArray<number>) => bytes.every((byte, index) => body[index] === byte)
  if (starts(0x3C, 0, 0x3F, 0, 0x78, 0)) return "utf-16le"
  if (starts(0, 0x3C, 0, 0x3F, 0, 0x78)) return "utf-16be"
  return undefined
}

/** The HTML standard's "get an XML encoding". */
const xmlDeclaration = (body: Uint8Array): string | undefined => {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 1024)).toString("latin1")
  const match = /^<\?xml[^>]*?encoding[\0-\x20]*=[\0-\x20]*(?:"([^">]*)"|'([^'>]*)')[^>]*>/.exec(head)
  return match?.[1] ?? match?.[2]
}

/**
 * If the declaration could be read byte by byte, the text is not UTF-16, even if declared so (the standard's
 * last steps).
 */
const asciiCompatible = (encoding: string | undefined): string | undefined => {
  if (encoding === "utf-16le" || encoding === "utf-16be") return "utf-8"
  return encoding === "x-user-defined" ? "windows-1252" : encoding
}
