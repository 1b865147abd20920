import type { Document } from "../../client/index.ts"

/**
 * WARC 1.1 (ISO 28500:2017). A job keeps Documents, not the bytes that sites sent, so its pages are records of the type
 * `conversion` (section 6.7), as in the WET files of Common Crawl.
 */
export const conversionRecord = (
  { fetched_at, final_url, markdown }: Pick<Document, "fetched_at" | "final_url" | "markdown">
): Uint8Array<ArrayBuffer> =>
  record({
    "WARC-Type": "conversion",
    "WARC-Record-ID": newId(),
    "WARC-Date": fetched_at,
    "WARC-Target-URI": final_url,
    "Content-Type": "text/markdown; charset=utf-8"
  }, markdown)

export const infoRecord = (now: Date): Uint8Array<ArrayBuffer> =>
  record({
    "WARC-Type": "warcinfo",
    "WARC-Record-ID": newId(),
    "WARC-Date": now.toISOString(),
    "Content-Type": "application/warc-fields"
  }, "software: gleaner\r\nformat: WARC File Format 1.1\r\n")

const record = (header: Readonly<Record<string, string>>, text: string): Uint8Array<ArrayBuffer> => {
  const length = encoder.encode(text).length
  const fields = Object.entries({ ...header, "Content-Length": String(length) })
    .map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, " ")}\r\n`).join("")
  return encoder.encode(`WARC/1.1\r\n${fields}\r\n${text}\r\n\r\n`)
}

const encoder = new TextEncoder()

/** `crypto.randomUUID` is missing on pages that came without TLS. */
const newId = (): string => {
  const hex = Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte, index) =>
      (index === 6 ? (byte & 0x0F) | 0x40 : index === 8 ? (byte & 0x3F) | 0x80 : byte).toString(16).padStart(2, "0")
  ).join("")
  return `<urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}>`
}
