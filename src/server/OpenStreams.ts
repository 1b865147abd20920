import { Context, Effect, Layer, type Scope } from "effect"
import { RateLimited } from "../api/Problems.ts"
import { Settings } from "../Settings.ts"

/** A stream lasts as long as its reader likes, so each key may have only so many of them open. */
export class OpenStreams extends Context.Service<OpenStreams, {
  /** A place for one stream. The caller keeps it until the answer has ended or the connection is gone. */
  take(owner: string): Effect.Effect<void, RateLimited, Scope.Scope>
}>()("gleaner/server/OpenStreams") {
  static readonly layer = Layer.effect(
    OpenStreams,
    Effect.gen(function*() {
      const { maxStreams } = yield* Settings
      const open = new Map<string, number>()
      const add = (owner: string, change: number) => {
        const count = (open.get(owner) ?? 0) + change
        if (count === 0) open.delete(owner)
        else open.set(owner, count)
      }
      return OpenStreams.of({
        take: (owner) =>
          Effect.acquireRelease(
            Effect.suspend(() => {
              if ((open.get(owner) ?? 0) >= maxStreams) return Effect.fail(tooMany(maxStreams))
              add(owner, 1)
              return Effect.void
            }),
            () => Effect.sync(() => add(owner, -1))
          )
      })
    })
  )
}

const tooMany = (limit: number): RateLimited =>
  new RateLimited({
    detail: `This key has ${limit} streams open, which is the limit; read one to its end or close it.`,
    retry_after: retryAfterSeconds
  })

const retryAfterSeconds = 1
