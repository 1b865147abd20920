import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Command } from "effect/cli"
import { gleanerClient } from "../../../contract/client/index.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { ServiceWithoutPort } from "../../../Gleaner.ts"
import { ApiKeys } from "../../../serving/server/auth/ApiKeys.ts"
import type { LocalCaller } from "../../../serving/server/auth/local-callers.ts"
import { LocalFetch, localOrigin } from "../../../serving/server/http/LocalFetch.ts"
import { textFlag } from "../flags.ts"
import { usage } from "../output/exit-codes.ts"
import { commandLog } from "../output/verbosity.ts"
import { settingsAndLogs } from "../run.ts"
import { warnOfUnusedStore } from "../unused-store.ts"
import { typedServiceUrl } from "./service/key-clients.ts"

const url = textFlag(
  "url",
  "URL of a running service to use, with the first key of GLEANER_API_KEYS. Default: this process fetches"
)

/** The caller of the tools: the user of the command. */
class Agent extends Context.Service<Agent, LocalCaller>()("gleaner/apps/cli/commands/mcp/Agent") {
  /** The whole service in this process, without a port. Jobs are in memory and end with the process. */
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
    // The configured keys are for a service. This process generates its own.
    Layer.provide(Layer.effect(Settings, Effect.map(Settings, (settings) => ({ ...settings, apiKeys: [] })))),
    Layer.provide(settingsAndLogs)
  )

  static readonly layerAt = (url: string) =>
    Layer.effect(
      Agent,
      Effect.gen(function*() {
        const baseUrl = yield* typedServiceUrl(url)
        const [key] = (yield* Settings).apiKeys
        if (key === undefined) return yield* noKeys
        const client = gleanerClient({ baseUrl, apiKey: Redacted.value(key.secret), tries: 1 })
        return Agent.of({ owner: key.name, client })
      })
    ).pipe(Layer.provide(settingsAndLogs))
}

const noKeys = usage(
  "gleaner mcp --url needs a key of the service: set GLEANER_API_KEYS to the value of the service (name:secret)"
)

export const mcp = Command.make("mcp", { url }, () =>
  Effect.gen(function*() {
    // Loaded lazily: no other command needs the protocol.
    const { serveStdio } = yield* Effect.promise(() => import("../../../serving/mcp/serve-stdio.ts"))
    yield* serveStdio(yield* Agent)
  })).pipe(
    // Logs of the protocol go to stderr too: stdout is for its messages.
    Command.provide(({ url }) =>
      Option.match(url, { onNone: () => Agent.layerHere, onSome: Agent.layerAt }).pipe(Layer.merge(commandLog))
    ),
    Command.withShortDescription("Serve the Model Context Protocol on stdin and stdout"),
    Command.withDescription(
      "Serve the Model Context Protocol on stdin and stdout, for agents: scrape, discover, crawl and more as tools. A running service has the same at /mcp."
    )
  )
