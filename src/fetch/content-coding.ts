import { Effect, type Scope } from "effect"
import { Transform, type TransformCallback } from "node:stream"
import * as zlib from "node:zlib"

/** The decoded body grew over the cap. */
export class DecodedTooLarge {
  readonly _tag = "DecodedTooLarge"
}

/** The body is not in the coding that its header names. */
export class CodingError {
  readonly _tag = "CodingError"
  readonly coding: string
  constructor(coding: string) {
    this.coding = coding
  }
}

/** Undoes content-codings chunk by chunk, never holding more than the cap. */
export interface BodyDecoder {
  write(chunk: Uint8Array): Effect.Effect<void, DecodedTooLarge | CodingError>
  readonly end: Effect.Effect<Uint8Array, DecodedTooLarge | CodingError>
}

/** Content-Encoding's codings in the order they were applied; undefined where one is not known. */
export const codingsOf = (header: string | undefined): ReadonlyArray<string> | undefined => {
  const codings = (header ?? "").toLowerCase().split(",").map((coding) => coding.trim()).filter((coding) =>
    coding !== "" && coding !== "identity"
  )
  return codings.length <= maxCodings && codings.every((coding) => Object.hasOwn(decoders, coding))
    ? codings
    : undefined
}

/** More than this stacked is an attack. */
const maxCodings = 3

// A body cut short gives what arrived, as in browsers.
const lenient = { finishFlush: zlib.constants.Z_SYNC_FLUSH, chunkSize: 65_536 }

const decoders: Readonly<Record<string, () => Transform>> = {
  "gzip": () => zlib.createGunzip(lenient),
  "x-gzip": () => zlib.createGunzip(lenient),
  "deflate": () => new EitherInflate(),
  "br": () =>
    zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH, chunkSize: lenient.chunkSize }),
  // RFC 9659: a window beyond 8 MiB is not for the web; the library would give 128.
  "zstd": () =>
    zlib.createZstdDecompress({
      finishFlush: zlib.constants.ZSTD_e_flush,
      chunkSize: lenient.chunkSize,
      params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 }
    })
}

/** RFC 9110 section 8.4.1.2 means the zlib format; many servers send raw deflate. The first bytes tell. */
class EitherInflate extends Transform {
  private inner: zlib.Inflate | zlib.InflateRaw | undefined

  override _transform(chunk: Uint8Array, _encoding: string, done: TransformCallback): void {
    this.inner ??= this.start(chunk)
    this.inner.write(chunk, () => done())
  }

  override _flush(done: TransformCallback): void {
    if (this.inner === undefined) return done()
    this.inner.once("end", () => done())
    this.inner.end()
  }

  override _read(size: number): void {
    this.inner?.resume()
    super._read(size)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.inner?.destroy()
    done(error)
  }

  private start([first = 0, second]: Uint8Array): zlib.Inflate | zlib.InflateRaw {
    const isZlib = (first & 0x0F) === 8 && (second === undefined || (first * 256 + second) % 31 === 0)
    const inner = isZlib ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient)
    inner.on("data", (data: Uint8Array) => this.push(data) || inner.pause())
    inner.on("error", (error) => this.destroy(error))
    return inner
  }
}

export const bodyDecoder = (
  codings: ReadonlyArray<string>,
  cap: number
): Effect.Effect<BodyDecoder, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => codings.length === 0 ? new Collector(cap) : new Chain(codings, cap)),
    (decoder) => Effect.sync(() => decoder.destroy())
  )

class Collector implements BodyDecoder {
  private readonly chunks: Array<Uint8Array> = []
  private size = 0
  private readonly cap: number

  constructor(cap: number) {
    this.cap = cap
  }

  add(chunk: Uint8Array): boolean {
    this.size += chunk.length
    if (this.size > this.cap) return false
    this.chunks.push(chunk)
    return true
  }

  write(chunk: Uint8Array): Effect.Effect<void, DecodedTooLarge> {
    return this.add(chunk) ? Effect.void : Effect.fail(new DecodedTooLarge())
  }

  get end(): Effect.Effect<Uint8Array> {
    return Effect.sync(() => {
      const body = new Uint8Array(this.size)
      let offset = 0
      for (const chunk of this.chunks) {
        body.set(chunk, offset)
        offset += chunk.length
      }
      return body
    })
  }

  destroy(): void {
    this.chunks.length = 0
  }
}

/** The last coding applied is the first undone. */
class Chain implements BodyDecoder {
  private readonly codings: ReadonlyArray<string>
  private readonly collected: Collector
  private streams: Array<Transform> = []
  private fault: DecodedTooLarge | CodingError | undefined
  private onFault: (() => void) | undefined

  constructor(codings: ReadonlyArray<string>, cap: number) {
    this.codings = codings
    this.collected = new Collector(cap)
  }

  write(chunk: Uint8Array): Effect.Effect<void, DecodedTooLarge | CodingError> {
    if (chunk.length === 0) return Effect.void
    return this.wait((done) => this.first().write(chunk, () => done()))
  }

  get end(): Effect.Effect<Uint8Array, DecodedTooLarge | CodingError> {
    return Effect.suspend(() => {
      const [first] = this.streams
      if (first === undefined) return this.collected.end
      return Effect.andThen(
        this.wait((done) => {
          this.streams.at(-1)?.once("end", done)
          first.end()
        }),
        this.collected.end
      )
    })
  }

  destroy(): void {
    for (const stream of this.streams) stream.destroy()
    this.collected.destroy()
  }

  private wait(start: (done: () => void) => void): Effect.Effect<void, DecodedTooLarge | CodingError> {
    return Effect.callback((resume) => {
      const settle = () => resume(this.fault === undefined ? Effect.void : Effect.fail(this.fault))
      if (this.fault !== undefined) return settle()
      this.onFault = settle
      start(settle)
    })
  }

  private first(): Transform {
    if (this.streams.length === 0) {
      this.streams = this.codings.toReversed().flatMap((coding) => decoders[coding]?.() ?? [])
      for (const [index, stream] of this.streams.entries()) {
        stream.on("error", () => this.fail(new CodingError(this.codings.toReversed()[index] ?? "")))
        const next = this.streams[index + 1]
        if (next !== undefined) stream.pipe(next)
        else stream.on("data", (data: Uint8Array) => this.collected.add(data) || this.fail(new DecodedTooLarge()))
      }
    }
    return this.streams[0] as Transform
  }

  private fail(fault: DecodedTooLarge | CodingError): void {
    this.fault ??= fault
    for (const stream of this.streams) stream.destroy()
    this.onFault?.()
  }
}
