import type { Effect, Layer, Scope } from "effect"
import type { Frontier } from "../../../src/crawl/frontier/Frontier.ts"
import type { JobStore } from "../../../src/jobs/JobStore.ts"
import type { Nodes } from "../../../src/jobs/Nodes.ts"
import type { DomainLease } from "../../../src/politeness/DomainLease.ts"
import type { Settings } from "../../../src/Settings.ts"
import type { WebhookStore } from "../../../src/webhooks/WebhookStore.ts"

export type Stores = JobStore | Frontier | DomainLease | Nodes | WebhookStore
export type Overrides = Parameters<typeof Settings.layerWith>[0]

/** One way to keep jobs, as the contract suites need it. */
export interface Engine {
  readonly name: string
  /** Another store at each call, with nothing in it. */
  layer(settings?: Overrides): Layer.Layer<Stores, unknown>
  /** `test`: time passes only by the test's own clock. */
  readonly clock: "test" | "live"
  /** Whether a frontier that is opened again goes on where it was. */
  readonly isDurable: boolean
  /** Whether the frontier of one job may be open several times at once, as on several nodes. */
  readonly isShared: boolean
  /** A place whose stores can be opened again and again. Only what is durable has one. */
  readonly place?: Effect.Effect<(settings?: Overrides) => Layer.Layer<Stores, unknown>, never, Scope.Scope>
  /** A process that had a turn on `a.test` has died without an end. `next` is another one over the same place. */
  readonly deadHolder?: Effect.Effect<DeadHolder, unknown, Scope.Scope>
}

export interface DeadHolder {
  readonly next: (settings?: Overrides) => Layer.Layer<Stores, unknown>
  /** Milliseconds after which the others know that it is dead, at most. */
  readonly foundOut: number
}
