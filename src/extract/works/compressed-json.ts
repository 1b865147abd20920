import * as zlib from "node:zlib"

/**
 * Compresses JSON for a store: one zstd frame at a fast level, about a quarter of a Document. A zstd frame is returned
 * as it is.
 */
export const compressedJson = (json: Uint8Array): Uint8Array =>
  // zlib returns a part of a 16 KiB chunk, which would stay in memory as a whole.
  isCompressedJson(json) ? json : new Uint8Array(zlib.zstdCompressSync(json))

/** Whether the bytes begin with the magic number of a frame (RFC 8878, section 3.1.1), with which no JSON begins. */
export const isCompressedJson = (bytes: Uint8Array): boolean => magic.every((byte, index) => bytes[index] === byte)

const magic = [0x28, 0xB5, 0x2F, 0xFD]
