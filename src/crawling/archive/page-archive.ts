import type { Exchange } from "../../web/net/ExchangeTap.ts"
import { gzip } from "./gzip.ts"
import type { PackedRecord } from "./WaczFile.ts"
import { type ArchiveRecord, exchangeRecords, type IndexEntry } from "./warc-records.ts"

/**
 * The responses of a page as packed records, in their order. A request has no record: it could have credentials.
 * Responses beyond `max` bytes are left out.
 */
export const packedResponses = async (
  exchanges: ReadonlyArray<Exchange>,
  max: number
): Promise<ReadonlyArray<PackedRecord>> => {
  const packed: Array<PackedRecord> = []
  let left = max
  for (const exchange of exchanges) {
    const { "set-cookie": _, ...headers } = exchange.headers
    const record = await packedRecord(exchangeRecords({ ...exchange, headers })[0])
    if (record.packed.length > left) continue
    left -= record.packed.length
    packed.push(record)
  }
  return packed
}

export const packedRecord = async ({ bytes, ...entry }: ArchiveRecord): Promise<PackedRecord> => ({
  packed: await gzip(bytes),
  ...entry
})

/**
 * A compressed document with the records of its page, in a skippable frame of zstd (RFC 8878 section 3.1.2).
 * Decompressing the whole gives the document. The frame ends with the length of its records.
 */
export const withArchive = (document: Uint8Array, records: ReadonlyArray<PackedRecord>): Uint8Array => {
  const content = Buffer.concat(records.flatMap(({ entry, packed }) => {
    const about = Buffer.from(JSON.stringify(entry ?? null))
    const lengths = Buffer.alloc(8)
    lengths.writeUInt32LE(about.length, 0)
    lengths.writeUInt32LE(packed.length, 4)
    return [lengths, about, packed]
  }))
  const header = Buffer.alloc(8)
  header.writeUInt32LE(magic, 0)
  header.writeUInt32LE(content.length + footer, 4)
  const end = Buffer.alloc(footer)
  end.writeUInt32LE(content.length, 0)
  end.writeBigUInt64LE(tag, 4)
  return new Uint8Array(Buffer.concat([document, header, content, end]))
}

/** A stored document, and the records of its page. */
export const archiveIn = (
  stored: Uint8Array
): { readonly document: Uint8Array; readonly records?: ReadonlyArray<PackedRecord> } => {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  if (bytes.length < 8 + footer || bytes.readBigUInt64LE(bytes.length - 8) !== tag) return { document: stored }
  const from = bytes.length - footer - bytes.readUInt32LE(bytes.length - footer)
  if (from < 8 || bytes.readUInt32LE(from - 8) !== magic) return { document: stored }
  const records: Array<PackedRecord> = []
  for (let at = from; at < bytes.length - footer;) {
    const aboutAt = at + 8
    const packedAt = aboutAt + bytes.readUInt32LE(at)
    const end = packedAt + bytes.readUInt32LE(at + 4)
    const entry = JSON.parse(bytes.toString("utf8", aboutAt, packedAt)) as IndexEntry | null // written by us
    records.push({ packed: bytes.subarray(packedAt, end), ...(entry === null ? {} : { entry }) })
    at = end
  }
  return { document: stored.subarray(0, from - 8), records }
}

const footer = 12
/** Of a skippable frame. */
const magic = 0x184D2A5B
/** "GLNRWARC". */
const tag = 0x43524157524E4C47n
