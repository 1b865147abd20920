import { Console, Effect, Layer } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import { readableLines } from "../../observability/log-lines.ts"
import { hasColours, logTo } from "../../observability/logging.ts"

export const Quiet = GlobalFlag.Setting("quiet")({
  flag: Flag.Boolean("quiet").pipe(
    Flag.withAlias("q"),
    Flag.withDescription("Say nothing but why a command failed"),
    Flag.withDefault(false)
  )
})

export const Verbose = GlobalFlag.Setting("verbose")({
  flag: Flag.Boolean("verbose").pipe(
    Flag.withDescription("Tell each page of a job as it ends, and what the services do"),
    Flag.withDefault(false)
  )
})

/** A line on stderr, beside the output of the command. */
export const notice = (line: string) => Effect.flatMap(Quiet, (isQuiet) => isQuiet ? Effect.void : Console.error(line))

/** The log of a command, for the person who typed it. stdout is the output of the command. */
export const commandLog = Layer.unwrap(
  Effect.gen(function*() {
    const level = (yield* Quiet) ? "Error" : (yield* Verbose) ? "Debug" : "Warn"
    return logTo(readableLines(hasColours()), level)
  })
)
