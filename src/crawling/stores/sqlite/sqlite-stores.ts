import { Clock, Effect, Layer } from "effect"
import { localFrontier } from "../../crawl/frontier/LocalFrontier.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { ProfileStore } from "../../profiles/ProfileStore.ts"
import { ScheduleStore } from "../../schedules/ScheduleStore.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { WrapperStore } from "../../wrappers/WrapperStore.ts"
import { RequestCounter } from "../RequestCounter.ts"
import { localProfiles, localSchedules, localWrappers } from "../shared/local-rows.ts"
import { localWebhooks } from "../shared/local-webhooks.ts"
import { sqliteDomainLease } from "./SqliteDomainLease.ts"
import { sqliteJobs } from "./SqliteJobs.ts"
import { SqliteThread } from "./SqliteThread.ts"

/** Webhooks in memory. Each change of a cursor is written to the file. */
const sqliteWebhooks = Layer.effect(
  WebhookStore,
  Effect.gen(function*() {
    const file = yield* SqliteThread
    return localWebhooks(yield* Clock.Clock, file.initial.webhooks, {
      save: (row) => file.call("saveWebhook", row),
      remove: (id) => file.call("deleteWebhook", { id })
    })
  })
)

/** Schedules in memory. Each change is written to the file. */
const sqliteSchedules = Layer.effect(
  ScheduleStore,
  Effect.flatMap(SqliteThread, (file) =>
    localSchedules({
      stored: file.initial.schedules,
      file: {
        save: (row, place) => file.call("saveRow", { table: "schedules", place, row }),
        remove: (id) => file.call("deleteRow", { table: "schedules", id })
      }
    }))
)

/** Wrappers in memory. Each change is written to the file. */
const sqliteWrappers = Layer.effect(
  WrapperStore,
  Effect.flatMap(SqliteThread, (file) =>
    localWrappers({
      stored: file.initial.wrappers,
      file: {
        save: (row, place) => file.call("saveRow", { table: "wrappers", place, row }),
        remove: (id) => file.call("deleteRow", { table: "wrappers", id })
      }
    }))
)

/** Profiles in memory, their values encrypted. Each change is written to the file. */
const sqliteProfiles = Layer.effect(
  ProfileStore,
  Effect.flatMap(SqliteThread, (file) =>
    localProfiles({
      stored: file.initial.profiles,
      file: {
        save: (row, place) => file.call("saveRow", { table: "profiles", place, row }),
        remove: (id) => file.call("deleteRow", { table: "profiles", id })
      }
    }))
)

export const sqliteStoresNoDeps = Layer.mergeAll(
  localFrontier.pipe(Layer.provideMerge(sqliteJobs)),
  sqliteDomainLease,
  sqliteWebhooks,
  sqliteSchedules,
  sqliteWrappers,
  sqliteProfiles,
  Nodes.layerSingle,
  RequestCounter.layerMemory
)

/** All stores in one file, which a single process opens. */
export const sqliteStores = (file: string) => sqliteStoresNoDeps.pipe(Layer.provide(SqliteThread.layer(file)))
