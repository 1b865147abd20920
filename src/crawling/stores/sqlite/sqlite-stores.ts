import { Clock, Effect, Layer } from "effect"
import { Settings } from "../../../core/settings/Settings.ts"
import { localFrontier } from "../../crawl/frontier/LocalFrontier.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { ScheduleStore } from "../../schedules/ScheduleStore.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { RequestCounter } from "../RequestCounter.ts"
import { localSchedules } from "../shared/local-schedules.ts"
import { localWebhooks } from "../shared/local-webhooks.ts"
import { SqliteDomainLease } from "./SqliteDomainLease.ts"
import { SqliteJobs } from "./SqliteJobs.ts"
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
  Effect.gen(function*() {
    const file = yield* SqliteThread
    const { scheduleLease } = yield* Settings
    return localSchedules(yield* Clock.Clock, scheduleLease, file.initial.schedules, {
      save: (row, place) => file.call("saveSchedule", { place, row }),
      remove: (id) => file.call("deleteSchedule", { id })
    })
  })
)

export const sqliteStoresNoDeps = Layer.mergeAll(
  localFrontier.pipe(Layer.provideMerge(SqliteJobs)),
  SqliteDomainLease,
  sqliteWebhooks,
  sqliteSchedules,
  Nodes.layerSingle,
  RequestCounter.layerMemory
)

/** All stores in one file, which a single process opens. */
export const sqliteStores = (file: string) => sqliteStoresNoDeps.pipe(Layer.provide(SqliteThread.layer(file)))
