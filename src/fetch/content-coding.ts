import { Effect, type Scope } from "effect"
import type { Transform } from "node:stream"
import { codingOf } from "../net/codings.ts"

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
  return codings.length <= maxCodings && codings.every((coding) => codingOf(coding) !== undefined) ? codings : undefined
}

/** More than this stacked is an attack. */
const maxCodings = 3

export const bodyDecoder = (
  codings: ReadonlyArray<string>,
  cap: number
): Effect.Effect<BodyDecoder, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => codings.length === 0 ? new Collector(cap) : new Decoder(codings, cap)),
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
    return Effect.sync(() => this.take())
  }

  take(): Uint8Array {
    const body = new Uint8Array(this.chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let offset = 0
    for (const chunk of this.chunks.splice(0)) {
      body.set(chunk, offset)
      offset += chunk.length
    }
    return body
  }

  destroy(): void {
    this.chunks.length = 0
  }
}

/** Bytes of a coded body that are undone at once: what they can decode to within the cap takes some ten milliseconds. */
const shortBody = 128 * 1024

/** Gathers a short body and undoes it at once; from a longer one on, it streams. */
class Decoder implements BodyDecoder {
  private readonly codings: ReadonlyArray<string>
  private readonly cap: number
  private readonly gathered = new Collector(shortBody)
  private chain: Chain | undefined

  constructor(codings: ReadonlyArray<string>, cap: number) {
    // The last coding applied is the first undone.
    this.codings = codings.toReversed()
    this.cap = cap
  }

  write(chunk: Uint8Array): Effect.Effect<void, DecodedTooLarge | CodingError> {
    if (this.chain !== undefined) return this.chain.write(chunk)
    if (this.gathered.add(chunk)) return Effect.void
    const chain = new Chain(this.codings, this.cap)
    this.chain = chain
    return Effect.andThen(chain.write(this.gathered.take()), chain.write(chunk))
  }

  get end(): Effect.Effect<Uint8Array, DecodedTooLarge | CodingError> {
    return this.chain?.end ?? Effect.suspend(() => this.atOnce(this.gathered.take()))
  }

  destroy(): void {
    this.gathered.destroy()
    this.chain?.destroy()
  }

  private atOnce(coded: Uint8Array): Effect.Effect<Uint8Array, DecodedTooLarge | CodingError> {
    let bytes = coded
    for (const name of this.codings) {
      if (bytes.length === 0) break
      try {
        bytes = codingOf(name)?.atOnce(bytes, this.cap) ?? bytes
      } catch (error) {
        const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
        return Effect.fail(isTooLarge ? new DecodedTooLarge() : new CodingError(name))
      }
    }
    // What zlib gives may be a part of a larger buffer; a page's body is its own.
    return Effect.succeed(bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes))
  }
}

/** Undoes codings, given in the order in which they are undone, as a chain of streams. */
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
      this.streams = this.codings.flatMap((coding) => codingOf(coding)?.stream() ?? [])
      for (const [index, stream] of this.streams.entries()) {
        stream.on("error", () => this.fail(new CodingError(this.codings[index] ?? "")))
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
