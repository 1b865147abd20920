import { NodeServices } from "@effect/platform-node"
import { Cause, ConfigProvider, Effect, Exit, Option, Stdio, Stream } from "effect"
import { TestConsole } from "effect/testing"
import { helpOutput, runGleaner } from "../../../src/apps/cli/gleaner.ts"
import { inWords } from "../../../src/apps/cli/output/exit-codes.ts"
import { loopback } from "./command-process.ts"

/** A command line in this process: the exit code and the line that it would end with. */
export const commandEnd = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = loopback) =>
  Effect.exit(runGleaner(args)).pipe(
    Effect.map((exit) => {
      if (Exit.isSuccess(exit)) return { code: 0, line: "" }
      const { code, line = "" } = inWords(Option.getOrUndefined(Cause.findErrorOption(exit.cause)))
      return { code, line }
    }),
    Effect.provide(helpOutput),
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromUnknown({ GLEANER_BROWSER: "off", GLEANER_WORKERS: "0", ...environment })
    )
  )

/** The same with what it writes, from this input. */
export const commandOutput = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = loopback,
  stdin = ""
) =>
  Effect.gen(function*() {
    const end = yield* commandEnd(args, environment)
    return {
      ...end,
      out: (yield* TestConsole.logLines).join("\n"),
      err: (yield* TestConsole.errorLines).join("\n")
    }
  }).pipe(
    Effect.provide(Stdio.layerTest({ stdin: Stream.make(new TextEncoder().encode(stdin)) })),
    Effect.provide([NodeServices.layer, TestConsole.layer])
  )

export const commandOver = (...line: Parameters<typeof commandOutput>) => Effect.runPromise(commandOutput(...line))
