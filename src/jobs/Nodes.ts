import { Context, Effect, Layer, Schema, Stream } from "effect"
import type { StoreUnavailable } from "../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../domain/job/Job.ts"

export const NodeId = Schema.Int.pipe(Schema.brand("NodeId"))
export type NodeId = typeof NodeId.Type

/** A job was created or has a final status. Some node did it, maybe this one. */
export interface JobSignal {
  readonly _tag: "Created" | "Cancelled" | "Finished"
  readonly id: JobId
}

/**
 * The processes that share one job store. They are equal, and nothing of a job is in any of them but pages in flight.
 */
export class Nodes extends Context.Service<Nodes, {
  readonly self: NodeId
  /** How many nodes are alive, this one included. */
  readonly alive: Effect.Effect<number, StoreUnavailable>
  /** Whether this node is alive. A number is never given twice while the store lives, except in a store of one node. */
  isAlive(node: number): Effect.Effect<boolean, StoreUnavailable>
  /** What happens to jobs on any node. One may be lost, so whoever listens also looks at intervals. */
  readonly signals: Stream.Stream<JobSignal>
  /**
   * Runs `effect` as long as the other nodes hear from this one. After the time of silence they take over its pages, so
   * `effect` is interrupted shortly before, and the failure says why.
   */
  whileHeard<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R>
}>()("gleaner/jobs/Nodes") {
  /** One process with a store of its own. */
  static readonly layerSingle = Layer.succeed(Nodes, {
    self: NodeId.make(1),
    alive: Effect.succeed(1),
    isAlive: (node) => Effect.succeed(node === 1),
    signals: Stream.never,
    whileHeard: (effect) => effect
  })
}
