import { constants, inflateRawSync } from "node:zlib"

/**
 * The media type of an office document or a book by its first bytes. Undefined for any other archive. OpenDocument and
 * EPUB have a part `mimetype`; OOXML begins with its relations or content types, and the names of its parts decide, or
 * the content types if the parts have other names than usual.
 */
export const archiveType = (zip: Uint8Array): string | undefined => {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  const nameLength = bytes.length > headerLength ? bytes.readUInt16LE(nameLengthAt) : 0
  const name = bytes.toString("latin1", headerLength, headerLength + nameLength)
  const types = partText(bytes, "[Content_Types].xml")
  if (types === undefined && !/^(?:_rels|docProps|customXml|word|xl|ppt)[/\\]/.test(name)) return typeInside(bytes)
  return folders.find(([folder]) => bytes.includes(folder))?.[1] ??
    families.find(([family]) => types?.includes(family))?.[1] ?? openPackage
}

/** The content of the part `mimetype`, which other programs than the first may have moved or packed. */
const typeInside = (bytes: Buffer): string | undefined =>
  /^application\/(?:epub\+zip|vnd\.oasis\.opendocument\.[a-z-]{1,40})/.exec(partText(bytes, "mimetype") ?? "")?.[0]

/** The begin of a part. Undefined if it is not in these bytes. */
const partText = (bytes: Buffer, part: string): string | undefined => {
  const name = bytes.indexOf(part)
  const header = name - headerLength
  if (header < 0 || bytes.readUInt32LE(header) !== signature) return undefined
  const start = name + part.length + bytes.readUInt16LE(header + extraLengthAt)
  const content = bytes.subarray(start, start + maxTypeLength)
  const text = bytes.readUInt16LE(header + methodAt) === 0 ? content : inflated(content)
  return text.toString("latin1")
}

const inflated = (content: Buffer): Buffer => {
  try {
    return inflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 100 * maxTypeLength })
  } catch {
    return Buffer.alloc(0)
  }
}

/** The media type of a compound file, in which Office before 2007 stores documents, by the name of its main stream. */
export const compoundType = (file: Uint8Array): string => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return streams.find(([name]) => bytes.includes(name))?.[1] ?? compound
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
const pptx = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
/** First bytes without the name of a main part. */
const openPackage = "application/vnd.openxmlformats-package"
const compound = "application/x-ole-storage"

/** Whether the format is not known from these bytes. */
export const isVague = (essence: string): boolean => vague.has(essence)

const vague: ReadonlySet<string> = new Set([openPackage, compound, "application/zip"])

/** Offsets in the header of an entry (APPNOTE 4.3.7). */
const methodAt = 8
const nameLengthAt = 26
const extraLengthAt = 28
const headerLength = 30
const signature = 0x04034B50
const maxTypeLength = 1000

/** Names of parts, as they stand behind the header of an entry. */
const folders = [
  [Buffer.from("word/document"), docx],
  [Buffer.from("xl/w"), xlsx],
  [Buffer.from("ppt/"), pptx]
] as const

/** Words in the content types of main parts. */
const families = [
  ["wordprocessingml.document.main", docx],
  ["spreadsheetml.sheet.main", xlsx],
  ["presentationml.presentation.main", pptx]
] as const

const streams = [
  [Buffer.from("WordDocument", "utf16le"), "application/msword"],
  [Buffer.from("Workbook", "utf16le"), "application/vnd.ms-excel"],
  [Buffer.from("Book\0", "utf16le"), "application/vnd.ms-excel"],
  [Buffer.from("PowerPoint Document", "utf16le"), "application/vnd.ms-powerpoint"],
  // OOXML with a password. Its parser says so.
  [Buffer.from("EncryptedPackage", "utf16le"), docx]
] as const
