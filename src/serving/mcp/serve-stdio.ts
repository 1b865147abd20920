import { Effect, Layer, Sink, Stdio } from "effect"
import { McpServer } from "effect/ai"
import type { LocalCaller } from "../server/auth/local-callers.ts"
import { encodedLeanMessage, leanMessage } from "./lean-message.ts"
import { registrations, serverFacts } from "./registrations.ts"

/** Serves the requests of this caller on stdin and stdout, until stdin ends. */
export const serveStdio = (caller: LocalCaller) =>
  Effect.orDie(
    Effect.raceFirst(
      Layer.launch(
        McpServer.layerStdio({ ...serverFacts, registrations: registrations(Effect.succeed(caller)) }).pipe(
          Layer.provide(leanStdio)
        )
      ),
      stdinEnds
    )
  )

const leanStdio = Layer.effect(
  Stdio.Stdio,
  Effect.map(Stdio.Stdio, (stdio) =>
    Stdio.make({
      ...stdio,
      stdout: (options) =>
        Sink.mapInput(
          stdio.stdout(options),
          (chunk: string | Uint8Array) => typeof chunk === "string" ? leanMessage(chunk) : encodedLeanMessage(chunk)
        )
    }))
)

const stdinEnds = Effect.callback<void>((resume) => {
  process.stdin.once("close", () => resume(Effect.void)).once("end", () => resume(Effect.void))
})
