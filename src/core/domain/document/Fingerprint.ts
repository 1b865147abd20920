/**
 * Facts about a page that are compared with the other pages of its job. Stored beside the Document, which does not
 * change with them.
 */
export interface Fingerprint {
  /** The host of the page, in UTF-8. Pages of one host are compared. */
  readonly host: Uint8Array
  /** The lines of its text: see `extract/fingerprint/LineHashes.ts`. */
  readonly lines: Uint8Array
}

/** A stored fingerprint: for each part a tag, its length in 2 bytes (big endian) and its bytes. */
export const encodeFingerprint = (fingerprint: Fingerprint): Uint8Array => {
  const parts = partNames.map((name) => fingerprint[name])
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + headerSize + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [tag, part] of parts.entries()) {
    view.setUint8(at, tag)
    view.setUint16(at + 1, part.length)
    bytes.set(part, at + headerSize)
    at += headerSize + part.length
  }
  return bytes
}

/** Parts with an unknown tag are skipped. A missing part is empty. */
export const decodeFingerprint = (bytes: Uint8Array): Fingerprint => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = { host: none, lines: none }
  for (let at = 0; at + headerSize <= bytes.length;) {
    const end = at + headerSize + view.getUint16(at + 1)
    const name = partNames[view.getUint8(at)]
    if (name !== undefined) found[name] = bytes.subarray(at + headerSize, end)
    at = end
  }
  return found
}

/** The index of a part is its tag in stored bytes. Append only. */
const partNames = ["host", "lines"] as const satisfies ReadonlyArray<keyof Fingerprint>
const headerSize = 3
const none: Uint8Array = new Uint8Array()
