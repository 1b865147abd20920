import { createHash, randomUUID } from "node:crypto"
import { STATUS_CODES } from "node:http"
import type { Exchange } from "../../net/ExchangeTap.ts"

/** What the file says about the program that made it. */
export interface WarcInfo {
  readonly software: string
  readonly userAgent: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * WARC 1.1 (ISO 28500:2017), section 6.2: the record that describes the records after it. warcio reads these records in
 * the tests but does not write them: it refuses a URL with `,,,`, makes two fields of a field with it, and turns header
 * bytes above 127 into UTF-8.
 */
export const infoRecord = ({ at, software, userAgent }: WarcInfo): Uint8Array =>
  record({
    "WARC-Type": "warcinfo",
    "WARC-Record-ID": newId(),
    "WARC-Date": dateOf(at),
    "Content-Type": "application/warc-fields"
  }, fields({ software, "format": "WARC File Format 1.1", "http-header-user-agent": userAgent, "robots": "obey" }))

/** The response (section 6.3), and the request that led to it (section 6.5). */
export const exchangeRecords = (exchange: Exchange): ReadonlyArray<Uint8Array> => {
  const id = newId()
  const about = { "WARC-Date": dateOf(exchange.at), "WARC-Target-URI": exchange.url }
  const response = record({
    "WARC-Type": "response",
    "WARC-Record-ID": id,
    ...about,
    "WARC-Payload-Digest": digest(exchange.body),
    ...(exchange.isWhole ? {} : { "WARC-Truncated": "unspecified" }),
    "Content-Type": "application/http;msgtype=response"
  }, responseMessage(exchange))
  const request = record({
    "WARC-Type": "request",
    "WARC-Record-ID": newId(),
    ...about,
    "WARC-Concurrent-To": id,
    "Content-Type": "application/http;msgtype=request"
  }, requestMessage(exchange))
  return [response, request]
}

const record = (header: Readonly<Record<string, string>>, block: Buffer): Uint8Array =>
  Buffer.concat([
    Buffer.from("WARC/1.1\r\n"),
    fields({ ...header, "WARC-Block-Digest": digest(block), "Content-Length": String(block.length) }),
    Buffer.from("\r\n"),
    block,
    Buffer.from("\r\n\r\n")
  ])

const responseMessage = ({ body, headers, status }: Exchange): Buffer => {
  // The body's transfer-coding is undone already; its content-coding is not.
  const { "transfer-encoding": _, ...kept } = headers
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`),
    fields(kept, "latin1"),
    Buffer.from("\r\n"),
    body
  ])
}

const requestMessage = ({ method, requestHeaders, url }: Exchange): Buffer => {
  const { host, pathname, search } = new URL(url)
  return Buffer.concat([
    Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n`),
    fields({ host, ...requestHeaders }, "latin1"),
    Buffer.from("\r\n")
  ])
}

const fields = (values: Readonly<Record<string, string>>, encoding: "utf8" | "latin1" = "utf8"): Buffer =>
  Buffer.from(
    Object.entries(values).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, " ")}\r\n`).join(""),
    encoding
  )

const newId = (): string => `<urn:uuid:${randomUUID()}>`

const dateOf = (at: number): string => new Date(at).toISOString()

/** SHA-1 in base 32, which every reader of WARC knows (section 5.8 leaves the choice). */
const digest = (bytes: Uint8Array): string => {
  const bits = [...createHash("sha1").update(bytes).digest()].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return `sha1:${bits.replaceAll(/.{5}/g, (five) => base32.charAt(Number.parseInt(five, 2)))}`
}

/** RFC 4648 section 6. */
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
