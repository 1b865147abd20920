import { Effect, Pull, type Scope, Stream } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { bodyFault, sentCodings, typed } from "../../../web/fetch/decode-body.ts"
import type { FetchedPage } from "../../../web/fetch/Hop.ts"
import { decoded, firstBytes } from "../../../web/net/coded-stream.ts"
import { type CodingError, DecodedTooLarge } from "../../../web/net/content-coding.ts"
import { SitemapDecoder } from "./SitemapDecoder.ts"

/** The text of a sitemap, which is decoded while it is read. */
export interface SitemapFile {
  /** Characters consumed so far. */
  readonly at: number
  /** The text after the part that was consumed. Undefined at the end. */
  readonly next: Effect.Effect<{ readonly text: string; readonly isLast: boolean } | undefined, PageError>
  consumed(characters: number): void
}

/**
 * Opens a file after the characters that were read before. The file itself may be compressed, with or without a coding
 * of the transfer. Its body is in memory as it was sent, its text only in part.
 */
export const openSitemap = Effect.fnUntraced(function*(
  url: string,
  { body, headers }: Pick<FetchedPage, "body" | "headers">,
  maxBody: number,
  skipped: number
): Effect.fn.Return<SitemapFile, PageError, Scope.Scope> {
  const limit = maxBody * unpackedFactor
  const fault = bodyFault(url, limit)
  const sent = decoded(Stream.suspend(() => Stream.fromIterable(slices(body))), sentCodings(headers))
  const [one = 0, two = 0] = yield* Effect.mapError(firstBytes(sent, 2), fault)
  const bytes = one === 0x1F && two === 0x8B ? decoded(sent, ["gzip"]) : sent
  const start = yield* Effect.mapError(firstBytes(bytes, startLength), fault)
  const { charset, mediaType } = typed(headers, start)
  const decoder = new SitemapDecoder({ start, charset, mediaType }, skipped)
  const bounded = Stream.limitBytes<CodingError | DecodedTooLarge, never>(
    bytes,
    limit,
    () => Stream.fail(new DecodedTooLarge())
  )
  const pull = yield* Stream.toPull(bounded)
  const fill = Pull.catchDone(pull, () => Effect.undefined).pipe(
    Effect.map((pieces) => {
      for (const piece of pieces ?? [undefined]) decoder.add(piece)
    }),
    Effect.mapError(fault)
  )
  return {
    get at() {
      return decoder.at
    },
    next: Effect.gen(function*() {
      while (decoder.needsBytes) yield* fill
      return decoder.isDone ? undefined : decoder.next()
    }),
    consumed: (characters) => decoder.consumed(characters)
  }
})

function* slices(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += startLength) yield body.subarray(at, at + startLength)
}

/** Bytes by which the encoding is found. */
const startLength = 64 * 1024
/**
 * A sitemap may have 50 MiB (sitemaps.org), the fivefold of a page. Its text is never in memory as a whole, so a
 * compressed one may have that.
 */
const unpackedFactor = 5
