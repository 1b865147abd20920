import { Effect, Stream } from "effect"

/** A line has more characters than allowed. */
export interface LineTooLong {
  readonly _tag: "LineTooLong"
  /** The number of the line, from 1. */
  readonly number: number
}

/** The lines of a file. Each has at most `longest` characters, and one line at a time is in memory. */
export const boundedLines = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  longest: number
): Stream.Stream<string, E | LineTooLong> =>
  Stream.suspend(() => {
    /** Characters of the line that has not ended yet, and its number. */
    let open = 0
    let number = 1
    return bytes.pipe(
      Stream.decodeText,
      Stream.mapEffect((text) => {
        const first = text.indexOf("\n")
        if (open + (first < 0 ? text.length : first) > longest) {
          return Effect.fail<LineTooLong>({ _tag: "LineTooLong", number })
        }
        open = first < 0 ? open + text.length : text.length - text.lastIndexOf("\n") - 1
        for (let at = first; at >= 0; at = text.indexOf("\n", at + 1)) number++
        return Effect.succeed(text)
      }),
      Stream.splitLines
    )
  })
