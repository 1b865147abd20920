import { Config, Effect, Redacted, Result } from "effect"
import { configError, fileText, type Kind, listOf } from "./kinds.ts"

/** An API key as configured. The name appears in logs, the secret nowhere. */
export interface ApiKeySetting {
  readonly name: string
  readonly secret: Redacted.Redacted
}

/** `name:secret` pairs, or `file:PATH` of a file with one pair per line. */
export const apiKeys: Kind<ReadonlyArray<ApiKeySetting>> = {
  show: (keys) => keys.length === 0 ? "(generated at start)" : keys.map(({ name }) => name).join(","),
  read: (variable) =>
    Config.String(variable).pipe(
      Config.mapEffect((raw) => {
        const written = raw.trim()
        const keys = written.startsWith(filePrefix)
          ? keysOfFile(written.slice(filePrefix.length))
          : Effect.fromResult(keysOf(listOf(written)))
        return Effect.mapError(keys, configError)
      })
    )
}

const filePrefix = "file:"

/** systemd and containers provide secrets as files, not as environment variables. */
const keysOfFile = (path: string): Effect.Effect<ReadonlyArray<ApiKeySetting>, string> =>
  Effect.flatMap(fileText(path), (text) => {
    const pairs = text.split(/[\n,]/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"))
    // With an empty list the service would generate a key, which no operator expects here.
    return pairs.length === 0
      ? Effect.fail(`the file ${path} has no key`)
      : Effect.mapError(Effect.fromResult(keysOf(pairs)), (fault) => `${fault} (in the file ${path})`)
  })

const minimumSecretLength = 24

const keysOf = (pairs: ReadonlyArray<string>): Result.Result<ReadonlyArray<ApiKeySetting>, string> => {
  const keys: Array<ApiKeySetting> = []
  for (const [index, pair] of pairs.entries()) {
    const colon = pair.indexOf(":")
    // Do not repeat the pair in the error: it is a secret, and this line is logged.
    if (colon <= 0) return Result.fail(`entry ${index + 1} is not of the form name:secret`)
    const keyName = pair.slice(0, colon)
    const secret = pair.slice(colon + 1)
    if (secret.length < minimumSecretLength) {
      return Result.fail(
        `the secret of ${keyName} has ${secret.length} characters and needs at least ${minimumSecretLength}`
      )
    }
    if (keys.some((key) => key.name === keyName)) return Result.fail(`the name ${keyName} is given twice`)
    keys.push({ name: keyName, secret: Redacted.make(secret) })
  }
  return Result.succeed(keys)
}
