import * as zlib from "node:zlib"

/**
 * JSON as a store keeps it: one zstd frame at a fast level. A Document shrinks to about a quarter. Bytes that are such a
 * frame already stay as they are.
 */
export const compressedJson = (json: Uint8Array): Uint8Array =>
  // zlib returns a part of a 16 KiB chunk, which would stay in memory as a whole.
  isCompressedJson(json) ? json : new Uint8Array(zlib.zstdCompressSync(json))

/** By the magic number of a frame (RFC 8878, section 3.1.1), with which no JSON begins. */
export const isCompressedJson = (bytes: Uint8Array): boolean => magic.every((byte, index) => bytes[index] === byte)

const magic = [0x28, 0xB5, 0x2F, 0xFD]
