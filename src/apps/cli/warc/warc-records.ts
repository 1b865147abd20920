import { createHash } from "node:crypto"
import { STATUS_CODES } from "node:http"
import { newRecordId, warcFields, warcRecord } from "../../../contract/client/files/warc.ts"
import type { Exchange } from "../../../web/net/ExchangeTap.ts"

/**
 * The response (WARC 1.1, ISO 28500:2017, section 6.3), and the request that led to it (section 6.5). warcio reads
 * these records in the tests but does not write them: it refuses a URL with `,,,`, makes two fields of a field with it,
 * and turns header bytes above 127 into UTF-8.
 */
export const exchangeRecords = (exchange: Exchange): ReadonlyArray<Uint8Array> => {
  const id = newRecordId()
  const about = { "WARC-Date": new Date(exchange.at).toISOString(), "WARC-Target-URI": exchange.url }
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
    ...about,
    "WARC-Concurrent-To": id,
    "Content-Type": "application/http;msgtype=request"
  }, requestMessage(exchange))
  return [response, request]
}

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
