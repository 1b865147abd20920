import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { version } from "../domain/version.ts"
import { inWords, teardown } from "./exit-codes.ts"
import { gleaner } from "./gleaner.ts"

let signal: NodeJS.Signals | undefined
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => (signal ??= name))

Command.run(gleaner, { version, renderErrors: false }).pipe(
  Effect.tapCause((cause) => {
    const { line } = inWords(Option.getOrUndefined(Cause.findErrorOption(cause)))
    if (line === undefined || Cause.hasInterruptsOnly(cause)) return Effect.void
    return Console.error(`gleaner: ${line}${Cause.hasDies(cause) ? `\n${Cause.pretty(cause)}` : ""}`)
  }),
  // @effect-diagnostics-next-line strictEffectProvide:off
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: teardown(process.argv[2], () => signal) })
)
