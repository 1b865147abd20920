import { Clock, Duration, Effect, Layer, Logger, Result } from "effect"
import { parseRequestUrl, withScheme } from "../domain/WebUrl.ts"
import { GleanerServices } from "../Gleaner.ts"
import { Settings } from "../Settings.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"

/** The services for one command: logs go to stderr, since stdout is the command's output. */
export const services = GleanerServices.pipe(
  Layer.provideMerge(Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])),
  Layer.provideMerge(Settings.layer)
)

/** The URL as typed, made usable or refused in words. */
export const urlOf = (input: string): Effect.Effect<string, CommandFailed> =>
  Result.match(parseRequestUrl(input), {
    onFailure: (fault) =>
      Effect.fail(new CommandFailed({ message: `${JSON.stringify(input)} ${fault}.`, code: exitCode.usage })),
    onSuccess: () => Effect.succeed(withScheme(input))
  })

/** When a command's request must be answered, in milliseconds since the epoch. */
export const deadline = Effect.gen(function*() {
  const { requestTimeout } = yield* Settings
  return (yield* Clock.currentTimeMillis) + Duration.toMillis(requestTimeout)
})

/** The owner of everything that a command asks for. */
export const owner = "command-line"
