import { Clock, Context, Effect, Layer, Schema, Stream } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../core/domain/job/Job.ts"

export const NodeId = Schema.Int.pipe(Schema.brand("NodeId"))
export type NodeId = typeof NodeId.Type

/** A job was created or became final, on any node, maybe this one. */
export interface JobSignal {
  readonly _tag: "Created" | "Cancelled" | "Finished"
  readonly id: JobId
}

/** The processes that share one job store. All are equal. A node has no state of a job but its pages in flight. */
export class Nodes extends Context.Service<Nodes, {
  readonly self: NodeId
  /** The time that all nodes share: of the clock of their store, in milliseconds since the epoch. */
  readonly now: Effect.Effect<number>
  /** Number of live nodes, including this one. */
  readonly alive: Effect.Effect<number, StoreUnavailable>
  /** Whether this node is alive. The store never assigns a number twice, except in a store of one node. */
  isAlive(node: number): Effect.Effect<boolean, StoreUnavailable>
  /** Events of jobs on all nodes. Events can be lost, so listeners must also poll. */
  readonly signals: Stream.Stream<JobSignal>
  /**
   * Runs `effect` while the heartbeat of this node arrives. Without it, other nodes take over its pages after a
   * timeout: shortly before, `effect` is interrupted, and fails with the reason.
   */
  whileAlive<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R>
}>()("gleaner/crawling/jobs/Nodes") {
  /** One process with a store of its own. */
  static readonly layerSingle = Layer.succeed(Nodes, {
    self: NodeId.make(1),
    now: Clock.currentTimeMillis,
    alive: Effect.succeed(1),
    isAlive: (node) => Effect.succeed(node === 1),
    signals: Stream.never,
    whileAlive: (effect) => effect
  })
}
