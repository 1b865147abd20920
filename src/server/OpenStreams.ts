import { Context, Effect, Layer, RcMap, type Scope, Semaphore } from "effect"
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
      const places = yield* RcMap.make({ lookup: (_owner: string) => Semaphore.make(maxStreams) })
      return OpenStreams.of({
        take: (owner) =>
          Effect.flatMap(RcMap.get(places, owner), (free) =>
            Effect.acquireRelease(
              Effect.filterOrFail(Semaphore.takeIfAvailable(free, 1), (taken) => taken, () => tooMany(maxStreams)),
              () => Semaphore.release(free, 1)
            ))
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
