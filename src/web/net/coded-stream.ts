import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Pull, type Scope, Stream } from "effect"
import { CodingError, codingOf, DecodedTooLarge } from "./content-coding.ts"

type Bytes<E> = Stream.Stream<Uint8Array, E>

/** Memory reserved for one body. A body that waits for capacity is not read meanwhile. */
export interface BufferQuota {
  /** Returns when there is capacity for a body of `size` bytes in all. */
  readonly reserve: (size: number) => Effect.Effect<void>
  /** The body has only `size` bytes. Releases the rest of its reservation. */
  readonly settle: (size: number) => Effect.Effect<void>
}

/** For bodies that are in memory already. */
const unlimited: BufferQuota = { reserve: () => Effect.void, settle: () => Effect.void }

/** The whole body without its codings. Never buffers more than `cap` bytes. */
export const decodedBody = <E>(
  coded: Bytes<E>,
  names: ReadonlyArray<string>,
  cap: number
): Effect.Effect<Uint8Array, E | CodingError | DecodedTooLarge> => wholeBody(decoded(coded, names), cap, unlimited)

/** Decodes the body piece by piece. A body that was cut ends in an error. */
export const decoded = <E>(coded: Bytes<E>, names: ReadonlyArray<string>): Bytes<E | CodingError> =>
  // The coding applied last is removed first.
  names.reduceRight<Bytes<E | CodingError>>(withoutCoding, coded)

/** The first bytes of a body: at least `enough` unless it is shorter, and at most one chunk more. */
export const firstBytes = <E>(body: Bytes<E>, enough: number): Effect.Effect<Uint8Array, E> =>
  Effect.suspend(() => {
    let size = 0
    const isEnough = (chunk: Uint8Array) => (size += chunk.length) >= enough
    return Effect.map(Stream.runCollect(Stream.takeUntil(body, isEnough)), joined)
  })

/** Pieces taken from zlib at a time, each of at most `chunkSize`. */
const piecesAtOnce = 4

const withoutCoding = <E>(coded: Bytes<E>, name: string): Bytes<E | CodingError> =>
  Stream.unwrap(Effect.map(startOf(coded, maxMagicLength), ({ all, head }) =>
    // No body counts as an empty one: a 304 may name the coding of the body that it leaves out.
    head.length === 0 ? Stream.empty : NodeStream.pipeThroughDuplex(all, {
      evaluate: () => codingOf(name).stream(head),
      onError: () => new CodingError({ coding: name }),
      chunkSize: piecesAtOnce
    })))

interface Start<E> {
  readonly head: Uint8Array
  /** The body from its first byte on. */
  readonly all: Bytes<E>
}

/** A body with its first bytes: at least `size` unless it is shorter. */
const startOf = Effect.fnUntraced(
  function*<E>(body: Bytes<E>, size: number): Effect.fn.Return<Start<E>, E, Scope.Scope> {
    const pull = yield* Stream.toPull(body)
    const first: Array<Uint8Array> = []
    for (let length = 0; length < size;) {
      const pieces = yield* Pull.catchDone(pull, () => Effect.void)
      if (pieces === undefined) return { head: joined(first), all: Stream.fromArray(first) }
      for (const piece of pieces) {
        first.push(piece)
        length += piece.length
      }
    }
    return { head: joined(first), all: Stream.concat(Stream.fromArray(first), Stream.fromPull(Effect.succeed(pull))) }
  }
)

/** Length of the longest magic number of a coding. */
const maxMagicLength = 2

/** All bytes of the body, which may not be more than `cap`. */
export const wholeBody = <E>(
  body: Bytes<E>,
  cap: number,
  quota: BufferQuota
): Effect.Effect<Uint8Array, E | DecodedTooLarge> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    const add = (chunk: Uint8Array): Effect.Effect<void, never> => {
      chunks.push(chunk)
      size += chunk.length
      return quota.reserve(size)
    }
    return Stream.limitBytes<E | DecodedTooLarge, never>(body, cap, () => Stream.fail(new DecodedTooLarge())).pipe(
      Stream.runForEach(add),
      Effect.andThen(Effect.suspend(() => quota.settle(size))),
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
