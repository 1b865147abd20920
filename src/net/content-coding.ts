import * as NodeStream from "@effect/platform-node/NodeStream"
import { Data, Effect, Pull, type Scope, Stream } from "effect"
import type { Transform } from "node:stream"
import * as zlib from "node:zlib"

/** The decoded body is larger than the limit. */
export class DecodedTooLarge extends Data.TaggedError("DecodedTooLarge") {}

/** The body is not in the coding that its header names, or ends too early. */
export class CodingError extends Data.TaggedError("CodingError")<{ readonly coding: string }> {}

/** The codings of Content-Encoding in the order they were applied. Undefined if one is unknown. */
export const codingsOf = (header: string | undefined): ReadonlyArray<string> | undefined => {
  const names = (header ?? "").toLowerCase().split(",").map((name) => name.trim())
  const applied = names.filter((name) => name !== "" && name !== "identity")
  return applied.length <= maxCodings && applied.every((name) => Object.hasOwn(codings, name)) ? applied : undefined
}

/** More codings than this are an attack. */
const maxCodings = 3

type Bytes<E> = Stream.Stream<Uint8Array, E>

/** Where the bytes of one body find room. A body that waits for room is not read meanwhile. */
export interface BodyRoom {
  /** Returns when there is room for a body of `size` bytes in all. */
  readonly reserve: (size: number) => Effect.Effect<void>
  /** The body has only `size` bytes. The rest of its room is free again. */
  readonly settle: (size: number) => Effect.Effect<void>
}

/** For bodies that are in memory already. */
export const anyRoom: BodyRoom = { reserve: () => Effect.void, settle: () => Effect.void }

/** Decodes the whole body. Never holds more than `cap` bytes. */
export const decodedBody = <E>(
  coded: Bytes<E>,
  names: ReadonlyArray<string>,
  cap: number,
  room: BodyRoom
): Effect.Effect<Uint8Array, E | CodingError | DecodedTooLarge> =>
  Effect.scoped(Effect.gen(function*() {
    if (names.length === 0) return yield* whole(coded, cap, room)
    const { all, head, isAll } = yield* startOf(coded, shortBody)
    if (isAll) {
      const bytes = joined(head)
      const enough = Math.min(cap, Math.max(leastAtOnce, bytes.length * usualRatio))
      yield* room.reserve(enough)
      const atOnce = decodedAtOnce(bytes, names, enough)
      if (atOnce instanceof Uint8Array) return atOnce
      if (enough === cap || atOnce instanceof CodingError) return yield* atOnce
    }
    return yield* whole(decoded(all, names), cap, room)
  })).pipe(Effect.tap(({ length }) => room.settle(length)))

/** Decodes the body piece by piece. A body that was cut ends in an error. */
export const decoded = <E>(coded: Bytes<E>, names: ReadonlyArray<string>): Bytes<E | CodingError> =>
  // The coding applied last is removed first.
  names.reduceRight<Bytes<E | CodingError>>(withoutCoding, coded)

/** The first bytes of a body: at least `enough` if it has so many, and not many more. */
export const firstBytes = <E>(body: Bytes<E>, enough: number): Effect.Effect<Uint8Array, E> =>
  Effect.suspend(() => {
    let size = 0
    const isEnough = (chunk: Uint8Array) => (size += chunk.length) >= enough
    return Effect.map(Stream.runCollect(Stream.takeUntil(body, isEnough)), joined)
  })

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

/** RFC 9110 section 8.4.1.2 means the zlib format, but many servers send raw deflate. The first bytes tell. */
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
    atOnce: (coded, maxOutputLength) => zlib.zstdDecompressSync(coded, { ...zstdOptions, maxOutputLength })
  }
}

const codingOf = (name: string): Coding => codings[name] ?? gzip

/**
 * Bodies up to this many coded bytes are decoded at once, at a quarter of the cost of a stream. Even the largest result
 * within the limit takes some ten milliseconds.
 */
const shortBody = 128 * 1024

/** Decoded bytes that we try at least. A body of this size never waits for room (`fetch/BodyBudget.ts`). */
const leastAtOnce = 256 * 1024

/** Few pages are packed to less than a sixteenth. Their size is seen only as they are decoded piece by piece. */
const usualRatio = 16

const decodedAtOnce = (
  coded: Uint8Array,
  names: ReadonlyArray<string>,
  cap: number
): Uint8Array | DecodedTooLarge | CodingError => {
  let bytes = coded
  for (const name of names.toReversed()) {
    if (bytes.length === 0) break
    try {
      bytes = codingOf(name).atOnce(bytes, cap)
    } catch (error) {
      const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
      return isTooLarge ? new DecodedTooLarge() : new CodingError({ coding: name })
    }
  }
  // zlib may return a part of a larger buffer. The body of a page must be its own.
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

/** Pieces taken from zlib at a time, each of at most `chunkSize`. */
const piecesAtOnce = 4

const withoutCoding = <E>(coded: Bytes<E>, name: string): Bytes<E | CodingError> =>
  Stream.unwrap(Effect.map(startOf(coded, 1), ({ all, head }) =>
    NodeStream.pipeThroughDuplex(all, {
      evaluate: () => codingOf(name).stream(joined(head)),
      onError: () => new CodingError({ coding: name }),
      chunkSize: piecesAtOnce
    })))

interface Start<E> {
  readonly head: ReadonlyArray<Uint8Array>
  /** Whether the body ends with its head. */
  readonly isAll: boolean
  /** The body from its first byte on. */
  readonly all: Bytes<E>
}

/** The first pieces of a body: more than `size` bytes if it has so many. */
const startOf = Effect.fnUntraced(
  function*<E>(body: Bytes<E>, size: number): Effect.fn.Return<Start<E>, E, Scope.Scope> {
    const pull = yield* Stream.toPull(body)
    const head: Array<Uint8Array> = []
    let length = 0
    while (length <= size) {
      const pieces = yield* Pull.catchDone(pull, () => Effect.void)
      if (pieces === undefined) return { head, isAll: true, all: Stream.fromArray(head) }
      for (const piece of pieces) {
        head.push(piece)
        length += piece.length
      }
    }
    return { head, isAll: false, all: Stream.concat(Stream.fromArray(head), Stream.fromPull(Effect.succeed(pull))) }
  }
)

const whole = <E>(
  body: Bytes<E>,
  cap: number,
  room: BodyRoom
): Effect.Effect<Uint8Array, E | DecodedTooLarge> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    const add = (chunk: Uint8Array): Effect.Effect<void, never> => {
      chunks.push(chunk)
      size += chunk.length
      return room.reserve(size)
    }
    return Stream.limitBytes<E | DecodedTooLarge, never>(body, cap, () => Stream.fail(new DecodedTooLarge())).pipe(
      Stream.runForEach(add),
      Effect.map(() => joined(chunks))
    )
  })

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
