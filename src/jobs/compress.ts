import { Effect } from "effect"
import * as zlib from "node:zlib"
import { compressedJson, isCompressedJson } from "../extract/compressed-json.ts"

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

/** A small one is read at once, in 0.2 ms at most. */
export const decompress = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  bytes.length <= decompressedAtOnce ?
    Effect.sync(() => zlib.zstdDecompressSync(bytes)) :
    Effect.callback((resume) =>
      zlib.zstdDecompress(bytes, (error, result) => resume(error === null ? Effect.succeed(result) : Effect.die(error)))
    )

/** The most bytes that the main thread compresses itself. */
const compressedAtOnce = 128 * 1024
/** The most compressed bytes that the main thread decompresses itself. */
const decompressedAtOnce = 64 * 1024
