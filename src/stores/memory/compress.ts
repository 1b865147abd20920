import { Effect } from "effect"
import * as zlib from "node:zlib"
import { compressedJson, isCompressedJson } from "../../extract/workers/compressed-json.ts"

/**
 * JSON as a store keeps it. A Document from a reader is compressed already and stays as it is. Other JSON of ordinary
 * size is compressed on the main thread, in half a millisecond. A thread takes a third of a millisecond longer.
 */
export const compress = (json: Uint8Array): Effect.Effect<Uint8Array> =>
  json.length <= compressedAtOnce || isCompressedJson(json) ?
    Effect.sync(() => compressedJson(json)) :
    Effect.callback((resume) =>
      zlib.zstdCompress(
        json,
        (error, result) => resume(error === null ? Effect.sync(() => new Uint8Array(result)) : Effect.die(error))
      )
    )

/** What comes to little is read at once, in half a millisecond at most. A few bytes may stand for very many. */
export const decompress = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const small = bytes.length <= decompressedAtOnce ? decompressedSmall(bytes) : undefined
    return small === undefined ? decompressedInThread(bytes) : Effect.succeed(small)
  })

/** Undefined if it is not small. */
const decompressedSmall = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    return zlib.zstdDecompressSync(bytes, { maxOutputLength: maxAtOnce })
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

/** The most bytes that the main thread compresses itself. */
const compressedAtOnce = 128 * 1024
/** The most compressed bytes that the main thread decompresses itself. */
const decompressedAtOnce = 64 * 1024
/** The most bytes that come of it there. */
const maxAtOnce = 512 * 1024
/** With the default of 16 KiB, joining the parts costs more than the rest. */
const chunkSize = 256 * 1024
