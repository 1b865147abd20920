import { Context, DateTime, Deferred, Effect, FileSystem, Layer, Option, Semaphore } from "effect"
import * as zlib from "node:zlib"
import { warcInfo } from "../../../contract/client/files/warc.ts"
import { version } from "../../../core/kernel/version.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { gzip } from "../../../crawling/archive/gzip.ts"
import { type ArchivedPage, WaczFile } from "../../../crawling/archive/WaczFile.ts"
import { type ArchiveRecord, exchangeRecords } from "../../../crawling/archive/warc-records.ts"
import { ExchangeTap } from "../../../web/net/ExchangeTap.ts"
import type { JobFiles } from "../job-files/job-flags.ts"
import { type CommandFailed, usage } from "../output/exit-codes.ts"
import { cannotWrite } from "../output/output.ts"
import { reportOverwrite } from "../output/verbosity.ts"

/**
 * WARC and WACZ files of all fetches, including robots.txt, and of the responses that the browser had. They contain no
 * responses of the HTTP cache.
 */
export class ArchiveFiles extends Context.Service<ArchiveFiles, {
  /** Never succeeds. Fails once a file cannot be written. */
  readonly failure: Effect.Effect<never, CommandFailed>
  /** Writes a record. Undefined without a file. */
  readonly append: ((record: Uint8Array) => Effect.Effect<void, CommandFailed>) | undefined
  /** Lists a page. Undefined without a file that has a list. */
  readonly page: ((page: ArchivedPage) => Effect.Effect<void>) | undefined
}>()("gleaner/apps/cli/warc/ArchiveFiles") {
  /**
   * Records the transport and the browsers of the services built on this layer. A WARC file whose name ends in `.gz` has
   * a gzip member for each record. A file of a job that is resumed must not exist.
   */
  static readonly layer = ({ resume, wacz, warc }: Pick<JobFiles, "resume" | "wacz" | "warc">) =>
    Option.isNone(warc) && Option.isNone(wacz)
      ? Layer.succeed(ArchiveFiles, { failure: Effect.never, append: undefined, page: undefined })
      : Layer.effectContext(Effect.gen(function*() {
        if (Option.isSome(warc) && Option.isSome(wacz) && warc.value === wacz.value) {
          return yield* usage("--warc and --wacz need two files.")
        }
        // Do not append: the last record of a killed process may be incomplete.
        const flag = Option.isSome(resume) ? "wx" : "w"
        const broken = yield* Deferred.make<never, CommandFailed>()
        const sinks: Array<Sink> = []
        if (Option.isSome(warc)) sinks.push(yield* warcSink(warc.value, flag))
        if (Option.isSome(wacz)) sinks.push(yield* waczSink(wacz.value, flag))
        const oneAtATime = yield* Semaphore.make(1)
        const append = (records: ReadonlyArray<ArchiveRecord>) =>
          Effect.forEach(sinks, ({ append }) => Effect.forEach(records, append, { discard: true }), { discard: true })
            .pipe(oneAtATime.withPermit)
        const lists = sinks.flatMap(({ page }) => page === undefined ? [] : [page])
        return Context.make(ArchiveFiles, {
          failure: Deferred.await(broken),
          append: (bytes) => append([{ bytes }]),
          page: lists.length === 0 ? undefined : (page) => Effect.sync(() => lists.forEach((list) => list(page)))
        }).pipe(
          Context.add(
            ExchangeTap,
            (exchange) =>
              Effect.catch(append(exchangeRecords(exchange)), (error) => Effect.asVoid(Deferred.fail(broken, error)))
          )
        )
      }))
}

interface Sink {
  readonly append: (record: ArchiveRecord) => Effect.Effect<void, CommandFailed>
  readonly page?: (page: ArchivedPage) => void
}

type Flag = "w" | "wx"

const openFile = Effect.fnUntraced(function*(path: string, flag: Flag) {
  const fs = yield* FileSystem.FileSystem
  if (flag === "w") yield* reportOverwrite(path)
  const file = yield* Effect.mapError(fs.open(path, { flag }), cannotWrite(path))
  return (bytes: Uint8Array) =>
    bytes.length === 0 ? Effect.void : Effect.mapError(file.writeAll(bytes), cannotWrite(path))
})

const warcSink = Effect.fnUntraced(function*(path: string, flag: Flag) {
  const { userAgent } = yield* Settings
  const write = yield* openFile(path, flag)
  const pack = path.endsWith(".gz") ? packed : Effect.succeed<Uint8Array>
  const append: Sink["append"] = ({ bytes }) => Effect.flatMap(pack(bytes), write)
  const about = { "http-header-user-agent": userAgent, robots: "obey" }
  yield* append({ bytes: warcInfo(DateTime.formatIso(yield* DateTime.now), `gleaner/${version}`, about) })
  return { append } satisfies Sink
})

const packed = (bytes: Uint8Array): Effect.Effect<Uint8Array> => Effect.promise(() => gzip(bytes))

/** Its index is at its end, which is written whatever ends the command, unless it is killed. */
const waczSink = Effect.fnUntraced(function*(path: string, flag: Flag) {
  const write = yield* openFile(path, flag)
  const created = DateTime.toDateUtc(yield* DateTime.now)
  const file = new WaczFile({ title: path, created, pack: zlib.gzipSync })
  yield* Effect.addFinalizer(() => Effect.ignore(write(file.end())))
  return {
    append: ({ bytes, ...entry }) =>
      Effect.flatMap(packed(bytes), (packed) => write(file.record({ packed, ...entry }))),
    page: (page) => file.page(page)
  } satisfies Sink
})
