import { Clock, Context, Duration, Effect, Layer, PubSub, Redacted, Stream } from "effect"
import { LRUCache } from "lru-cache"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import type { Session } from "../../../contract/api/Session.ts"
import { ApiKeys } from "./ApiKeys.ts"

/**
 * The sessions of browsers. A cookie contains its whole session, signed with a secret derived from the API key, so
 * every node with the same keys can check it alone. A session ends when its time is over, when its key is removed, or
 * when its user signs out. Other nodes are not notified of a sign-out, so the answer deletes the cookie too.
 */
export class Sessions extends Context.Service<Sessions, {
  /** The text of a cookie for a new session of this key. */
  open(name: string): Effect.Effect<Redacted.Redacted | undefined>
  /** The session of a cookie. Undefined if the session is over or the cookie is not ours. */
  read(cookie: Redacted.Redacted): Effect.Effect<Session | undefined>
  /** Completes when the session of this cookie is over, by its time or by its user. */
  over(cookie: Redacted.Redacted): Effect.Effect<void>
  /** Ends a session on this node before its time. */
  end(cookie: Redacted.Redacted): Effect.Effect<void>
}>()("gleaner/serving/server/auth/Sessions") {
  static readonly layerNoDeps = Layer.effect(
    Sessions,
    Effect.gen(function*() {
      const keys = yield* ApiKeys
      const ended = new LRUCache<string, true>({ max: maxEnded })
      const endings = yield* PubSub.unbounded<string>()

      const sign = (name: string, text: string): string | undefined => {
        const key = keys.sessionKeyOf(name)
        return key && createHmac("sha256", key).update(text).digest("base64url")
      }

      const open = Effect.fnUntraced(function*(name: string) {
        const expires = Math.floor((yield* Clock.currentTimeMillis) / 1000 + Duration.toSeconds(sessionLife))
        const text = [Buffer.from(name).toString("base64url"), expires, randomBytes(9).toString("base64url")].join(".")
        const signature = sign(name, text)
        return signature === undefined ? undefined : Redacted.make(`${text}.${signature}`)
      })

      const read = Effect.fnUntraced(function*(cookie: Redacted.Redacted) {
        const [, text = "", encoded = "", expires = "", signature = ""] = form.exec(Redacted.value(cookie)) ?? []
        const name = Buffer.from(encoded, "base64url").toString()
        const expected = sign(name, text)
        if (expected === undefined || !isSame(expected, signature) || ended.has(signature)) return undefined
        if (Number(expires) * 1000 <= (yield* Clock.currentTimeMillis)) return undefined
        return { name, expires_at: Number(expires) }
      })

      const end = Effect.fnUntraced(function*(cookie: Redacted.Redacted) {
        if ((yield* read(cookie)) === undefined) return
        const signature = signatureOf(cookie)
        ended.set(signature, true)
        yield* PubSub.publish(endings, signature)
      })

      const over = Effect.fnUntraced(function*(cookie: Redacted.Redacted) {
        const signedOut = Stream.fromPubSub(endings).pipe(
          Stream.takeUntil((signature) => signature === signatureOf(cookie)),
          Stream.runDrain
        )
        const session = yield* read(cookie)
        if (session?.expires_at === undefined || session.expires_at === null) return
        const left = session.expires_at * 1000 - (yield* Clock.currentTimeMillis)
        yield* Effect.raceFirst(Effect.sleep(Duration.millis(left)), signedOut)
      })

      return Sessions.of({ open, read, over, end })
    })
  )
}

/** A working day and a break. */
export const sessionLife = Duration.hours(12)

/** Sessions that were signed out and would not be over yet. */
const maxEnded = 10_000

const form = /^(([\w-]{1,400})\.(\d{1,12})\.[\w-]{12})\.([\w-]{43})$/

const signatureOf = (cookie: Redacted.Redacted): string => Redacted.value(cookie).split(".").at(-1) ?? ""

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
