import { Effect, Layer } from "effect"
import { McpServer } from "effect/ai"
import type { LocalCaller } from "../server/local-callers.ts"
import { registrations, serverFacts } from "./registrations.ts"

/** Answers on stdout what this caller asks on stdin, until stdin ends. */
export const serveStdio = (caller: LocalCaller) =>
  Effect.orDie(
    Effect.raceFirst(
      Layer.launch(McpServer.layerStdio({ ...serverFacts, registrations: registrations(Effect.succeed(caller)) })),
      stdinEnds
    )
  )

const stdinEnds = Effect.callback<void>((resume) => {
  process.stdin.once("close", () => resume(Effect.void)).once("end", () => resume(Effect.void))
})
