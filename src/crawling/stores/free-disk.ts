import { Effect, Metric, Option } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { metrics } from "../../core/observability/metrics.ts"
import type { Settings } from "../../core/settings/Settings.ts"

type Places = Pick<Settings["Service"], "store" | "documents" | "cacheDirectory">

/** Updates the free bytes of each disk that this process writes to. Skips missing folders. */
export const updateDiskGauges = ({ cacheDirectory, documents, store }: Places): Effect.Effect<void> =>
  Effect.all([
    // For the browser.
    update("temporary", os.tmpdir()),
    store._tag === "Sqlite" ? update("store", path.dirname(path.resolve(store.path))) : Effect.void,
    documents._tag === "File" ? update("documents", documents.folder) : Effect.void,
    Option.match(cacheDirectory, { onNone: () => Effect.void, onSome: (folder) => update("cache", folder) })
  ], { discard: true })

const update = (place: string, folder: string) =>
  Effect.tryPromise(() => fs.statfs(folder)).pipe(
    Effect.flatMap(({ bavail, bsize }) =>
      Metric.update(Metric.withAttributes(metrics.diskFree, { place }), bavail * bsize)
    ),
    Effect.ignore
  )
