import { Effect, Layer, Option, Stream } from "effect"
import { resolve } from "node:path"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { contradiction } from "../../../core/domain/options/contradiction.ts"
import { flagName } from "../../../core/domain/options/option-forms.ts"
import type { PageOptions } from "../../../core/domain/options/PageOptions.ts"
import { unlikeOptions, unlikeReason } from "../../../crawling/crawl/plan/unlike-options.ts"
import { JobEvicted } from "../../../crawling/jobs/JobEvicted.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { earlierId, unknownJob } from "../../../crawling/stores/files/ledger-lines.ts"
import { slice } from "../../../crawling/stores/shared/slices.ts"
import { type CommandFailed, usage } from "../output/exit-codes.ts"
import { owner } from "../run.ts"
import type { JobFiles } from "./job-flags.ts"
import { readCrawl } from "./read-crawl.ts"

/** Adds the job that the file stands for to the options. */
export const withSince = Effect.fnUntraced(function*<O extends PageOptions>(
  options: O,
  { out, since }: Pick<JobFiles, "out" | "since">
): Effect.fn.Return<O & { readonly since?: JobId }, CommandFailed | StoreUnavailable, JobStore> {
  if (Option.isNone(since)) return options
  if (Option.isSome(out) && since.value !== "-" && resolve(out.value) === resolve(since.value)) {
    return yield* usage(
      "--out would overwrite the file of --since, which has the unchanged pages; name another file."
    )
  }
  const fault = contradiction({ ...options, since: since.value })
  if (fault !== undefined) return yield* usage(`--max-age-seconds ${fault}.`)
  const earlier = yield* (yield* JobStore).get(owner, earlierId)
  // Without a ledger, the options of the earlier run are unknown.
  const [unlike] = Option.isNone(earlier) || earlier.value.job === unknownJob
    ? []
    : unlikeOptions(earlier.value.job.options, options)
  if (unlike !== undefined) return yield* usage(`--${flagName(unlike)} ${unlikeReason(unlike, "--since")}.`)
  return { ...options, since: earlierId }
})

/** Jobs in memory, and the finished job of an earlier command. Its documents are in files of the user. */
export const storesSince = <A, E, R>(source: string, stores: Layer.Layer<A | JobStore, E, R>) =>
  Layer.effect(
    JobStore,
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job, rows } = yield* readCrawl(source)
      return JobStore.of({
        ...store,
        ownerOf: (id) => id === earlierId ? Effect.succeedSome(owner) : store.ownerOf(id),
        get: (of, id) => id === earlierId ? Effect.succeedSome({ job, revision: 0 }) : store.get(of, id),
        ledger: (id, range) =>
          id === earlierId ? Effect.sync(() => slice(rows, range.after, range.limit)) : store.ledger(id, range),
        documents: (id, from, to) =>
          id === earlierId ? Stream.fail(new JobEvicted({ id })) : store.documents(id, from, to)
      })
    })
  ).pipe(Layer.provideMerge(stores))
