/** A parsed Content-Type: the essence in lower case, and the charset parameter as sent. */
export interface MediaType {
  readonly essence: string
  readonly charset: string | undefined
}

/** The Fetch standard's "extract a MIME type", as far as essence and charset go; undefined where there is none. */
export const parseContentType = (header: string | undefined): MediaType | undefined => {
  let found: MediaType | undefined
  // Fields of one name were joined with commas: the last that parses wins, and inherits the charset of its like.
  for (const value of (header ?? "").match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const essence = value.split(";", 1)[0]?.trim().toLowerCase() ?? ""
    if (!essencePattern.test(essence) || essence === "*/*") continue
    const charset = charsetOf(value) ?? (found?.essence === essence ? found.charset : undefined)
    found = { essence, charset }
  }
  return found
}

const essencePattern = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/
const parameters = /;[\t\n\r ]*([^;="]*)(?:=(?:"((?:[^"\\]|\\.)*)"?[^;]*|([^;]*)))?/g

const charsetOf = (value: string): string | undefined => {
  for (const [, name, quoted, bare] of value.matchAll(parameters)) {
    const charset = quoted?.replaceAll(/\\(.)/g, "$1") ?? bare?.trim()
    if (name?.toLowerCase() === "charset" && charset !== undefined && charset !== "") return charset
  }
  return undefined
}

/** The media type of a response: the header where it can be believed, else what the bytes say. */
export const sniffMediaType = (header: string | undefined, body: Uint8Array): MediaType => {
  const declared = parseContentType(header)
  const charset = declared?.charset
  if (declared === undefined || unknownTypes.has(declared.essence)) {
    return { essence: sniffUnknown(body, declared?.essence), charset }
  }
  // Servers' defaults label binary data as text; what is no text may say by its first bytes what it is.
  if (mislabelled.has(declared.essence) && !hasBom(body)) {
    const magic = magicOf(body)
    if (magic === "application/pdf") return { essence: magic, charset }
    const isSuspect = magic !== undefined || declared.essence === "text/plain"
    if (isSuspect && looksBinary(body.subarray(0, sniffLength))) {
      return { essence: magic ?? "application/octet-stream", charset }
    }
  }
  return declared
}

/** The standard sees through text/plain alone; a PDF or a ZIP as text/html is as common. */
const mislabelled = new Set(["text/plain", "text/html"])

const sniffLength = 1445
const unknownTypes = new Set([
  "unknown/unknown",
  "application/unknown",
  "application/octet-stream",
  "binary/octet-stream"
])

const sniffUnknown = (body: Uint8Array, declared: string | undefined): string => {
  if (body.length === 0) return declared ?? "text/plain"
  const magic = magicOf(body)
  if (magic !== undefined) return magic
  const head = body.subarray(0, sniffLength)
  if (looksBinary(head) && !hasBom(body)) return declared ?? "application/octet-stream"
  const start = new TextDecoder("latin1").decode(head).replace(/^(?:ï»¿)?[\t\n\f\r ]+|^ï»¿/, "")
  if (/^<\?xml/i.test(start)) return /<html[\s>]/i.test(start) ? "application/xhtml+xml" : "text/xml"
  if (htmlStart.test(start)) return "text/html"
  return "text/plain"
}

/** The standard's list of tags, each followed by a space or `>`. */
const htmlStart =
  /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)(?:[\t\n\f\r >]|$)|^<!--/i

/** A binary data byte, as the standard defines it. */
const looksBinary = (bytes: Uint8Array): boolean =>
  bytes.some((byte) =>
    byte <= 0x08 || byte === 0x0B || (byte >= 0x0E && byte <= 0x1A) || (byte >= 0x1C && byte <= 0x1F)
  )

const hasBom = (body: Uint8Array): boolean =>
  (body[0] === 0xFE && body[1] === 0xFF) || (body[0] === 0xFF && body[1] === 0xFE) ||
  (body[0] === 0xEF && body[1] === 0xBB && body[2] === 0xBF)

/** Byte patterns of the standard, a character a byte, at an offset. */
const magics: ReadonlyArray<readonly [pattern: string, essence: string, offset?: number]> = [
  ["%PDF-", "application/pdf"],
  ["PK\u0003\u0004", "application/zip"],
  ["\u001F\u008B\u0008", "application/x-gzip"],
  ["Rar!\u001A\u0007", "application/x-rar-compressed"],
  ["7z\u00BC\u00AF\u0027\u001C", "application/x-7z-compressed"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
  ["\u0089PNG\r\n\u001A\n", "image/png"],
  ["\u00FF\u00D8\u00FF", "image/jpeg"],
  ["WEBPVP", "image/webp", 8],
  ["\0\0\u0001\0", "image/x-icon"],
  ["BM", "image/bmp"],
  ["ftypavif", "image/avif", 4],
  ["ftyp", "video/mp4", 4],
  ["\u001A\u0045\u00DF\u00A3", "video/webm"],
  ["AVI ", "video/avi", 8],
  ["WAVE", "audio/wave", 8],
  ["AIFF", "audio/aiff", 8],
  ["OggS\0", "application/ogg"],
  ["ID3", "audio/mpeg"],
  ["fLaC", "audio/flac"],
  ["MThd\0\0\0\u0006", "audio/midi"],
  ["wOFF", "font/woff"],
  ["wOF2", "font/woff2"],
  ["OTTO", "font/otf"],
  ["%!PS-Adobe-", "application/postscript"]
]

const magicOf = (body: Uint8Array): string | undefined => {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 32)).toString("latin1")
  return magics.find(([pattern, , offset = 0]) => head.startsWith(pattern, offset))?.[1]
}

/** Types whose bytes no parser could use: their bodies are not downloaded. */
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
