import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import { decoded, firstBytes } from "../net/coded-stream.ts"
import { codingsOf } from "../net/content-coding.ts"

/** RFC 9309 section 2.5 requires 500 KiB at least. */
const maxBytes = 512 * 1024

/**
 * The text of a robots.txt: UTF-8 (RFC 9309 section 2.2), decoded. Text beyond the limit is cut off, which is not an error
 * (section 2.5). The line at the cut goes too: half an `Allow` may allow everything.
 */
export const robotsText = Effect.fnUntraced(function*({ headers, stream }: HttpClientResponse.HttpClientResponse) {
  const sent = yield* firstBytes(stream, maxBytes)
  const codings = codingsOf(headers["content-encoding"])
  // Sites name things that are not codings ("utf-8", "none") on plain text.
  const bytes = codings === undefined ? sent : yield* firstBytes(decoded(Stream.make(sent), codings), maxBytes)
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, maxBytes))
  return bytes.length < maxBytes ? text : text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1)
})
