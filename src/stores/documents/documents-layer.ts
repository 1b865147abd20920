import { Effect, Layer } from "effect"
import * as path from "node:path"
import { DocumentStore } from "../../jobs/DocumentStore.ts"
import { SettingError, Settings } from "../../Settings.ts"
import { measuredDocuments } from "../measured.ts"
import { Disk } from "./disk.ts"
import { fileDocuments } from "./FileDocuments.ts"

/**
 * The `DocumentStore` that GLEANER_DOCUMENTS names. With `store` there is none: the job store keeps documents itself. A
 * place that cannot be used stops the start.
 */
export const documentsLayer: Layer.Layer<never, SettingError, Settings> = Layer.unwrap(
  Effect.map(Settings, ({ documents, store }): Layer.Layer<never, SettingError> => {
    switch (documents._tag) {
      case "Store":
        return Layer.empty
      case "File":
        return Layer.effect(
          DocumentStore,
          Effect.map(inFolder(path.resolve(documents.folder), store._tag !== "Memory"), measuredDocuments)
        )
      case "S3":
        // Nobody would ever delete the documents of a process that was killed.
        if (store._tag === "Memory") return Layer.effectDiscard(forgetful)
        return Layer.unwrap(
          Effect.map(Effect.promise(() => import("./S3Documents.ts")), ({ s3Layer }) => s3Layer(documents))
        )
    }
  })
)

const forgetful = new SettingError({
  variable: "GLEANER_DOCUMENTS",
  fault: "s3:// needs jobs that outlive the process: set GLEANER_STORE to sqlite:PATH or postgres://... too"
})

/** Jobs in memory end with the process. So do their documents: at once, or when the next process starts. */
const inFolder = Effect.fnUntraced(function*(folder: string, isDurable: boolean) {
  const own = path.join(folder, isDurable ? "jobs" : "memory")
  yield* Effect.mapError(Disk.prepare(own), ({ fault }) =>
    new SettingError({
      variable: "GLEANER_DOCUMENTS",
      fault: `the folder ${folder} cannot be used: ${fault}`,
      example: "file:/var/lib/gleaner"
    }))
  if (isDurable) return yield* fileDocuments(own)
  yield* Effect.mapError(Disk.lock(path.join(own, "lock")), () =>
    new SettingError({
      variable: "GLEANER_DOCUMENTS",
      fault:
        `the folder ${folder} is used by another process; processes that keep their jobs in memory need a folder each`,
      example: "file:/var/lib/gleaner-2"
    }))
  const contents = path.join(own, "jobs")
  const cleared = Disk.removeFolder(contents)
  yield* Effect.acquireRelease(Effect.ignore(cleared), () => Effect.ignore(cleared))
  return yield* fileDocuments(contents)
})
