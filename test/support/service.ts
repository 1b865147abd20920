import { type Context, Duration, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { browserSetting } from "../../scripts/support/launch-browser.ts"
import { Service } from "../../src/Gleaner.ts"
import { listeningAt } from "../../src/server/Server.ts"
import { Settings } from "../../src/Settings.ts"

export interface RunningService {
  readonly url: string
  readonly stop: () => Promise<void>
  /** A request with the first key; a body makes it a POST of JSON. */
  readonly call: (
    path: string,
    init?: RequestInit & { readonly json?: unknown; readonly key?: string }
  ) => Promise<Response>
}

export const keys = { first: "first-key-0123456789abcdef", second: "second-key-0123456789abcdef" }

/** The real service on a free port of loopback, with loopback allowed and no delay unless `overrides` say otherwise. */
export const startService = async (
  overrides: Parameters<typeof Settings.layerWith>[0] = {}
): Promise<RunningService> => {
  const scope = Scope.makeUnsafe()
  const settings = Settings.layerWith(
    {
      port: 0,
      allowAddresses: ["127.0.0.0/8"],
      domainDelay: Duration.zero,
      rateLimit: 100_000,
      browser: browserSetting,
      // Pages are read in this process: a reader is one more to start.
      workers: 0,
      // The machine may be busy with other tests.
      maxLoopDelay: Duration.minutes(1),
      // A test need not wait for answers that it left unread.
      shutdownTimeout: Duration.millis(200),
      apiKeys: [
        { name: "first", secret: Redacted.make(keys.first) },
        { name: "second", secret: Redacted.make(keys.second) }
      ],
      logLevel: "None",
      ...overrides
    } as Parameters<typeof Settings.layerWith>[0]
  )
  const context = await Effect.runPromise(Layer.buildWithScope(Service.pipe(Layer.provide(settings)), scope))
  const url = await Effect.runPromise(
    Effect.provideContext(listeningAt, context as Context.Context<never>) as Effect.Effect<string>
  )
  return {
    url,
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
    call: (path, { json, key = keys.first, ...init } = {}) =>
      globalThis.fetch(url + path, {
        ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) }),
        ...init,
        headers: {
          "x-api-key": key,
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...init.headers
        }
      })
  }
}
