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
import { localDomainLease } from "./LocalDomainLease.ts"
import { localJobs } from "./LocalJobs.ts"
import { LocalStore } from "./LocalStore.ts"
import type { RowTable } from "./operations.ts"

/** Webhooks in memory. Each change of a cursor is written to the store. */
const storedWebhooks = Layer.effect(
  WebhookStore,
  Effect.gen(function*() {
    const local = yield* LocalStore
    return localWebhooks(yield* Clock.Clock, local.initial.webhooks, {
      save: (row) => local.call("saveWebhook", row),
      remove: (id) => local.call("deleteWebhook", { id })
    })
  })
)

/** Rows in memory. Each change is written to the store. */
const rowsIn = <Row extends LeasedRow<string, unknown>>(
  { call }: LocalStore["Service"],
  table: RowTable,
  stored: ReadonlyArray<PlacedRow<Row>>
): RowSource<Row> => ({
  stored,
  file: {
    save: (row, place) => call("saveRow", { table, place, row }),
    remove: (id) => call("deleteRow", { table, id })
  }
})

const storedSchedules = Layer.effect(
  ScheduleStore,
  Effect.flatMap(LocalStore, (local) => localSchedules(rowsIn(local, "schedules", local.initial.schedules)))
)

const storedWrappers = Layer.effect(
  WrapperStore,
  Effect.flatMap(LocalStore, (local) => localWrappers(rowsIn(local, "wrappers", local.initial.wrappers)))
)

/** Their values are encrypted. */
const storedProfiles = Layer.effect(
  ProfileStore,
  Effect.flatMap(LocalStore, (local) => localProfiles(rowsIn(local, "profiles", local.initial.profiles)))
)

/** All stores over a `LocalStore`, which an engine provides. */
export const localStores = Layer.mergeAll(
  localFrontier.pipe(Layer.provideMerge(localJobs)),
  localDomainLease,
  storedWebhooks,
  storedSchedules,
  storedWrappers,
  storedProfiles,
  Nodes.layerSingle,
  RequestCounter.layerMemory
)
