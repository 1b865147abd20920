/**
 * The media type of an office document or a book by its first bytes. Undefined for any other archive. OpenDocument and
 * EPUB begin with a part `mimetype`; OOXML with its relations or content types, and then the names of its parts decide.
 */
export const archiveType = (zip: Uint8Array): string | undefined => {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  const nameLength = bytes.length > headerLength ? bytes.readUInt16LE(nameLengthAt) : 0
  const name = bytes.toString("latin1", headerLength, headerLength + nameLength)
  if (name === "mimetype") {
    const start = headerLength + nameLength + bytes.readUInt16LE(extraLengthAt)
    const declared = bytes.toString("latin1", start, start + bytes.readUInt32LE(sizeAt)).trim()
    return /^application\/(?:epub\+zip|vnd\.oasis\.opendocument\.[a-z-]{1,40})$/.test(declared) ? declared : undefined
  }
  if (!/^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/|word\/|xl\/|ppt\/)/.test(name)) return undefined
  return folders.find(([folder]) => bytes.includes(folder))?.[1] ?? openPackage
}

/** The media type of a compound file, in which Office before 2007 stores documents, by the name of its main stream. */
export const compoundType = (file: Uint8Array): string => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return streams.find(([name]) => bytes.includes(name))?.[1] ?? compound
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
/** First bytes without the name of a main part. */
const openPackage = "application/vnd.openxmlformats-package"
const compound = "application/x-ole-storage"

/** Whether the format is not known from these bytes. */
export const isVague = (essence: string): boolean => vague.has(essence)

const vague: ReadonlySet<string> = new Set([openPackage, compound, "application/zip"])

/** Offsets in the header of an entry (APPNOTE 4.3.7). */
const sizeAt = 22
const nameLengthAt = 26
const extraLengthAt = 28
const headerLength = 30

/** Names of parts, as they stand behind the header of an entry. */
const folders = [
  [Buffer.from("word/document"), docx],
  [Buffer.from("xl/w"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  [Buffer.from("ppt/"), "application/vnd.openxmlformats-officedocument.presentationml.presentation"]
] as const

const streams = [
  [Buffer.from("WordDocument", "utf16le"), "application/msword"],
  [Buffer.from("Workbook", "utf16le"), "application/vnd.ms-excel"],
  [Buffer.from("Book\0", "utf16le"), "application/vnd.ms-excel"],
  [Buffer.from("PowerPoint Document", "utf16le"), "application/vnd.ms-powerpoint"],
  // OOXML with a password. Its parser says so.
  [Buffer.from("EncryptedPackage", "utf16le"), docx]
] as const
