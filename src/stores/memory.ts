import { Layer } from "effect"
import { localFrontier } from "../crawl/LocalFrontier.ts"
import { memoryJobs } from "../jobs/MemoryJobs.ts"
import { Nodes } from "../jobs/Nodes.ts"
import { HostGate } from "../politeness/HostGate.ts"
import { WebhookStore } from "../webhooks/WebhookStore.ts"
import { RequestCounter } from "./RequestCounter.ts"

/** All of it in this process, and gone with it. */
export const memoryStore = Layer.mergeAll(
  localFrontier.pipe(Layer.provideMerge(memoryJobs)),
  Nodes.layerSingle,
  HostGate.layerOpen,
  RequestCounter.layerMemory,
  WebhookStore.layerMemory
)
