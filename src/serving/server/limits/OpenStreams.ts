import { Context, Effect, Layer, type Scope } from "effect"
import { RateLimited } from "../../../contract/api/Problems.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { Settings } from "../../../core/settings/Settings.ts"

/** Limits the open streams of each key: a stream lasts as long as its reader likes. */
export class OpenStreams extends Context.Service<OpenStreams, {
  /** A place for one stream. The caller has it until the answer has ended or the connection is gone. */
  take(owner: string): Effect.Effect<void, RateLimited, Scope.Scope>
  /** How many streams of this key are open. */
  openOf(owner: string): Effect.Effect<number>
}>()("gleaner/serving/server/limits/OpenStreams") {
  static readonly layer = Layer.effect(
    OpenStreams,
    Effect.gen(function*() {
      const { maxStreams } = yield* Settings
      const open = new Map<string, number>()
      const count = (owner: string, by: number) => {
        const now = (open.get(owner) ?? 0) + by
        if (now === 0) open.delete(owner)
        else open.set(owner, now)
      }
      const take = (owner: string) =>
        Effect.suspend(() => {
          if ((open.get(owner) ?? 0) >= maxStreams) return Effect.fail(tooMany(maxStreams))
          count(owner, 1)
          return Effect.void
        })
      return OpenStreams.of({
        openOf: (owner) => Effect.sync(() => open.get(owner) ?? 0),
        take: (owner) => Effect.acquireRelease(take(owner), () => Effect.sync(() => count(owner, -1)))
      })
    })
  )
}

const tooMany = (limit: number): RateLimited =>
  new RateLimited({
    detail: `This key has ${counted(limit, "stream")} open, which is the limit; read one to its end or close it.`,
    retry_after: retryAfterSeconds
  })

const retryAfterSeconds = 1
