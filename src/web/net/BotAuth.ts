import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto"
import { directoryResponseHeaders, MediaType } from "web-bot-auth"
import type { SignatureAgentForm } from "../../core/settings/bot-auth.ts"
import { fileText } from "../../core/settings/kinds.ts"
import { SettingError, Settings, settings } from "../../core/settings/Settings.ts"

type HeaderFields = Readonly<Record<string, string>>

/** The public keys of an operator, signed for the host that the operator names. */
export interface KeyDirectory {
  readonly body: string
  readonly headers: HeaderFields
}

/**
 * Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol): signs each request with the operator's key (RFC 9421), so
 * that sites can verify the sender. Without a key, requests are not signed.
 */
export class BotAuth extends Context.Service<BotAuth, {
  /** The fields that sign a request of this URL. They are valid for a minute. */
  sign(url: URL): Effect.Effect<HeaderFields>
  /**
   * The key directory (draft-meunier-http-message-signatures-directory). It is signed for the host of the setting
   * alone, so no other host can get a signature. None without a key.
   */
  readonly directory: Effect.Effect<Option.Option<KeyDirectory>>
}>()("gleaner/web/net/BotAuth") {
  static readonly layer = Layer.effect(
    BotAuth,
    Effect.gen(function*() {
      const { botAuth, signatureAgent } = yield* Settings
      const configured = Option.getOrUndefined(botAuth)
      if (configured === undefined) return off
      const signer = signerOf(yield* loadKey(configured.keyFile))
      const agent = signedAgents[signatureAgent](configured.agent)
      const times = Effect.map(Clock.currentTimeMillis, (now) => ({
        created: new Date(now),
        expires: new Date(now + Duration.toMillis(life))
      }))

      return BotAuth.of({
        sign: (url) => Effect.map(times, (params) => signedFields(url, agent, signer, params)),
        directory: Effect.flatMap(times, (params) =>
          Effect.promise(async () => {
            const exchange = {
              request: { method: "GET", url: `${configured.agent}/`, headers: {} },
              response: { status: 200, headers: {} }
            }
            const signed = lowerCase(await directoryResponseHeaders(exchange, [signer], params))
            return Option.some({
              body: JSON.stringify({ keys: [signer.publicKey] }),
              headers: { ...signed, "content-type": MediaType.HTTP_MESSAGE_SIGNATURES_DIRECTORY, ...cacheable }
            })
          }))
      })
    })
  )
}

/** The field Signature-Agent, and how the signature covers it. */
interface SignedAgent {
  readonly field: string
  readonly component: string
  readonly value: string
}

const label = "sig1"

/** The member of a dictionary (RFC 9421 section 2.1.2), or the whole field as earlier drafts had it. */
const signedAgents: Readonly<Record<SignatureAgentForm, (agent: string) => SignedAgent>> = {
  dictionary: (agent) => ({
    field: `${label}="${agent}"`,
    component: `"signature-agent";key="${label}"`,
    value: `"${agent}"`
  }),
  item: (agent) => ({ field: `"${agent}"`, component: `"signature-agent"`, value: `"${agent}"` })
}

/** RFC 9421 section 3.1. */
const signedFields = (
  url: URL,
  { component, field, value }: SignedAgent,
  { keyid, signSync }: ReturnType<typeof signerOf>,
  { created, expires }: { readonly created: Date; readonly expires: Date }
): HeaderFields => {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
  const params = `("@authority" ${component});created=${seconds(created)};keyid="${keyid}";alg="ed25519"`
    + `;expires=${seconds(expires)};nonce="${randomBytes(64).toString("base64")}";tag="web-bot-auth"`
  const base = `"@authority": ${url.host}\n${component}: ${value}\n"@signature-params": ${params}`
  return {
    "signature-agent": field,
    "signature-input": `${label}=${params}`,
    signature: `${label}=:${Buffer.from(signSync(base)).toString("base64")}:`
  }
}

const off = BotAuth.of({ sign: () => Effect.succeed({}), directory: Effect.succeedNone })

/** Sites verify at once, and a short life makes a recorded signature useless. */
const life = Duration.minutes(1)

/** As long as the signature of the directory. */
const cacheable = { "cache-control": "max-age=60" }

const loadKey = (file: string): Effect.Effect<KeyObject, SettingError> =>
  fileText(file).pipe(
    Effect.flatMap((text) =>
      Effect.try({
        try: () => keyOf(text),
        // The cause may contain a part of the file.
        catch: () => `${file} cannot be read as an Ed25519 private key (PEM or JWK)`
      })
    ),
    Effect.mapError((fault) =>
      new SettingError({
        variable: settings.botAuth.variable,
        fault: `${fault}; openssl genpkey -algorithm ed25519 makes a key`
      })
    )
  )

const keyOf = (text: string): KeyObject => {
  const key = createPrivateKey(text.trimStart().startsWith("{") ? { key: JSON.parse(text), format: "jwk" } : text)
  if (key.asymmetricKeyType !== "ed25519") throw new Error("wrong kind")
  return key
}

const signerOf = (key: KeyObject) => {
  const { x } = createPublicKey(key).export({ format: "jwk" })
  // RFC 7638: the members that the kind of key requires, in this order.
  const jwk = { crv: "Ed25519", kty: "OKP", x: String(x) }
  const keyid = createHash("sha256").update(JSON.stringify(jwk)).digest("base64url")
  const signSync = (data: string) => new Uint8Array(sign(null, Buffer.from(data), key))
  return { alg: "ed25519" as const, keyid, signSync, sign: signSync, publicKey: { ...jwk, kid: keyid, use: "sig" } }
}

const lowerCase = (headers: object): HeaderFields =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
