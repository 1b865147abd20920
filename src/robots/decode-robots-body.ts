import { Data, Effect } from "effect"
import { type Coding, codingOf } from "../net/codings.ts"

/** The body is not in its content-coding. */
export class UndecodableRobots extends Data.TaggedError("UndecodableRobots") {}

/**
 * The text of a robots.txt: UTF-8 (RFC 9309 section 2.2), its content-coding undone. What lies beyond the limit is cut off, not an error
 * (section 2.5), and the line that it cuts with it: half an `Allow` may allow everything.
 */
export const decodeRobotsBody = Effect.fnUntraced(function*(
  body: Uint8Array,
  encoding: string | undefined,
  maxBytes: number
) {
  const coding = codingOf(encoding?.trim().toLowerCase() ?? "")
  const bytes = coding === undefined ? body : yield* undone(coding, body, maxBytes)
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, maxBytes))
  return bytes.length < maxBytes ? text : text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1)
})

/** The first `enough` bytes of what was coded, and not many more. */
const undone = (coding: Coding, coded: Uint8Array, enough: number): Effect.Effect<Uint8Array, UndecodableRobots> =>
  Effect.callback((resume) => {
    const stream = coding.stream()
    const chunks: Array<Uint8Array> = []
    let size = 0
    const done = () => resume(Effect.succeed(Buffer.concat(chunks)))
    stream.on("data", (chunk: Uint8Array) => {
      chunks.push(chunk)
      size += chunk.length
      if (size < enough) return
      stream.destroy()
      done()
    })
    stream.once("end", done)
    stream.once("error", () => resume(Effect.fail(new UndecodableRobots())))
    stream.end(coded)
    return Effect.sync(() => void stream.destroy())
  })
