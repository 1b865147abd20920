import { Clock, Effect, Layer } from "effect"
import { localFrontier } from "../../../crawl/frontier/LocalFrontier.ts"
import type { LeasedRow, PlacedRow } from "../../../jobs/LeasedRows.ts"
import { Nodes } from "../../../jobs/Nodes.ts"
import { ProfileStore } from "../../../profiles/ProfileStore.ts"
import { ScheduleStore } from "../../../schedules/ScheduleStore.ts"
import { WebhookStore } from "../../../webhooks/WebhookStore.ts"
import { WrapperStore } from "../../../wrappers/WrapperStore.ts"
import { RequestCounter } from "../../RequestCounter.ts"
import { localProfiles, localSchedules, localWrappers, type RowSource } from "../local-rows.ts"
import { localWebhooks } from "../local-webhooks.ts"
import { fileDomainLease } from "./FileDomainLease.ts"
import { fileJobs } from "./FileJobs.ts"
import type { RowTable } from "./operations.ts"
import { StoreFile } from "./StoreFile.ts"

/** Webhooks in memory. Each change of a cursor is written to the file. */
const fileWebhooks = Layer.effect(
  WebhookStore,
  Effect.gen(function*() {
    const file = yield* StoreFile
    return localWebhooks(yield* Clock.Clock, file.initial.webhooks, {
      save: (row) => file.call("saveWebhook", row),
      remove: (id) => file.call("deleteWebhook", { id })
    })
  })
)

/** Rows in memory. Each change is written to the file. */
const rowsIn = <Row extends LeasedRow<string, unknown>>(
  { call }: StoreFile["Service"],
  table: RowTable,
  stored: ReadonlyArray<PlacedRow<Row>>
): RowSource<Row> => ({
  stored,
  file: {
    save: (row, place) => call("saveRow", { table, place, row }),
    remove: (id) => call("deleteRow", { table, id })
  }
})

const fileSchedules = Layer.effect(
  ScheduleStore,
  Effect.flatMap(StoreFile, (file) => localSchedules(rowsIn(file, "schedules", file.initial.schedules)))
)

const fileWrappers = Layer.effect(
  WrapperStore,
  Effect.flatMap(StoreFile, (file) => localWrappers(rowsIn(file, "wrappers", file.initial.wrappers)))
)

/** Their values are encrypted. */
const fileProfiles = Layer.effect(
  ProfileStore,
  Effect.flatMap(StoreFile, (file) => localProfiles(rowsIn(file, "profiles", file.initial.profiles)))
)

/** All stores over a `StoreFile`, which an engine provides. */
export const fileStores = Layer.mergeAll(
  localFrontier.pipe(Layer.provideMerge(fileJobs)),
  fileDomainLease,
  fileWebhooks,
  fileSchedules,
  fileWrappers,
  fileProfiles,
  Nodes.layerSingle,
  RequestCounter.layerMemory
)
