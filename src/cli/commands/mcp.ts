import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { gleanerClient } from "../../client/index.ts"
import { ServiceWithoutPort } from "../../Gleaner.ts"
import { ApiKeys } from "../../server/auth/ApiKeys.ts"
import type { LocalCaller } from "../../server/auth/local-callers.ts"
import { LocalFetch, localOrigin } from "../../server/http/LocalFetch.ts"
import { Settings } from "../../Settings.ts"
import { CommandFailed, exitCode } from "../output/exit-codes.ts"
import { commandLog } from "../output/verbosity.ts"
import { settingsAndLogs } from "../run.ts"
import { warnOfUnusedStore } from "../unused-store.ts"

const url = Flag.String("url").pipe(
  Flag.withDescription(
    "A running service to use, with the first key of GLEANER_API_KEYS. Without it, this process fetches"
  ),
  Flag.optional
)

/** The one who calls the tools: whoever has started the command. */
class Agent extends Context.Service<Agent, LocalCaller>()("gleaner/cli/commands/mcp/Agent") {
  /** All of the service in this process, without a port. Jobs are in memory and end with the process. */
  static readonly layerHere = Layer.effect(
    Agent,
    Effect.gen(function*() {
      const { fetch } = yield* LocalFetch
      const { made } = yield* ApiKeys
      yield* warnOfUnusedStore
      const apiKey = made === undefined ? undefined : Redacted.value(made)
      return Agent.of({
        owner: "command-line",
        client: gleanerClient({ baseUrl: localOrigin, fetch, apiKey, tries: 1 })
      })
    })
  ).pipe(
    Layer.provide(ServiceWithoutPort),
    // The keys of the settings are those of a service. A process of its own makes one for itself.
    Layer.provide(Layer.effect(Settings, Effect.map(Settings, (settings) => ({ ...settings, apiKeys: [] })))),
    Layer.provide(settingsAndLogs)
  )

  static readonly layerAt = (baseUrl: string) =>
    Layer.effect(
      Agent,
      Effect.gen(function*() {
        const [key] = (yield* Settings).apiKeys
        if (key === undefined) return yield* noKeys
        const client = gleanerClient({ baseUrl, apiKey: Redacted.value(key.secret), tries: 1 })
        return Agent.of({ owner: key.name, client })
      })
    ).pipe(Layer.provide(settingsAndLogs))
}

const noKeys = new CommandFailed({
  message: "gleaner mcp --url needs a key of the service: set GLEANER_API_KEYS to what the service has (name:secret)",
  code: exitCode.usage
})

export const mcp = Command.make("mcp", { url }, () =>
  Effect.gen(function*() {
    // No other command needs the protocol.
    const { serveStdio } = yield* Effect.promise(() => import("../../mcp/serve-stdio.ts"))
    yield* serveStdio(yield* Agent)
  })).pipe(
    // The log of the protocol itself, too: stdout is for its messages alone.
    Command.provide(({ url }) =>
      Option.match(url, { onNone: () => Agent.layerHere, onSome: Agent.layerAt }).pipe(Layer.merge(commandLog))
    ),
    Command.withShortDescription("Serve the Model Context Protocol on stdin and stdout"),
    Command.withDescription(
      "Serve the Model Context Protocol on stdin and stdout, for agents: scrape, discover, crawl and more as tools. A running service has the same at /mcp."
    )
  )
