import { Effect } from "effect"
import { escapeControls } from "../../../core/observability/escape-controls.ts"
import { duration } from "./progress.ts"
import { Quiet } from "./verbosity.ts"

/** Where the line is written. */
interface Screen {
  readonly columns: number
  readonly write: (text: string) => void
}

/** A page usually takes less. */
const silentSeconds = 3

/**
 * Waits, and after a few seconds says so each second in a line that overwrites itself, which is erased at the end.
 * Without it, a slow page looks like a command that hangs.
 */
export const waitingOn = ({ columns, write }: Screen, what: string) => <A, E, R>(wait: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let seconds = 0
    const draw = Effect.sync(() => {
      seconds++
      const line = escapeControls(`waiting for ${what}, ${duration(seconds)}`, "")
      if (seconds >= silentSeconds) write(`\r${line.slice(0, Math.max(0, columns - 1))}${eraseRest}`)
    })
    const erase = Effect.sync(() => {
      if (seconds >= silentSeconds) write(`\r${eraseRest}`)
    })
    return wait.pipe(
      Effect.raceFirst(Effect.forever(Effect.delay(draw, "1 second"))),
      Effect.ensuring(erase)
    )
  })

/**
 * The same on the terminal of the command. Nothing is shown elsewhere, and with --quiet. `prints`: the command prints
 * lines meanwhile, so nothing is shown if they go to the terminal.
 */
export const waitingFor = (what: string, prints = false) => <A, E, R>(wait: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Quiet, (isQuiet) => {
    const { columns, isTTY } = process.stderr
    if (isQuiet || !isTTY || (prints && process.stdout.isTTY)) return wait
    return waitingOn({ columns: columns || 80, write: (text) => process.stderr.write(text) }, what)(wait)
  })

/** ECMA-48, "erase in line". */
const eraseRest = "\u001B[K"
