import { Console, Effect, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { Settings, settings } from "../../../core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { Service } from "../../../Gleaner.ts"
import { ApiKeys } from "../../../serving/server/auth/ApiKeys.ts"
import { Readiness } from "../../../serving/server/Readiness.ts"
import { listeningAt } from "../../../serving/server/Server.ts"
import { textFlag } from "../flags.ts"
import { failed, usage } from "../output/exit-codes.ts"
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
  if (Option.isNone((yield* Settings).contact)) yield* Effect.logWarning(noContact)
  yield* Console.log(`Gleaner listens on ${address}`)
  yield* Effect.addFinalizer(() =>
    Effect.andThen(readiness.stop, Effect.all([supervisor.drain, readiness.noticed], { concurrency: "unbounded" }))
  )
})

const noContact =
  "GLEANER_CONTACT is not set: owners of the sites that are fetched cannot reach you. Give a web page or an e-mail address."

const listenFailed = (cause: unknown) =>
  Effect.flatMap(Settings, ({ host, port }) => {
    const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "unknown"
    const why = listenFaults[code] ?? `it failed (${code})`
    return failed(`The service cannot listen on port ${port} of ${host}: ${why}`)
  })

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; give another one with --port or GLEANER_PORT, or 0 for any free port",
  EACCES: "this user may not use the port; give one above 1023 with --port or GLEANER_PORT",
  EADDRNOTAVAIL: "this machine does not have the address; give one that it has with --host or GLEANER_HOST",
  ENOTFOUND: "the name has no address; give an address of this machine with --host or GLEANER_HOST"
}

const flags = {
  host: textFlag("host", `${settings.host.about} Wins over GLEANER_HOST.`),
  port: Flag.Int("port").pipe(
    Flag.withAlias("p"),
    Flag.withDescription(`${settings.port.about} Wins over GLEANER_PORT.`),
    Flag.optional
  )
}

/** The settings of the environment, with those that the command line replaces. */
const serveSettings = ({ host, port }: {
  readonly host: Option.Option<string>
  readonly port: Option.Option<number>
}) =>
  Layer.effect(
    Settings,
    Effect.gen(function*() {
      const given = yield* Settings
      const bind = { host: Option.getOrElse(host, () => given.host), port: Option.getOrElse(port, () => given.port) }
      if (bind.port < 0 || bind.port > maxPort) return yield* usage(`--port ${bind.port} must be from 0 to ${maxPort}`)
      const logLevel = (yield* Quiet) ? "Error" : (yield* Verbose) ? "Debug" : given.logLevel
      return { ...given, ...bind, logLevel }
    })
  ).pipe(Layer.provide(Settings.layer))

const maxPort = 65_535

/** Files of the service contain pages of its callers, so other users of the machine may not read them. */
const forThisUserAlone = Effect.sync(() => process.umask(0o077))

const server = Layer.effectDiscard(announced).pipe(Layer.provide(Service))

export const serve = Command.make(
  "serve",
  flags,
  () =>
    Effect.andThen(
      forThisUserAlone,
      Effect.catchTag(Layer.launch(server), "ServeError", ({ cause }) => listenFailed(cause))
    )
).pipe(
  Command.provide(serveSettings),
  Command.withShortDescription("Start the HTTP service"),
  Command.withDescription(
    `Start the HTTP service. --quiet logs errors only, --verbose everything. Settings are environment variables:\n\n${settingsHelp}`
  ),
  Command.withExamples([{ command: "gleaner serve --port 9000", description: "The service at http://127.0.0.1:9000" }])
)
