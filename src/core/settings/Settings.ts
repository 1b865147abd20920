import { type Config, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { Limits } from "../domain/options/Limits.ts"
import { nearestName } from "../kernel/nearest-name.ts"
import { constants } from "./constants.ts"
import { crawlSettings } from "./crawl-settings.ts"
import { fetchSettings } from "./fetch-settings.ts"
import { readingSettings } from "./reading-settings.ts"
import { serviceSettings } from "./service-settings.ts"
import type { Constant, ConstantValue, Setting } from "./setting.ts"
import { storeSettings } from "./store-settings.ts"
import { variablesGiven } from "./variables.ts"

/** An unknown or invalid variable, which prevents the start. One line: the name, the fault and a valid example. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", {
  variable: Schema.String,
  fault: Schema.String,
  example: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    const example = this.example === undefined ? "" : `; for example ${this.variable}=${this.example}`
    return `${this.variable}: ${this.fault}${example}`
  }
}

/** All settings, in the order of `gleaner serve --help`. */
export const settings = {
  ...serviceSettings,
  ...fetchSettings,
  ...crawlSettings,
  ...storeSettings,
  ...readingSettings
} as const

type Configured = { readonly [K in keyof typeof settings]: Config.Success<(typeof settings)[K]["config"]> }
type Default<C> = C extends Constant<infer A> ? (A extends number ? number : A) : never
type Values = Configured & { readonly [K in keyof typeof constants]: Default<(typeof constants)[K]> }

/** The settings, each read once from the environment (`Config`), and the constants. Sizes are in bytes. */
export class Settings extends Context.Service<Settings, Values>()("gleaner/core/settings/Settings") {
  /** Reads the environment, or another `ConfigProvider`. */
  static readonly layer = Layer.effect(Settings, Effect.suspend(() => load))

  /** The defaults with some replaced; the environment is not read. */
  static readonly layerWith = (overrides: Partial<Values> = {}): Layer.Layer<Settings> =>
    Layer.succeed(Settings, { ...defaults, ...overrides })
}

/** The limits in the response of /v1/health: each setting or constant with a name there. */
export const limitsOf = (values: Values): Limits => {
  const limits: Record<string, number> = {}
  for (
    const [key, { limit }] of Object.entries<Setting<unknown> | Constant<ConstantValue>>({
      ...settings,
      ...constants
    })
  ) {
    const value: unknown = values[key as keyof Values] // the keys of the record above
    if (limit !== undefined) limits[limit] = Duration.isDuration(value) ? Duration.toSeconds(value) : Number(value)
  }
  return Schema.decodeUnknownSync(Limits)({
    ...limits,
    max_crawls_per_key: Math.min(values.maxCrawls, values.maxCrawlsPerKey),
    cache_directory_bytes: Option.isSome(values.cacheDirectory) ? values.cacheDirectoryBytes : 0
  })
}

const defaultsOf = (record: Readonly<Record<string, { readonly default: unknown }>>) =>
  Object.fromEntries(Object.entries(record).map(([key, entry]) => [key, entry.default]))

const defaults = { ...defaultsOf(settings), ...defaultsOf(constants) } as unknown as Values // the same keys, one by one

const load: Effect.Effect<Values, SettingError> = Effect.gen(function*() {
  yield* refuseUnknown
  const values: Record<string, unknown> = { ...defaults }
  for (const [key, entry] of Object.entries(settings)) {
    values[key] = yield* Effect.mapError(
      entry.config as Config.Config<unknown>,
      (error) => new SettingError({ variable: entry.variable, fault: faultOf(error), example: entry.example })
    )
  }
  const read = values as unknown as Values // each read by its own config
  return { ...read, userAgent: withContact(read) }
})

const withContact = ({ contact, userAgent }: Values): string =>
  Option.match(contact, { onNone: () => userAgent, onSome: (where) => `${userAgent} (+${where})` })

const known = Object.values(settings).map(({ variable }) => variable)

/** Name without the prefix, which would make all names similar. */
const bare = (name: string): string => name.replace(/^GLEANER_/, "")

/** The setting with the most similar name, with or without `GLEANER_`. */
export const nearestVariable = (name: string): string | undefined => {
  const nearest = nearestName(bare(name), known.map(bare))
  return nearest === undefined ? undefined : `GLEANER_${nearest}`
}

const refuseUnknown = Effect.gen(function*() {
  const unknown = (yield* variablesGiven).filter((name) => !known.includes(name))
  const [variable] = unknown
  if (variable === undefined) return
  const faults = unknown.map((name) => {
    const nearest = nearestVariable(name)
    const hint = nearest === undefined ? "gleaner serve --help lists them" : `the nearest is ${nearest}`
    return `${name === variable ? "" : `${name} `}is not a setting; ${hint}`
  })
  return yield* new SettingError({ variable, fault: faults.join("; ") })
})

/** The fault without the text that Config and Schema wrap around it: SettingError contains the variable already. */
const faultOf = (error: Config.ConfigError): string =>
  error.message.replace(/^(?:SourceError:\s*|SchemaError\()/, "").replace(/\s*at \["[A-Z_]+"\]\)?$/, "").replace(
    /\s+/g,
    " "
  ).trim()
