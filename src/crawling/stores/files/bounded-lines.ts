import { Effect, Stream } from "effect"

/** A line has more characters than allowed. */
export interface LineTooLong {
  readonly _tag: "LineTooLong"
  /** Line number, starting at 1. */
  readonly number: number
}

/** Lines of a file with at most `maxLength` characters each. One line at a time is in memory. */
export const boundedLines = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  maxLength: number
): Stream.Stream<string, E | LineTooLong> =>
  Stream.suspend(() => {
    /** Length of the unfinished line, and its number. */
    let open = 0
    let number = 1
    return bytes.pipe(
      Stream.decodeText,
      Stream.mapEffect((text) => {
        const first = text.indexOf("\n")
        if (open + (first < 0 ? text.length : first) > maxLength) {
          return Effect.fail<LineTooLong>({ _tag: "LineTooLong", number })
        }
        open = first < 0 ? open + text.length : text.length - text.lastIndexOf("\n") - 1
        for (let at = first; at >= 0; at = text.indexOf("\n", at + 1)) number++
        return Effect.succeed(text)
      }),
      Stream.splitLines
    )
  })
