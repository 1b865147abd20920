import { Clock, Effect, Layer } from "effect"
import { localFrontier } from "../../../crawl/frontier/LocalFrontier.ts"
import { Nodes } from "../../../jobs/Nodes.ts"
import { ProfileStore } from "../../../profiles/ProfileStore.ts"
import { ScheduleStore } from "../../../schedules/ScheduleStore.ts"
import { WebhookStore } from "../../../webhooks/WebhookStore.ts"
import { WrapperStore } from "../../../wrappers/WrapperStore.ts"
import { RequestCounter } from "../../RequestCounter.ts"
import { localProfiles, localSchedules, localWrappers } from "../local-rows.ts"
import { localWebhooks } from "../local-webhooks.ts"
import { fileDomainLease } from "./FileDomainLease.ts"
import { fileJobs } from "./FileJobs.ts"
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

/** Schedules in memory. Each change is written to the file. */
const fileSchedules = Layer.effect(
  ScheduleStore,
  Effect.flatMap(StoreFile, (file) =>
    localSchedules({
      stored: file.initial.schedules,
      file: {
        save: (row, place) => file.call("saveRow", { table: "schedules", place, row }),
        remove: (id) => file.call("deleteRow", { table: "schedules", id })
      }
    }))
)

/** Wrappers in memory. Each change is written to the file. */
const fileWrappers = Layer.effect(
  WrapperStore,
  Effect.flatMap(StoreFile, (file) =>
    localWrappers({
      stored: file.initial.wrappers,
      file: {
        save: (row, place) => file.call("saveRow", { table: "wrappers", place, row }),
        remove: (id) => file.call("deleteRow", { table: "wrappers", id })
      }
    }))
)

/** Profiles in memory, their values encrypted. Each change is written to the file. */
const fileProfiles = Layer.effect(
  ProfileStore,
  Effect.flatMap(StoreFile, (file) =>
    localProfiles({
      stored: file.initial.profiles,
      file: {
        save: (row, place) => file.call("saveRow", { table: "profiles", place, row }),
        remove: (id) => file.call("deleteRow", { table: "profiles", id })
      }
    }))
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
