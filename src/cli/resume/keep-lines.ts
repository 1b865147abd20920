import { Effect, FileSystem, Stream } from "effect"
import { cannotWrite } from "../output/output.ts"

const newline = 0x0A

/** How many whole lines a file has, at most `max`, and how many bytes these are. A line that does not end is torn. */
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

/** How many whole lines the file has. */
export const countLines = (file: string) =>
  Effect.map(measureLines(file, Number.POSITIVE_INFINITY), ({ lines }) => lines)

/** Cuts the file behind its first `max` lines, and a torn line with them. Gives how many lines it has then. */
export const keepLines = Effect.fnUntraced(function*(file: string, max: number) {
  const fs = yield* FileSystem.FileSystem
  const { bytes, isLonger, lines } = yield* measureLines(file, max)
  if (isLonger) yield* fs.truncate(file, bytes)
  return lines
}, (cut, file) => Effect.mapError(cut, cannotWrite(file)))
