import { Layer } from "effect"
import { DomainLease } from "../../../web/politeness/DomainLease.ts"
import { localFrontier } from "../../crawl/frontier/LocalFrontier.ts"
import type { CrawlJournal } from "../../jobs/CrawlJournal.ts"
import type { JobStore } from "../../jobs/JobStore.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { RequestCounter } from "../RequestCounter.ts"
import { memoryRows } from "../shared/local-rows.ts"
import { memoryWebhooks } from "../shared/local-webhooks.ts"
import { memoryJobs } from "./MemoryJobs.ts"

/** All stores in this process, with this store of jobs. */
export const memoryStoreOver = <A, E, R>(jobs: Layer.Layer<A | JobStore | CrawlJournal, E, R>) =>
  Layer.mergeAll(
    localFrontier.pipe(Layer.provideMerge(jobs)),
    Nodes.layerSingle,
    DomainLease.layerOpen,
    RequestCounter.layerMemory,
    memoryWebhooks,
    memoryRows
  )

/** All stores in the memory of this process. */
export const memoryStore = memoryStoreOver(memoryJobs)
