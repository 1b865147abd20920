import { createHash } from "node:crypto"
import { STATUS_CODES } from "node:http"
import { newRecordId, warcFields, warcRecord } from "../../contract/client/files/warc.ts"
import type { Exchange } from "../../web/net/ExchangeTap.ts"

/** A record, and its line in an index if a reader may look for it. */
export interface ArchiveRecord {
  readonly bytes: Uint8Array
  readonly entry?: IndexEntry
}

export interface IndexEntry {
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly mime: string
  readonly status: number
  readonly digest: string
}

/**
 * The response (WARC 1.1, ISO 28500:2017, section 6.3), and the request that led to it (section 6.5). A response that
 * says that the page has not changed is a revisit of it (section 6.7). warcio reads these records in the tests but does
 * not write them: it refuses a URL with `,,,`, makes two fields of a field with it, and turns header bytes above 127 into
 * UTF-8.
 */
export const exchangeRecords = (exchange: Exchange): readonly [response: ArchiveRecord, request: ArchiveRecord] => {
  const { at, body, headers, method, status, url } = exchange
  const id = newRecordId()
  const about = { "WARC-Date": new Date(at).toISOString(), "WARC-Target-URI": url }
  const payload = digest(body)
  const isRevisit = status === 304
  const response = record({
    "WARC-Type": isRevisit ? "revisit" : "response",
    "WARC-Record-ID": id,
    ...about,
    ...(isRevisit ? revisitOf(url, notModified) : { "WARC-Payload-Digest": payload }),
    ...(exchange.isWhole ? {} : { "WARC-Truncated": "unspecified" }),
    "Content-Type": "application/http;msgtype=response"
  }, responseMessage(exchange))
  const request = record({
    "WARC-Type": "request",
    ...about,
    "WARC-Concurrent-To": id,
    "Content-Type": "application/http;msgtype=request"
  }, requestMessage(exchange))
  const mime = isRevisit ? "warc/revisit" : mediaTypeOf(headers["content-type"])
  const entry = method === "GET" ? { entry: { url, at, mime, status, digest: payload } } : {}
  return [{ bytes: response, ...entry }, { bytes: request }]
}

/** A page of an earlier crawl that has not changed since. `earlier`: when it was fetched, in ISO 8601. */
export const revisitRecord = (url: string, at: number, earlier: string | undefined): ArchiveRecord => ({
  bytes: record({
    "WARC-Type": "revisit",
    "WARC-Date": new Date(at).toISOString(),
    "WARC-Target-URI": url,
    ...revisitOf(url, notModified),
    ...(earlier === undefined ? {} : { "WARC-Refers-To-Date": earlier })
  }, Buffer.alloc(0)),
  entry: { url, at, mime: "warc/revisit", status: 304, digest: digest(new Uint8Array()) }
})

/** The content of a page whose response is not stored, converted to markdown (section 6.8). */
export const conversionRecord = (url: string, date: string, markdown: string): ArchiveRecord => {
  const block = Buffer.from(markdown)
  return {
    bytes: record({
      "WARC-Type": "conversion",
      "WARC-Date": date,
      "WARC-Target-URI": url,
      "WARC-Payload-Digest": digest(block),
      "Content-Type": "text/markdown; charset=utf-8"
    }, block)
  }
}

const notModified = "server-not-modified"

const revisitOf = (url: string, profile: string) => ({
  "WARC-Profile": `http://netpreserve.org/warc/1.1/revisit/${profile}`,
  "WARC-Refers-To-Target-URI": url
})

const mediaTypeOf = (field = ""): string => (field.split(";")[0] ?? "").trim().toLowerCase()

const record = (header: Readonly<Record<string, string>>, block: Buffer): Uint8Array =>
  warcRecord({ ...header, "WARC-Block-Digest": digest(block) }, block)

const responseMessage = ({ body, headers, status }: Exchange): Buffer => {
  // The body's transfer-coding is already removed; its content-coding is not.
  const { "transfer-encoding": _, ...kept } = headers
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`),
    headerFields(kept),
    Buffer.from("\r\n"),
    body
  ])
}

const requestMessage = ({ method, requestHeaders, url }: Exchange): Buffer => {
  const { host, pathname, search } = new URL(url)
  return Buffer.concat([
    Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n`),
    headerFields({ host, ...requestHeaders }),
    Buffer.from("\r\n")
  ])
}

const headerFields = (values: Readonly<Record<string, string>>): Buffer => Buffer.from(warcFields(values), "latin1")

/** SHA-1 in base 32, which every WARC reader supports (section 5.8 permits any algorithm). */
const digest = (bytes: Uint8Array): string => {
  const bits = [...createHash("sha1").update(bytes).digest()].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return `sha1:${bits.replaceAll(/.{5}/g, (five) => base32.charAt(Number.parseInt(five, 2)))}`
}

/** RFC 4648 section 6. */
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
