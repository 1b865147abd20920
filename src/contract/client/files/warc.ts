import { randomUuid } from "../random-uuid.ts"

/** A record of WARC 1.1 (ISO 28500:2017): header fields and a block. */
export const warcRecord = (
  header: Readonly<Record<string, string>>,
  block: Uint8Array
): Uint8Array<ArrayBuffer> => {
  const own = {
    ...header,
    "WARC-Record-ID": header["WARC-Record-ID"] ?? newRecordId(),
    "Content-Length": String(block.length)
  }
  const head = encoder.encode(`WARC/1.1\r\n${warcFields(own)}\r\n`)
  const record = new Uint8Array(head.length + block.length + end.length)
  record.set(head)
  record.set(block, head.length)
  record.set(end, head.length + block.length)
  return record
}

/** The record that describes the records after it (section 6.2). `date` is in ISO 8601. */
export const warcInfo = (
  date: string,
  software: string,
  more: Readonly<Record<string, string>> = {}
): Uint8Array<ArrayBuffer> =>
  warcRecord(
    { "WARC-Type": "warcinfo", "WARC-Date": date, "Content-Type": "application/warc-fields" },
    encoder.encode(warcFields({ software, format: "WARC File Format 1.1", ...more }))
  )

/**
 * The statements of a site about the use of a page, as JSON in a metadata record (section 6.6). `date` is in ISO 8601.
 * `record` is the id of the record with the page, if there is one.
 */
export const warcRights = (
  { date, record, rights, url }: {
    readonly url: string
    readonly date: string
    readonly rights: object
    readonly record?: string
  }
): Uint8Array<ArrayBuffer> =>
  warcRecord({
    "WARC-Type": "metadata",
    "WARC-Date": date,
    "WARC-Target-URI": url,
    ...(record === undefined ? {} : { "WARC-Refers-To": record }),
    "Content-Type": "application/warc-fields"
  }, encoder.encode(warcFields({ rights: JSON.stringify(rights) })))

/** Lines of `name: value`, as in a header and in `application/warc-fields`. */
export const warcFields = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, " ")}\r\n`).join("")

export const newRecordId = (): string => `<urn:uuid:${randomUuid()}>`

const encoder = new TextEncoder()
const end = encoder.encode("\r\n\r\n")
