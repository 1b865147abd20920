import { Data, Result } from "effect"
import type { Transform } from "node:stream"
import * as zlib from "node:zlib"

/** The decoded body is larger than the limit. */
export class DecodedTooLarge extends Data.TaggedError("DecodedTooLarge") {}

/** The body is not in the coding that its header names, or ends too early. */
export class CodingError extends Data.TaggedError("CodingError")<{ readonly coding: string }> {}

/** Fields about the coding and the length of a body as it was sent. A body without its codings has none of them. */
export const codingFields: ReadonlyArray<string> = ["content-encoding", "content-length", "transfer-encoding"]

/** The codings of Content-Encoding in the order they were applied. Undefined if one is unknown. */
export const codingsOf = (header: string | undefined): ReadonlyArray<string> | undefined => {
  const names = (header ?? "").toLowerCase().split(",").map((name) => name.trim())
  const applied = names.filter((name) => name !== "" && name !== "identity")
  return applied.length <= maxCodings && applied.every((name) => Object.hasOwn(codings, name)) ? applied : undefined
}

/** More codings than this are an attack. */
const maxCodings = 3

/** Decodes one coding, as a stream or at once. `head` has the first bytes of the input. */
interface Coding {
  readonly stream: (head: Uint8Array) => Transform
  readonly atOnce: (coded: Uint8Array, maxOutputLength: number) => Uint8Array
}

const chunkSize = 65_536
// A body that ends before its coding does was cut. zlib fails then by default.
const options = { chunkSize }
// RFC 9659: a window beyond 8 MiB is not for the web. The library would allow 128 MiB.
const zstdOptions = { chunkSize, params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }

/** RFC 9110 section 8.4.1.2 means the zlib format, but many servers send raw deflate. The first bytes show which. */
const isZlib = ([first = 0, second]: Uint8Array): boolean =>
  (first & 0x0F) === 8 && (second === undefined || (first * 256 + second) % 31 === 0)

const gzip: Coding = {
  stream: () => zlib.createGunzip(options),
  atOnce: (coded, maxOutputLength) => zlib.gunzipSync(coded, { ...options, maxOutputLength })
}

const codings: Readonly<Record<string, Coding>> = {
  "gzip": gzip,
  "x-gzip": gzip,
  "deflate": {
    stream: (head) => isZlib(head) ? zlib.createInflate(options) : zlib.createInflateRaw(options),
    atOnce: (coded, maxOutputLength) =>
      (isZlib(coded) ? zlib.inflateSync : zlib.inflateRawSync)(coded, { ...options, maxOutputLength })
  },
  "br": {
    stream: () => zlib.createBrotliDecompress(options),
    atOnce: (coded, maxOutputLength) => zlib.brotliDecompressSync(coded, { ...options, maxOutputLength })
  },
  "zstd": {
    stream: () => zlib.createZstdDecompress(zstdOptions),
    atOnce: (coded, maxOutputLength) => zstdFrames(coded, maxOutputLength)
  }
}

/** A body may be several frames (RFC 8878 section 3.1). The library stops behind the first. */
const zstdFrames = (coded: Uint8Array, maxOutputLength: number): Uint8Array => {
  const frames: Array<Uint8Array> = []
  for (let at = 0, left = maxOutputLength; at < coded.length;) {
    if (frames.length === maxFrames) throw new Error("too many frames")
    const frame = coded.subarray(at)
    // The types do not know of `info`.
    const { buffer, engine } = zlib.zstdDecompressSync(frame, {
      ...zstdOptions,
      maxOutputLength: Math.max(1, left),
      info: true
    }) as unknown as { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } }
    frames.push(buffer)
    left -= buffer.length
    at += engine.bytesWritten
  }
  return frames.length === 1 ? frames[0]! : Buffer.concat(frames)
}

/** Encoders that work in parallel make a frame of each megabyte or so. A frame costs much even if it is empty. */
const maxFrames = 1000

export const codingOf = (name: string): Coding => codings[name] ?? gzip

/** The body without its codings, at a quarter of the cost of a stream. Never makes more than `cap` bytes. */
export const withoutCodings = (
  coded: Uint8Array,
  names: ReadonlyArray<string>,
  cap: number
): Result.Result<Uint8Array, DecodedTooLarge | CodingError> => {
  let bytes = coded
  for (const name of names.toReversed()) {
    // No body counts as an empty one.
    if (bytes.length === 0) break
    try {
      bytes = codingOf(name).atOnce(bytes, cap)
    } catch (error) {
      const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
      return Result.fail(isTooLarge ? new DecodedTooLarge() : new CodingError({ coding: name }))
    }
  }
  return bytes.length > cap ? Result.fail(new DecodedTooLarge()) : Result.succeed(bytes)
}
