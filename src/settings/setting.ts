import { ByteSize, Config, ConfigProvider, Effect, Option, Redacted, Result, Schema } from "effect"
import { IpNetwork } from "effect/net"

/** A caller's key as configured: the name appears in logs, the secret nowhere. */
export interface ApiKeySetting {
  readonly name: string
  readonly secret: Redacted.Redacted
}

/** One setting: its variable, why it is there, its standard value and an example, both as written. */
export interface Setting<A> {
  readonly variable: string
  readonly about: string
  readonly standard: string
  readonly example: string
  readonly config: Config.Config<A>
}

export const setting = <A>(
  variable: string,
  about: string,
  standard: string,
  example: string,
  make: (variable: string) => Config.Config<A>
): Setting<A> => ({ variable, about, standard, example, config: make(variable) })

export const or = <A>(make: (name: string) => Config.Config<A>, standard: A) => (name: string): Config.Config<A> =>
  make(name).pipe(Config.withDefault(standard))

export const int = (minimum: number, maximum: number) => (name: string): Config.Config<number> =>
  Config.schema(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum, maximum })),
    name
  )

export const mebibyte = 1024 * 1024

const text = <A>(name: string, parse: (raw: string) => A | string): Config.Config<A> =>
  Config.String(name).pipe(
    Config.mapEffect((raw) => {
      const parsed = parse(raw)
      return typeof parsed === "string"
        ? Effect.fail(new Config.ConfigError(new ConfigProvider.SourceError({ message: parsed })))
        : Effect.succeed(parsed as A)
    })
  )

/** Plain bytes (`100000`) or with a unit, decimal or binary (`10 MiB`). */
export const bytes = (minimum: 0 | 1) => (name: string): Config.Config<number> =>
  text(name, (raw) => {
    const trimmed = raw.trim()
    const size = ByteSize.fromString(/^\d+$/.test(trimmed) ? `${trimmed} B` : trimmed)
    const count = Option.getOrElse(Option.flatMap(size, ByteSize.toNumber), () => -1)
    return count >= minimum
      ? count
      : `${JSON.stringify(raw)} is not a size${minimum > 0 ? " of at least one byte" : ""}`
  })

const listOf = (raw: string): ReadonlyArray<string> =>
  raw.split(",").map((part) => part.trim()).filter((part) => part !== "")

export const cidrs = (name: string): Config.Config<ReadonlyArray<string>> =>
  text(name, (raw) => {
    const list = listOf(raw)
    const wrong = list.find((cidr) => Result.isFailure(IpNetwork.fromString(cidr)))
    return wrong === undefined ? list : `${JSON.stringify(wrong)} is not an address block in CIDR notation`
  })

const minimumSecretLength = 24

export const apiKeys = (name: string): Config.Config<ReadonlyArray<ApiKeySetting>> =>
  text(name, (raw) => {
    const keys: Array<ApiKeySetting> = []
    for (const [index, pair] of listOf(raw).entries()) {
      const colon = pair.indexOf(":")
      // The fault never repeats the pair: it is a secret, and this line ends up in logs.
      if (colon <= 0) return `entry ${index + 1} is not of the form name:secret`
      const keyName = pair.slice(0, colon)
      const secret = pair.slice(colon + 1)
      if (secret.length < minimumSecretLength) {
        return `the secret of ${keyName} has ${secret.length} characters, it needs at least ${minimumSecretLength}`
      }
      if (keys.some((key) => key.name === keyName)) return `the name ${keyName} is given twice`
      keys.push({ name: keyName, secret: Redacted.make(secret) })
    }
    return keys
  })

/** The fault without the schema's wrapping: the variable stands before it. */
export const faultOf = (error: Config.ConfigError): string =>
  error.message.replace(/^(?:SourceError:\s*|SchemaError\()/, "").replace(/\s*at \["[A-Z_]+"\]\)?$/, "").replace(
    /\s+/g,
    " "
  ).trim()
