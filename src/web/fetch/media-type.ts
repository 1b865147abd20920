import { computedMIMEType, MIMEType } from "whatwg-mimetype"
import { archiveType, compoundType, isVague } from "./archive-type.ts"

/** A parsed Content-Type: the essence in lower case, and the charset parameter as sent. */
export interface MediaType {
  readonly essence: string
  readonly charset: string | undefined
}

/** The Fetch standard's "extract a MIME type", for essence and charset. Undefined if there is none. */
export const parseContentType = (header: string | undefined): MediaType | undefined => {
  let found: MediaType | undefined
  // Fields of one name were joined with commas. The last valid one wins, and inherits the charset of the same type.
  for (const value of (header ?? "").slice(0, maxContentTypeLength).match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const type = MIMEType.parse(value)
    if (type === null || type.essence === "*/*") continue
    const { essence } = type
    const charset = type.parameters.get("charset") || (found?.essence === essence ? found.charset : undefined)
    found = { essence, charset }
  }
  return found
}

/** Characters that are read: ten times the longest of real sites. The library is quadratic in a run of spaces. */
const maxContentTypeLength = 2000

/** The media type of a response: from the header if it can be right, else from the bytes. */
export const sniffMediaType = (header: string | undefined, body: Uint8Array): MediaType => {
  const declared = parseContentType(header)
  const charset = declared?.charset
  if (isRtf(body)) return { essence: "application/rtf", charset }
  if (declared === undefined || unknownTypes.has(declared.essence)) {
    return { essence: sniffUnknown(body, declared?.essence), charset }
  }
  // Markdown may begin with elements, but not with a document.
  if (/^text\/(?:x-)?markdown$/.test(declared.essence) && htmlDocument.test(headOf(body))) {
    return { essence: "text/html", charset }
  }
  // Servers label binary data as text by default. If the bytes are not text, the first ones may show the type.
  if (mislabelled.has(declared.essence) && !hasBom(body)) {
    const magic = magicOf(body)
    const isSuspect = magic !== undefined || declared.essence === "text/plain"
    if (magic === pdf || (isSuspect && looksBinary(body))) {
      return { essence: magic ?? "application/octet-stream", charset }
    }
  }
  if (isDocument(declared.essence)) {
    const shown = magicOf(body)
    if (shown !== undefined && (shown === pdf || looksBinary(body))) {
      return { essence: isVague(shown) ? declared.essence : shown, charset }
    }
    // A page for an error or for signing in has the type of the document that it stands for.
    if (!looksBinary(body)) return { essence: sniffUnknown(body, declared.essence), charset }
  }
  return declared
}

/** RTF is made of letters, so it comes as text, as a Word document and as nothing in particular. */
const isRtf = (body: Uint8Array): boolean => rtfStart.every((byte, index) => body[index] === byte)

const rtfStart = Buffer.from("{\\rtf")

/** The standard distrusts text/plain only. A PDF or a ZIP labelled text/html is as common. */
const mislabelled = new Set(["text/plain", "text/html"])

/** Archives, and office documents, for which servers have a type of another format or of a program. */
const isDocument = (essence: string): boolean =>
  /^application\/(?:zip$|epub|msword|vnd\.(?:ms-(?:excel|powerpoint|word)|oasis|openxmlformats))/.test(essence)

/** Bytes that the standard looks at. */
const sniffLength = 1445
const pdf = "application/pdf"
const unknownTypes = new Set([
  "unknown/unknown",
  "application/unknown",
  "application/octet-stream",
  "binary/octet-stream"
])

const sniffUnknown = (body: Uint8Array, declared: string | undefined): string => {
  if (body.length === 0) return declared ?? "text/plain"
  const magic = magicOf(body)
  // A text may begin like a picture ("BM"). The next bytes of a picture are not text.
  if (magic === pdf || (magic !== undefined && looksBinary(body))) return magic
  if (looksBinary(body) && !hasBom(body)) return declared ?? "application/octet-stream"
  const start = headOf(body)
  if (/^<\?xml/i.test(start)) return /<html[\s>]/i.test(start) ? "application/xhtml+xml" : "text/xml"
  return htmlStart.test(start) ? "text/html" : "text/plain"
}

/** The first characters, without a byte order mark and white space. */
const headOf = (body: Uint8Array): string =>
  new TextDecoder("latin1").decode(body.subarray(0, sniffLength)).replace(/^(?:ï»¿)?[\t\n\f\r ]+|^ï»¿/, "")

const htmlDocument = /^(?:<!--(?:[^-]|-(?!->))*-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype html|html|head|body)[\s>]/i

/**
 * The tags in the standard's list. It is our own, because the library takes `<a:feed>` and `<p2>` for HTML, and neither
 * the library nor the standard accepts a tag before a line break, a comment without a space, or a byte order mark
 * before them.
 */
const htmlStart =
  /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)(?:[\t\n\f\r >]|$)|^<!--/i

/** A binary data byte, as the standard defines it. */
const looksBinary = (body: Uint8Array): boolean =>
  body.subarray(0, sniffLength).some((byte) =>
    byte <= 0x08 || byte === 0x0B || (byte >= 0x0E && byte <= 0x1A) || (byte >= 0x1C && byte <= 0x1F)
  )

const hasBom = (body: Uint8Array): boolean =>
  (body[0] === 0xFE && body[1] === 0xFF) || (body[0] === 0xFF && body[1] === 0xFE) ||
  (body[0] === 0xEF && body[1] === 0xBB && body[2] === 0xBF)

/** The type that the first bytes show, if it is not text: by the standard's tables, then by ours. */
const magicOf = (body: Uint8Array): string | undefined => {
  const { essence, type } = computedMIMEType(body)
  if (essence === "application/zip") return archiveType(body) ?? essence
  if (type !== "text" && essence !== "application/octet-stream") return essence
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 32)).toString("latin1")
  if (head.startsWith(compoundFile)) return compoundType(body)
  return moreMagics.find(([pattern, , offset = 0]) => head.startsWith(pattern, offset))?.[1]
}

const compoundFile = "\u00D0\u00CF\u0011\u00E0"

/**
 * Byte patterns, one character for each byte, at an offset. "ftyp" covers films of every brand: they are not
 * downloaded.
 */
const moreMagics: ReadonlyArray<readonly [pattern: string, essence: string, offset?: number]> = [
  ["7z\u00BC\u00AF\u0027\u001C", "application/x-7z-compressed"],
  ["ftypavif", "image/avif", 4],
  ["ftyp", "video/mp4", 4],
  ["\u001A\u0045\u00DF\u00A3", "video/webm"],
  ["fLaC", "audio/flac"],
  ["wOFF", "font/woff"],
  ["wOF2", "font/woff2"],
  ["OTTO", "font/otf"]
]

/** Types that no parser can read. Their bodies are not downloaded, except for the first bytes of a ZIP. */
export const hasNoText = (essence: string): boolean =>
  (/^(?:image|audio|video|font|model)\//.test(essence) && essence !== "image/svg+xml") || archives.has(essence)

const archives = new Set([
  "application/zip",
  "application/ogg",
  "application/gzip",
  "application/x-gzip",
  "application/x-tar",
  "application/x-7z-compressed",
  "application/x-rar-compressed",
  "application/vnd.rar",
  "application/java-archive",
  "application/wasm",
  "application/x-msdownload",
  "application/vnd.android.package-archive",
  "application/x-iso9660-image"
])
