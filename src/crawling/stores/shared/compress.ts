import { Effect } from "effect"
import * as zlib from "node:zlib"
import { compressedJson, isCompressedJson } from "../../../extract/works/compressed-json.ts"

/**
 * Compresses JSON for a store. A Document from a reader is already compressed, and unchanged. Other JSON of ordinary
 * size is compressed on the main thread, in half a millisecond. The thread pool takes a third of a millisecond longer.
 */
export const compress = (json: Uint8Array): Effect.Effect<Uint8Array> =>
  json.length <= maxCompressed || isCompressedJson(json) ?
    Effect.sync(() => compressedJson(json)) :
    Effect.callback((resume) =>
      zlib.zstdCompress(
        json,
        (error, result) => resume(error === null ? Effect.sync(() => new Uint8Array(result)) : Effect.die(error))
      )
    )

/** Decompresses small results on the main thread, in half a millisecond. A few bytes may expand to very many. */
export const decompress = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const small = bytes.length <= maxDecompressed ? decompressedSmall(bytes) : undefined
    return small === undefined ? decompressedInThread(bytes) : Effect.succeed(small)
  })

/** Undefined if the result is not small. */
const decompressedSmall = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    return zlib.zstdDecompressSync(bytes, { maxOutputLength: maxResult })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const decompressedInThread = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) =>
    zlib.zstdDecompress(
      bytes,
      { chunkSize },
      (error, result) => resume(error === null ? Effect.succeed(result) : Effect.die(error))
    )
  )

// Limits for the main thread, in bytes.
const maxCompressed = 128 * 1024
const maxDecompressed = 64 * 1024
const maxResult = 512 * 1024

/** With the default of 16 KiB, concatenating the chunks costs more than the rest. */
const chunkSize = 256 * 1024
