import { Effect, FileSystem, Stream } from "effect"
import { cannotWrite } from "./FilesError.ts"

const newline = 0x0A

/** Number and bytes of the complete lines of a file, at most `max` lines. A line without a newline is incomplete. */
const measureLines = Effect.fnUntraced(function*(file: string, max: number) {
  const fs = yield* FileSystem.FileSystem
  let lines = 0
  let read = 0
  let bytes = 0
  yield* Stream.runForEach(fs.stream(file), (chunk) =>
    Effect.sync(() => {
      for (let at = chunk.indexOf(newline); at >= 0 && lines < max; at = chunk.indexOf(newline, at + 1)) {
        lines++
        bytes = read + at + 1
      }
      read += chunk.length
    }))
  return { bytes, isLonger: read > bytes, lines }
})

/** Number of complete lines of the file. */
export const countLines = (file: string) =>
  Effect.map(measureLines(file, Number.POSITIVE_INFINITY), ({ lines }) => lines)

/** Truncates the file to its first `max` complete lines. Returns their number. */
export const truncateLines = Effect.fnUntraced(function*(file: string, max: number) {
  const fs = yield* FileSystem.FileSystem
  const { bytes, isLonger, lines } = yield* measureLines(file, max)
  if (isLonger) yield* fs.truncate(file, bytes)
  return lines
}, (cut, file) => Effect.mapError(cut, cannotWrite(file)))
