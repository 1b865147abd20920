import { Data, Effect } from "effect"
import * as zlib from "node:zlib"

/** The body is not in its content-coding, or grows over the limit. */
export class UndecodableRobots extends Data.TaggedError("UndecodableRobots") {}

const decoders: Readonly<Record<string, (bytes: Uint8Array, options: zlib.ZlibOptions) => Buffer>> = {
  "gzip": zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  "deflate": zlib.inflateSync,
  "br": zlib.brotliDecompressSync
}

/** The text of a robots.txt: UTF-8 (RFC 9309 section 2.2), its content-coding undone within the limit. */
export const decodeRobotsBody = (
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number
): Effect.Effect<string, UndecodableRobots> =>
  Effect.try({
    try: () => {
      const decode = decoders[encoding?.trim().toLowerCase() ?? ""]
      const plain = decode === undefined
        ? bytes
        : decode(bytes, { maxOutputLength: maxBytes, finishFlush: zlib.constants.Z_SYNC_FLUSH })
      return new TextDecoder("utf-8").decode(plain)
    },
    catch: () => new UndecodableRobots()
  })
