import type { Effect, Layer, Scope } from "effect"
import type { Settings } from "../../../../src/core/settings/Settings.ts"
import type { Stores } from "../../../../src/crawling/stores/configured-stores.ts"

export type Overrides = Parameters<typeof Settings.layerWith>[0]

/** One engine of stores, for the contract suites. */
export interface Engine {
  readonly name: string
  /** An empty store at each call. */
  layer(settings?: Overrides): Layer.Layer<Stores, unknown>
  /** `test`: time passes only by the test's own clock. */
  readonly clock: "test" | "live"
  /** Whether a frontier can be opened again and continues. */
  readonly isDurable: boolean
  /** Whether the frontier of one job may be open several times at once, as on several nodes. */
  readonly isShared: boolean
  /** Storage whose stores can be opened again. Only durable engines have one. */
  readonly place?: Effect.Effect<(settings?: Overrides) => Layer.Layer<Stores, unknown>, never, Scope.Scope>
  /** A process that crashed during a turn on `a.test`. `next` is another one over the same storage. */
  readonly deadHolder?: Effect.Effect<DeadHolder, unknown, Scope.Scope>
}

export interface DeadHolder {
  readonly next: (settings?: Overrides) => Layer.Layer<Stores, unknown>
  /** Maximum milliseconds until the others detect the crash. */
  readonly foundOut: number
}
