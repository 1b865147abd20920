import { NodeServices } from "@effect/platform-node"
import { Cause, ConfigProvider, Effect, Exit, Option } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { gleaner } from "../../../src/cli/gleaner.ts"
import { inWords } from "../../../src/cli/output/exit-codes.ts"

/** Runs a command line in this process: the exit code and the line that it would end with. */
export const commandOver = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    const exit = yield* Effect.exit(Command.runWith(gleaner, { version: "0", renderErrors: false })(args))
    if (Exit.isSuccess(exit)) return { code: 0, line: "" }
    return inWords(Option.getOrUndefined(Cause.findErrorOption(exit.cause)))
  }).pipe(
    Effect.provide(NodeServices.layer),
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromUnknown({ GLEANER_BROWSER: "off", GLEANER_WORKERS: "0", ...environment })
    ),
    Effect.provide(TestConsole.layer),
    Effect.runPromise
  )
