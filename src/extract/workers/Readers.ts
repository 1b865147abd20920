import { Context, Effect, Layer } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { Claim } from "../../core/kernel/fair/FairQueue.ts"
import { metrics } from "../../core/observability/metrics.ts"
import { Settings } from "../../core/settings/Settings.ts"
import type { Work, WorkName, WorkRequest } from "./messages.ts"
import { readerEntry } from "./reader-entry.ts"
import { readerPool } from "./reader-pool.ts"

/**
 * Processes that extract pages and sitemaps, one at a time each. The first starts at once, the others when work waits.
 * One more is started while one owner has all, for an owner that has none. It is not Effect's Pool, which serves in order
 * of arrival: callers go before crawls here, and owners take turns.
 */
export class Readers extends Context.Service<Readers, {
  /**
   * Fails as the extractor does, and with `fetch_failed`/decode for a page that takes longer than extractTimeout or
   * ends its reader; another reader then takes its place. Work that is interrupted while it waits is never started. A
   * page in work holds its reader until it is done or times out.
   */
  run<K extends WorkName>(
    request: WorkRequest & { readonly work: K },
    claim: Claim
  ): Effect.Effect<Work[K]["result"], PageError>
}>()("gleaner/extract/workers/Readers") {
  /** Readers that start with the module at `entry`. */
  static readonly layerOf = (entry: URL) =>
    Layer.effect(
      Readers,
      Effect.gen(function*() {
        const { extractTimeout, workerMemory, workers } = yield* Settings
        const pool = yield* readerPool({
          entry,
          workers,
          memory: workerMemory,
          pageTimeout: extractTimeout,
          startsAtOnce: true,
          counts: {
            alive: metrics.readers,
            busy: metrics.busyReaders,
            broken: metrics.brokenReaders,
            waiting: metrics.waitingPages
          }
        })
        return Readers.of(pool)
      })
    )

  static readonly layer = Layer.suspend(() => this.layerOf(readerEntry()))
}
