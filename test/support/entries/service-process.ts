import { type Context, Duration, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { spawn } from "node:child_process"
import { browserSetting } from "../../../scripts/support/launch-browser.ts"
import { Settings, settings } from "../../../src/core/settings/Settings.ts"
import { Service } from "../../../src/Gleaner.ts"
import { listeningAt } from "../../../src/serving/server/Server.ts"
import { undisturbed } from "../processes/built-command.ts"

export interface RunningService {
  readonly url: string
  /** The process that it runs in. */
  readonly pid: number
  readonly stop: () => Promise<void>
  /** A request with the first key; a body makes it a POST of JSON. */
  readonly call: (
    path: string,
    init?: RequestInit & { readonly json?: unknown; readonly key?: string }
  ) => Promise<Response>
}

type Overrides = NonNullable<Parameters<typeof Settings.layerWith>[0]>

export const keys = { first: "first-key-0123456789abcdef", second: "second-key-0123456789abcdef" }

/** Loopback is allowed and no domain has a delay unless `overrides` say otherwise. */
const withDefaults = (overrides: Overrides): Overrides => ({
  host: "127.0.0.1",
  port: 0,
  allowAddresses: ["127.0.0.0/8"],
  domainDelay: Duration.zero,
  rateLimit: 100_000,
  browser: browserSetting,
  // Pages are read in the process of the service: a reader is one more to start.
  workers: 0,
  apiKeys: [
    { name: "first", secret: Redacted.make(keys.first) },
    { name: "second", secret: Redacted.make(keys.second) }
  ],
  logLevel: "None",
  ...overrides
})

/** The real service on a free port of loopback, from the sources in this process: it starts with a tenth of the CPU time. */
export const serviceOver = async (overrides: Overrides = {}): Promise<RunningService> => {
  const scope = Scope.makeUnsafe()
  const layer = Settings.layerWith(
    withDefaults({
      // The machine may be busy with other tests.
      maxLoopDelay: Duration.minutes(1),
      // A test need not wait for answers that it left unread.
      shutdownTimeout: Duration.millis(200),
      ...overrides
    })
  )
  const context = await Effect.runPromise(Layer.buildWithScope(Service.pipe(Layer.provide(layer)), scope))
  const url = await Effect.runPromise(
    Effect.provideContext(listeningAt, context as Context.Context<never>) as Effect.Effect<string>
  )
  return { url, pid: process.pid, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)), call: callOf(url) }
}

/** The same in a process of its own: `gleaner serve` as the package has it. */
export const serviceProcess = async (overrides: Overrides = {}): Promise<RunningService> => {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("GLEANER_"))
  const child = spawn(process.execPath, [...undisturbed, "serve"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(others), ...variablesOf(withDefaults(overrides)) }
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ""
    const hear = (text: string) => {
      said += text
      const address = /listens on (\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout.setEncoding("utf8").on("data", hear)
    child.stderr.setEncoding("utf8").on("data", hear)
    void ended.then(() => reject(new Error(`the service ended: ${said}`)))
  })
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
  }
  return { url, pid: child.pid ?? 0, stop, call: callOf(url) }
}

const callOf = (url: string): RunningService["call"] => (path, { json, key = keys.first, ...init } = {}) =>
  globalThis.fetch(url + path, {
    ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) }),
    ...init,
    headers: {
      "x-api-key": key,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...init.headers
    }
  })

/** The settings as an operator would write them. */
const variablesOf = (overrides: Overrides): Readonly<Record<string, string>> => {
  const { apiKeys = [], store, ...others } = overrides
  const shown = Object.entries(others).flatMap(([name, value]) => {
    const { show, variable } = settings[name as keyof typeof settings] as (typeof settings)["host"] // of the same name
    return isNone(value) || (Array.isArray(value) && value.length === 0) ? [] : [[variable, show(value as string)]]
  })
  return {
    ...Object.fromEntries(shown),
    // `show` omits the secrets of these.
    [settings.apiKeys.variable]: apiKeys.map(({ name, secret }) => `${name}:${Redacted.value(secret)}`).join(","),
    ...(store === undefined
      ? {}
      : {
        [settings.store.variable]: store._tag === "Postgres" ? Redacted.value(store.url) : settings.store.show(store)
      })
  }
}

const isNone = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "_tag" in value && value._tag === "None"
