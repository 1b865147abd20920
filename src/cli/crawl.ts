import { Console, Effect, FileSystem, Option, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CrawlSupervisor } from "../crawl/CrawlSupervisor.ts"
import { clampBudget, isFinal, type Job, JobId } from "../domain/Job.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Settings } from "../Settings.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"
import { owner, servicesForMany, urlOf } from "./run.ts"

const url = Argument.String("url").pipe(Argument.withDescription("The seed"))
const maxPages = Flag.Int("max-pages").pipe(Flag.withDescription("Page budget"), Flag.withDefault(100))
const maxDepth = Flag.Int("max-depth").pipe(Flag.withDescription("Link depth from the seed"), Flag.withDefault(3))
const scope = Flag.Literals("scope", ["domain", "subdomains", "prefix", "any"]).pipe(
  Flag.withDescription("Which links are followed"),
  Flag.withDefault("domain")
)
const dedup = Flag.Boolean("dedup").pipe(Flag.withDescription("Drop pages whose text repeats"), Flag.withDefault(true))
const out = Flag.File("out").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("File for the JSON Lines; stdout without it"),
  Flag.optional
)

export const crawl = Command.make(
  "crawl",
  { url, maxPages, maxDepth, scope, dedup, out },
  (input) =>
    Effect.gen(function*() {
      const seed = new URL(yield* urlOf(input.url))
      if (input.maxPages < 1 || input.maxDepth < 0) {
        return yield* new CommandFailed({
          message: "--max-pages is at least 1 and --max-depth at least 0.",
          code: exitCode.usage
        })
      }
      const settings = yield* Settings
      const supervisor = yield* CrawlSupervisor
      const options = {
        ...clampBudget({ max_pages: input.maxPages, max_depth: input.maxDepth }, settings),
        scope: input.scope,
        dedup: input.dedup,
        include: [],
        exclude: [],
        sitemaps: false
      }
      const job = yield* Effect.mapError(
        supervisor.start(owner, seed, options),
        (error) => new CommandFailed({ message: error.message, code: exitCode.failed })
      )
      const id = JobId.make(job.id)
      const output = yield* sink(input.out)
      // Ctrl-C cancels the crawl and still writes what it has.
      const ended = yield* follow(id).pipe(
        Effect.onInterrupt(() => Effect.andThen(supervisor.cancel(owner, id), Effect.ignore(write(id, output))))
      )
      yield* write(id, output)
      yield* progress(`${summary(ended)}\n`)
      if (ended.status === "failed") {
        const reason = ended.errors.at(-1)
        return yield* new CommandFailed({
          message: `${reason?.url ?? seed.href}: ${reason?.message ?? "the crawl failed"} (${
            reason?.code ?? "failed"
          })`,
          code: exitCode.failed
        })
      }
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription("Crawl a site and print its pages as JSON Lines"),
  Command.provide(servicesForMany)
)

/** Polls the job once a second, with a progress line where someone watches. */
const follow = (id: JobId): Effect.Effect<Job, never, JobStore> =>
  Effect.gen(function*() {
    const store = yield* JobStore
    for (;;) {
      const job = Option.getOrUndefined(yield* store.get(owner, id))
      if (job === undefined) return yield* Effect.die(new Error("the crawl is gone"))
      if (isFinal(job.status)) return job
      yield* progress(`\r${summary(job)}`)
      yield* Effect.sleep("1 second")
    }
  })

const summary = ({ stats, status }: Job): string =>
  `${status}: ${stats.crawled} crawled, ${stats.stored} stored, ${stats.failed} failed, ${stats.skipped} skipped, ${stats.duplicates} duplicates, ${stats.pending} pending`

/** To a terminal only: a log file has no use for a line that overwrites itself. */
const progress = (line: string): Effect.Effect<void> =>
  Effect.sync(() => {
    if (process.stderr.isTTY) process.stderr.write(line)
  })

type Output = (line: string) => Effect.Effect<void, CommandFailed>

const sink = Effect.fnUntraced(function*(path: Option.Option<string>) {
  if (Option.isNone(path)) return ((line) => Console.log(line)) satisfies Output
  const fs = yield* FileSystem.FileSystem
  const failed = (cause: { readonly message: string }) =>
    new CommandFailed({ message: `${path.value} cannot be written: ${cause.message}`, code: exitCode.failed })
  const file = yield* Effect.mapError(fs.open(path.value, { flag: "w" }), failed)
  const encoder = new TextEncoder()
  return ((line) => Effect.mapError(file.writeAll(encoder.encode(`${line}\n`)), failed)) satisfies Output
})

const write = (id: JobId, output: Output) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const decoder = new TextDecoder()
    yield* Stream.runForEach(store.documents(id), (json) => output(decoder.decode(json)))
  })
