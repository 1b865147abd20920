import { Transform, type TransformCallback } from "node:stream"
import * as zlib from "node:zlib"

/** One content-coding, undone as a stream, or at once for a short body: a stream costs four times as much. */
export interface Coding {
  readonly stream: () => Transform
  readonly atOnce: (coded: Uint8Array, maxOutputLength: number) => Uint8Array
}

const chunkSize = 65_536
// A body that ends before its coding does was cut: zlib fails there unless it is told otherwise.
const options = { chunkSize }
// RFC 9659: a window beyond 8 MiB is not for the web; the library would give 128.
const zstdOptions = { chunkSize, params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }

/** RFC 9110 section 8.4.1.2 means the zlib format; many servers send raw deflate. The first bytes tell. */
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
    stream: () => new EitherInflate(),
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

export const codingOf = (name: string): Coding | undefined => Object.hasOwn(codings, name) ? codings[name] : undefined

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

  private start(chunk: Uint8Array): zlib.Inflate | zlib.InflateRaw {
    const inner = isZlib(chunk) ? zlib.createInflate(options) : zlib.createInflateRaw(options)
    inner.on("data", (data: Uint8Array) => this.push(data) || inner.pause())
    inner.on("error", (error) => this.destroy(error))
    return inner
  }
}
