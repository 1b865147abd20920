import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"
import { fileText } from "../../core/settings/kinds.ts"
import { SettingError, Settings, settings } from "../../core/settings/Settings.ts"

/** The service has no key for secrets, or not the one that these were sealed with. */
export class SecretsUnavailable extends Schema.TaggedError<SecretsUnavailable>()("SecretsUnavailable", {
  reason: Schema.Literals(["no key", "other key"])
}) {}

/**
 * Encrypts what stores have of secrets (AES-256-GCM). Of two keys, the first encrypts, and both decrypt, so the
 * operator can replace a key.
 */
export class Secrets extends Context.Service<Secrets, {
  /** `about` has to be the same when it is opened: it ties the secrets to their owner. */
  seal(text: string, about: string): Effect.Effect<string, SecretsUnavailable>
  open(sealed: string, about: string): Effect.Effect<string, SecretsUnavailable>
  /** Whether it was sealed with an earlier key, and should be sealed again. */
  isOld(sealed: string): boolean
}>()("gleaner/crawling/profiles/Secrets") {
  static readonly layer = Layer.effect(
    Secrets,
    Effect.gen(function*() {
      const { secretsKeyFile } = yield* Settings
      return Option.isNone(secretsKeyFile) ? none : secretsOf(yield* loadKeys(secretsKeyFile.value))
    })
  )

  /** With these keys of 32 bytes. */
  static readonly layerOf = (...keys: ReadonlyArray<Uint8Array>) =>
    Layer.sync(Secrets, () => secretsOf(keys.map(keyOf)))
}

interface Key {
  readonly id: string
  readonly bytes: Uint8Array
}

const unavailable = (reason: SecretsUnavailable["reason"]) => Effect.fail(new SecretsUnavailable({ reason }))

const none = Secrets.of({
  seal: () => unavailable("no key"),
  open: () => unavailable("no key"),
  isOld: () => false
})

const secretsOf = (keys: ReadonlyArray<Key>) => {
  const [current] = keys
  return Secrets.of({
    seal: (text, about) =>
      current === undefined ? unavailable("no key") : Effect.sync(() => sealed(text, about, current)),
    open: (text, about) => {
      const key = keys.find(({ id }) => id === keyIdOf(text))
      return key === undefined ? unavailable("other key") : Effect.try({
        try: () => opened(text, about, key),
        // Changed in the store, or of another owner.
        catch: () => new SecretsUnavailable({ reason: "other key" })
      })
    },
    isOld: (text) => keyIdOf(text) !== current?.id
  })
}

const algorithm = "aes-256-gcm"
const keyLength = 32
/** NIST SP 800-38D section 8.2.2: a random one of 96 bits, for far fewer than 2^32 messages of a key. */
const nonceLength = 12
const tagLength = 16

/** The id of the key, and in base64 the nonce, the tag and the encrypted text. */
const sealed = (text: string, about: string, { bytes, id }: Key): string => {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, bytes, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(about))
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return `${id}.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64")}`
}

const opened = (text: string, about: string, { bytes }: Key): string => {
  const all = Buffer.from(text.slice(text.indexOf(".") + 1), "base64")
  const decipher = createDecipheriv(algorithm, bytes, all.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(all.subarray(nonceLength, nonceLength + tagLength))
  return Buffer.concat([decipher.update(all.subarray(nonceLength + tagLength)), decipher.final()]).toString("utf8")
}

const keyIdOf = (text: string): string => text.slice(0, Math.max(0, text.indexOf(".")))

/** The id tells keys apart, and says nothing about them. */
const keyOf = (bytes: Uint8Array): Key => ({
  bytes,
  id: createHash("sha256").update("gleaner key id").update(bytes).digest("hex").slice(0, 16)
})

/** Lines of the file: the key, and during a rotation the one before. */
const maxKeys = 2

const loadKeys = (file: string): Effect.Effect<ReadonlyArray<Key>, SettingError> =>
  fileText(file).pipe(
    Effect.flatMap((text) => Effect.fromResult(keysIn(text, file))),
    Effect.mapError((fault) =>
      new SettingError({
        variable: settings.secretsKeyFile.variable,
        fault: `${fault}; openssl rand -base64 32 makes a key`
      })
    )
  )

/** A failure has no part of the file. */
const keysIn = (text: string, file: string): Result.Result<ReadonlyArray<Key>, string> => {
  const lines = text.split("\n").map((line) => line.trim())
  const keys: Array<Key> = []
  for (const [at, line] of lines.entries()) {
    if (line === "") continue
    const bytes = /^[A-Za-z0-9+/]{43}=$/.test(line) ? Buffer.from(line, "base64") : undefined
    if (bytes?.length !== keyLength) {
      return Result.fail(`line ${at + 1} of the file ${file} is not a key of ${keyLength} bytes in base64`)
    }
    keys.push(keyOf(bytes))
  }
  if (keys.length > maxKeys) return Result.fail(`the file ${file} has more than the new key and the one before`)
  return keys.length === 0 ? Result.fail(`the file ${file} has no key`) : Result.succeed(keys)
}
