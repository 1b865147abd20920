import { Effect, Layer } from "effect"
import * as path from "node:path"
import { SettingError } from "../../../core/settings/Settings.ts"
import type { DocumentsPlace } from "../../../core/settings/store-kinds.ts"
import { DocumentStore } from "../../jobs/DocumentStore.ts"
import { measuredDocuments } from "../measured.ts"
import { Disk } from "./disk.ts"
import { fileDocuments } from "./FileDocuments.ts"

/**
 * The `DocumentStore` of a place. With `Store` there is none: documents are rows of the job store. The start fails if
 * the folder or the bucket cannot be used. `isDurable`: jobs outlive the process.
 */
export const documentsIn = (place: DocumentsPlace, isDurable: boolean): Layer.Layer<never, SettingError> => {
  switch (place._tag) {
    case "Store":
      return Layer.empty
    case "File":
      return Layer.effect(
        DocumentStore,
        Effect.map(inFolder(path.resolve(place.folder), isDurable), measuredDocuments)
      )
    case "S3":
      // After a crash, the documents of jobs in memory would never be deleted.
      if (!isDurable) return Layer.effectDiscard(notDurable)
      return Layer.unwrap(
        Effect.map(Effect.promise(() => import("./S3Documents.ts")), ({ s3Layer }) => s3Layer(place))
      )
  }
}

const notDurable = new SettingError({
  variable: "GLEANER_DOCUMENTS",
  fault: "s3:// needs jobs that outlive the process: set GLEANER_STORE to sqlite:PATH or postgres://... too"
})

/** Documents of jobs in memory are deleted when the process ends, or when the next one starts. */
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
