import { Effect, Random } from "effect"
import type { FetchFailure } from "../../core/domain/errors/PageError.ts"
import type { TransportFailureKind } from "./transport-failure.ts"

/** Whether the same request may work with another connection, which may also be one by another proxy. */
export const mayWorkNext = (reason: FetchFailure | TransportFailureKind | undefined): boolean =>
  reason === "connect" || reason === "reset"

/** How long to wait before the next try, in milliseconds: exponential with jitter. */
export const backOff = (tries: number): Effect.Effect<number> =>
  Effect.map(Random.next, (random) => firstPause * 2 ** tries * (0.5 + random / 2))

const firstPause = 500
