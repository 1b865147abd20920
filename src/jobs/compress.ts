import { Effect } from "effect"
import * as zlib from "node:zlib"

/**
 * zstd at a fast level: a Document shrinks to about a quarter. An ordinary one is compressed on the main thread, in
 * half a millisecond. A thread takes a third of a millisecond longer. The result is copied, because zlib returns a part
 * of a 16 KiB chunk, which would stay in memory as a whole.
 */
export const compress = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  bytes.length <= compressedAtOnce ?
    Effect.sync(() => new Uint8Array(zlib.zstdCompressSync(bytes))) :
    Effect.callback((resume) =>
      zlib.zstdCompress(
        bytes,
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

/** Bytes of the largest document that the main thread compresses itself. */
const compressedAtOnce = 128 * 1024
/** Compressed bytes of the largest document that the main thread decompresses itself. */
const decompressedAtOnce = 64 * 1024
