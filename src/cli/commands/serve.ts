import { Console, Effect, Layer, Redacted } from "effect"
import { Command } from "effect/cli"
import { CrawlSupervisor } from "../../crawl/supervise/CrawlSupervisor.ts"
import { Service } from "../../Gleaner.ts"
import { ApiKeys } from "../../server/auth/ApiKeys.ts"
import { Readiness } from "../../server/Readiness.ts"
import { listeningAt } from "../../server/Server.ts"
import { Settings, settings } from "../../Settings.ts"
import { failed } from "../output/exit-codes.ts"
import { Quiet, Verbose } from "../output/verbosity.ts"

const settingsHelp = Object.values(settings)
  .map(({ about, shown, variable }) => `  ${variable}: default ${shown}\n      ${about}`)
  .join("\n")

/**
 * Prints the address once the service listens. On shutdown, `/readyz` fails first, and the port stays open until crawls
 * are parked and load balancers have had time to react.
 */
const announced = Effect.gen(function*() {
  const address = yield* listeningAt
  const { made } = yield* ApiKeys
  const readiness = yield* Readiness
  const supervisor = yield* CrawlSupervisor
  if (made !== undefined) {
    yield* Console.log(`GLEANER_API_KEYS is not set; the key for this process is ${Redacted.value(made)}`)
  }
  yield* Console.log(`Gleaner listens on ${address}`)
  yield* Effect.addFinalizer(() =>
    Effect.andThen(readiness.stop, Effect.all([supervisor.drain, readiness.noticed], { concurrency: "unbounded" }))
  )
})

const listenFailed = (cause: unknown) =>
  Effect.flatMap(Settings, ({ host, port }) => {
    const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "unknown"
    const why = listenFaults[code] ?? `it failed (${code})`
    return failed(`The service cannot listen on port ${port} of ${host}: ${why}`)
  })

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; set GLEANER_PORT to another one, or to 0 for any free port",
  EACCES: "this user may not use the port; set GLEANER_PORT to one above 1023",
  EADDRNOTAVAIL: "this machine does not have the address; set GLEANER_HOST to one that it has",
  ENOTFOUND: "the name has no address; set GLEANER_HOST to an address of this machine"
}

/** --quiet and --verbose win over GLEANER_LOG_LEVEL. */
const ServeSettings = Layer.effect(
  Settings,
  Effect.gen(function*() {
    const given = yield* Settings
    if (yield* Quiet) return { ...given, logLevel: "Error" as const }
    return (yield* Verbose) ? { ...given, logLevel: "Debug" as const } : given
  })
).pipe(Layer.provide(Settings.layer))

/** Files of the service contain pages of its callers, so other users of the machine may not read them. */
const forThisUserAlone = Effect.sync(() => process.umask(0o077))

const Server = Layer.effectDiscard(announced).pipe(Layer.provide(Service), Layer.provide(ServeSettings))

export const serve = Command.make(
  "serve",
  {},
  () =>
    Effect.andThen(
      forThisUserAlone,
      Effect.catchTag(Layer.launch(Server), "ServeError", ({ cause }) => listenFailed(cause))
    )
).pipe(
  Command.provide(Settings.layer),
  Command.withShortDescription("Start the HTTP service"),
  Command.withDescription(
    `Start the HTTP service. --quiet logs errors only, --verbose everything. Settings are environment variables:\n\n${settingsHelp}`
  )
)
