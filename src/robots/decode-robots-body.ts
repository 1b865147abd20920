import { Effect, Stream } from "effect"
import { decoded, firstBytes } from "../net/coded-stream.ts"
import { codingsOf } from "../net/content-coding.ts"

/**
 * The text of a robots.txt: UTF-8 (RFC 9309 section 2.2), decoded. Text beyond the limit is cut off, which is no error
 * (section 2.5). The line at the cut goes too: half an `Allow` may allow everything.
 */
export const decodeRobotsBody = Effect.fnUntraced(function*(
  body: Uint8Array,
  encoding: string | undefined,
  maxBytes: number
) {
  const codings = codingsOf(encoding)
  // Sites name things that are no codings ("utf-8", "none") on plain text.
  const bytes = codings === undefined ? body : yield* firstBytes(decoded(Stream.make(body), codings), maxBytes)
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, maxBytes))
  return bytes.length < maxBytes ? text : text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1)
})
