import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Option } from "effect"
import { whenLogIsWritten } from "../../core/observability/logging.ts"
import { helpOutput, runGleaner } from "./gleaner.ts"
import { exitCode, inWords, teardown } from "./output/exit-codes.ts"
import { warn } from "./output/output.ts"

let signal: NodeJS.Signals | undefined
let signalledAt = 0
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => {
    if (signal !== undefined && name === "SIGINT" && performance.now() - signalledAt > repeatMillis) {
      process.exit(exitCode.interrupted)
    }
    if (signal === undefined) signalledAt = performance.now()
    signal ??= name
  })
}

/** A second Ctrl-C ends the process at once. npm sends one Ctrl-C twice within this time. */
const repeatMillis = 500

const endWith = teardown(process.argv[2], () => signal)

runGleaner(process.argv.slice(2)).pipe(
  Effect.tapCause((cause) => {
    const { line } = inWords(Option.getOrUndefined(Cause.findErrorOption(cause)))
    if (line === undefined || Cause.hasInterruptsOnly(cause)) return Effect.void
    return warn(`gleaner: ${line}${Cause.hasDies(cause) ? `\n${Cause.pretty(cause)}` : ""}`)
  }),
  Effect.provide([NodeServices.layer, helpOutput]),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => whenLogIsWritten(() => endWith(exit, onExit))
  })
)
