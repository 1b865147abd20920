import { Context, DateTime, Deferred, Effect, FileSystem, Layer, Semaphore } from "effect"
import * as zlib from "node:zlib"
import { warcInfo } from "../../../contract/client/files/warc.ts"
import { version } from "../../../core/kernel/version.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { ExchangeTap } from "../../../web/net/ExchangeTap.ts"
import type { CommandFailed } from "../output/exit-codes.ts"
import { cannotWrite } from "../output/output.ts"
import { reportOverwrite } from "../output/verbosity.ts"
import { exchangeRecords } from "./warc-records.ts"

/**
 * A WARC file of all fetches, including robots.txt. It contains neither requests of the browser nor responses of the
 * HTTP cache.
 */
export class WarcFile extends Context.Service<WarcFile, {
  /** Never succeeds. Fails once the file cannot be written. */
  readonly failure: Effect.Effect<never, CommandFailed>
  /** Writes a record. Undefined without a file. */
  readonly append: ((record: Uint8Array) => Effect.Effect<void, CommandFailed>) | undefined
}>()("gleaner/apps/cli/warc/WarcFile") {
  static readonly layerNone = Layer.succeed(WarcFile, { failure: Effect.never, append: undefined })

  /**
   * Records the transport of the services built on this layer. If the name ends in `.gz`, each record is a gzip member.
   * `wx`: fail if the file exists.
   */
  static readonly layer = (path: string, flag: "w" | "wx" = "w") =>
    Layer.effectContext(Effect.gen(function*() {
      const { userAgent } = yield* Settings
      const fs = yield* FileSystem.FileSystem
      const broken = yield* Deferred.make<never, CommandFailed>()
      if (flag === "w") yield* reportOverwrite(path)
      const file = yield* Effect.mapError(fs.open(path, { flag }), cannotWrite(path))
      const oneAtATime = yield* Semaphore.make(1)
      const pack = path.endsWith(".gz") ? gzip : Effect.succeed<Uint8Array>

      const append = (records: ReadonlyArray<Uint8Array>) =>
        Effect.forEach(records, (record) => Effect.flatMap(pack(record), (bytes) => file.writeAll(bytes)), {
          discard: true
        }).pipe(oneAtATime.withPermit, Effect.mapError(cannotWrite(path)))

      const about = { "http-header-user-agent": userAgent, robots: "obey" }
      yield* append([warcInfo(DateTime.formatIso(yield* DateTime.now), `gleaner/${version}`, about)])
      return Context.make(WarcFile, {
        failure: Deferred.await(broken),
        append: (record) => append([record])
      }).pipe(
        Context.add(ExchangeTap, (exchange) =>
          Effect.catch(append(exchangeRecords(exchange)), (error) =>
            Effect.asVoid(Deferred.fail(broken, error))))
      )
    }))
}

const gzip = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) =>
    zlib.gzip(bytes, (error, packed) => resume(error === null ? Effect.succeed(packed) : Effect.die(error)))
  )
