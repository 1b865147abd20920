/** An entry of a ZIP, as its header describes it. */
export interface ZipEntry {
  readonly name: string
  /** 0: stored, 8: deflated. */
  readonly method: number
  /** CRC-32 of the content. 0 if it is not known. */
  readonly crc: number
  /** Unpacked size in bytes. */
  readonly size: number
  readonly packed: Buffer
}

export interface ZipEntries {
  readonly entries: ReadonlyArray<ZipEntry>
  /** Whether they were found without the directory at the end of the ZIP, which is missing or wrong. */
  readonly isScanned: boolean
}

/**
 * The entries of a ZIP by its directory, or by their own headers where the directory cannot be used. Undefined for ZIP64
 * and for an archive with more entries than an office document has.
 */
export const zipEntries = (body: Uint8Array): ZipEntries | undefined => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const listed = listedEntries(bytes)
  const entries = listed === "unusable" ? scannedEntries(bytes) : listed
  return entries === undefined ? undefined : { entries, isScanned: listed === "unusable" }
}

/** Entries of the central directory (APPNOTE 4.3.12). */
const listedEntries = (bytes: Buffer): ReadonlyArray<ZipEntry> | undefined | "unusable" => {
  const end = bytes.lastIndexOf(directoryEnd)
  if (end < 0 || end + endLength > bytes.length || bytes.length - end > maxEnd) return "unusable"
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0xFFFF || at === 0xFFFFFFFF) return undefined
  const entries: Array<ZipEntry> = []
  for (let index = 0; index < count; index++) {
    if (at + directoryLength > end || bytes.readUInt32LE(at) !== directorySignature) return "unusable"
    const [packedSize, start] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
    if (packedSize === 0xFFFFFFFF || start === 0xFFFFFFFF) return undefined
    const content = contentStart(bytes, start)
    if (content === undefined || content + packedSize > end) return "unusable"
    const nameEnd = at + directoryLength + bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString("utf8", at + directoryLength, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      size: bytes.readUInt32LE(at + 24),
      packed: bytes.subarray(content, content + packedSize)
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The place behind the header of an entry. Undefined if no header is there. */
const contentStart = (bytes: Buffer, header: number): number | undefined =>
  header + headerLength <= bytes.length && bytes.readUInt32LE(header) === headerSignature
    ? header + headerLength + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    : undefined

/** Entries by their headers (APPNOTE 4.3.7), in one pass. The last one may be cut. */
const scannedEntries = (bytes: Buffer): ReadonlyArray<ZipEntry> | undefined => {
  const entries: Array<ZipEntry> = []
  for (let at = bytes.indexOf(headerMark); at >= 0;) {
    const content = contentStart(bytes, at)
    if (content === undefined) break
    if (entries.length === maxEntries) return undefined
    const end = contentEnd(bytes, at, content)
    entries.push({
      name: bytes.toString("utf8", at + headerLength, at + headerLength + bytes.readUInt16LE(at + 26)),
      method: bytes.readUInt16LE(at + 8),
      crc: bytes.readUInt32LE(at + 14),
      size: bytes.readUInt32LE(at + 22),
      packed: bytes.subarray(content, end)
    })
    at = bytes.indexOf(headerMark, end)
  }
  return entries
}

/** A header without a size has it behind the content, where only the next mark shows its end. */
const contentEnd = (bytes: Buffer, header: number, content: number): number => {
  const size = bytes.readUInt32LE(header + 18)
  if (size > 0 || (bytes.readUInt16LE(header + 6) & sizeFollows) === 0) return Math.min(bytes.length, content + size)
  const next = bytes.indexOf(mark, content)
  for (let at = next; at >= 0; at = bytes.indexOf(mark, at + 2)) {
    if (at + 4 <= bytes.length && endMarks.has(bytes.readUInt32LE(at))) return at
  }
  return bytes.length
}

const mark = Buffer.from("PK")
const headerMark = Buffer.from("PK\u0003\u0004")
const directoryEnd = Buffer.from("PK\u0005\u0006")
const headerSignature = 0x04034B50
const directorySignature = 0x02014B50
/** Of a header, of the directory, and of sizes behind a content. */
const endMarks: ReadonlySet<number> = new Set([headerSignature, directorySignature, 0x08074B50])
const headerLength = 30
const directoryLength = 46
const endLength = 22
/** Of the end of the directory with a comment. */
const maxEnd = endLength + 0xFFFF
/** General purpose bit 3. */
const sizeFollows = 8
const maxEntries = 100_000
