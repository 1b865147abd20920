import { Layer } from "effect"
import { localFrontier } from "../../crawl/frontier/LocalFrontier.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { RequestCounter } from "../RequestCounter.ts"
import { SqliteDomainLease } from "./SqliteDomainLease.ts"
import { SqliteJobs } from "./SqliteJobs.ts"
import { SqliteThread } from "./SqliteThread.ts"
import { SqliteWebhooks } from "./SqliteWebhooks.ts"

/** All stores in one file, which a single process opens. */
export const sqliteStores = (file: string) =>
  Layer.mergeAll(
    localFrontier.pipe(Layer.provideMerge(SqliteJobs)),
    SqliteDomainLease,
    SqliteWebhooks,
    Nodes.layerSingle,
    RequestCounter.layerMemory
  ).pipe(Layer.provide(SqliteThread.layer(file)))
