import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { version } from "../domain/version.ts"
import { inWords, teardown } from "./exit-codes.ts"
import { gleaner } from "./gleaner.ts"

Command.run(gleaner, { version, renderErrors: false }).pipe(
  Effect.tapError((error) => {
    const { line } = inWords(error)
    return line === undefined ? Effect.void : Console.error(`gleaner: ${line}`)
  }),
  // @effect-diagnostics-next-line strictEffectProvide:off
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
