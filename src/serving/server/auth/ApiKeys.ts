import { Context, Effect, Layer, Redacted } from "effect"
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { Settings } from "../../../core/settings/Settings.ts"
import { secretFrom } from "../../../crawling/webhooks/sign-message.ts"

/** The callers' keys, stored as SHA-256 digests. */
export class ApiKeys extends Context.Service<ApiKeys, {
  /** The name of the key with this secret, or undefined. All keys are compared, each in constant time. */
  nameOf(secret: Redacted.Redacted): string | undefined
  /** The secret that signs the webhooks of this key: derived from the key's own, so all nodes have the same. */
  webhookSecret(name: string): Redacted.Redacted | undefined
  /** The key that signs the sessions of this API key: derived from its secret, so every node has the same. */
  sessionKeyOf(name: string): Buffer | undefined
  /** The key made for this process when none is configured. It is shown once, at start. */
  readonly made: Redacted.Redacted | undefined
}>()("gleaner/serving/server/auth/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function*() {
      const { apiKeys } = yield* Settings
      const made = apiKeys.length === 0 ? Redacted.make(randomBytes(24).toString("base64url")) : undefined
      const keys = made === undefined ? apiKeys : [{ name: "default", secret: made }]
      const digests = keys.map(({ name, secret }) => ({ name, digest: sha256(Redacted.value(secret)) }))
      /** A key of its own for each purpose. */
      const derivedFrom = (name: string, purpose: string): Buffer | undefined => {
        const digest = digests.find((key) => key.name === name)?.digest
        return digest && createHmac("sha256", digest).update(purpose).digest()
      }
      return ApiKeys.of({
        made,
        webhookSecret: (name) => {
          const key = derivedFrom(name, "gleaner webhook v1")
          return key && secretFrom(key)
        },
        sessionKeyOf: (name) => derivedFrom(name, "gleaner session"),
        nameOf: (secret) => {
          const digest = sha256(Redacted.value(secret))
          let found: string | undefined
          for (const key of digests) if (timingSafeEqual(key.digest, digest)) found = key.name
          return found
        }
      })
    })
  )
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest()
