/**
 * Which office document a ZIP is. OpenDocument names its type in an uncompressed first entry (OpenDocument 1.3 part 2,
 * 3.3). A Word document has its text in a part with this name. Undefined for any other ZIP.
 */
export const officeType = (zip: Uint8Array): string | undefined => {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  const length = bytes.length < 30 ? 0 : bytes.readUInt16LE(26) + bytes.readUInt16LE(28)
  const first = bytes.toString("latin1", 30, 30 + Math.min(length, 100) + openDocument.length)
  if (first.startsWith("mimetype") && first.endsWith(openDocument)) return openDocument
  // The directory of all entries stands at the end.
  return bytes.subarray(-directory).includes("word/document.xml") ? word : undefined
}

const openDocument = "application/vnd.oasis.opendocument.text"
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

/** In bytes: more than the directory of a document with a thousand pictures. */
const directory = 256 * 1024
