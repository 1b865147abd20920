import { Console, Effect, Layer, Redacted } from "effect"
import { Command } from "effect/cli"
import { CrawlSupervisor } from "../crawl/CrawlSupervisor.ts"
import { Service } from "../Gleaner.ts"
import { ApiKeys } from "../server/ApiKeys.ts"
import { Readiness } from "../server/Readiness.ts"
import { listeningAt } from "../server/Server.ts"
import { Settings, settings } from "../Settings.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"

const settingsHelp = Object.values(settings)
  .map(({ about, shown, variable }) => `  ${variable} (${shown})\n      ${about}`)
  .join("\n")

/** Announces the address once it listens; on the way down first says no to new work, then ends what runs. */
const announced = Effect.gen(function*() {
  const address = yield* listeningAt
  const { made } = yield* ApiKeys
  const readiness = yield* Readiness
  const supervisor = yield* CrawlSupervisor
  if (made !== undefined) {
    yield* Console.log(`No GLEANER_API_KEYS given; the key of this process is ${Redacted.value(made)}`)
  }
  yield* Console.log(`Gleaner listens on ${address}`)
  yield* Effect.addFinalizer(() => Effect.andThen(readiness.stopping, supervisor.drain))
})

const listenFailed = (cause: { readonly message: string }): CommandFailed =>
  new CommandFailed({ message: `The service cannot listen: ${cause.message}`, code: exitCode.failed })

const Server = Layer.effectDiscard(announced).pipe(Layer.provide(Service), Layer.provide(Settings.layer))

export const serve = Command.make(
  "serve",
  {},
  () => Effect.catchTag(Layer.launch(Server), "ServeError", (error) => Effect.fail(listenFailed(error)))
).pipe(
  Command.withShortDescription("Start the HTTP service"),
  Command.withDescription(`Start the HTTP service. Settings are environment variables:\n\n${settingsHelp}`)
)
