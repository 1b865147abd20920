import { Layer } from "effect"
import { localFrontier } from "../../crawl/frontier/LocalFrontier.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { RequestCounter } from "../RequestCounter.ts"
import { SqliteGate } from "./SqliteGate.ts"
import { SqliteJobs } from "./SqliteJobs.ts"
import { SqliteWebhooks } from "./SqliteWebhooks.ts"
import { SqliteThread } from "./thread/SqliteThread.ts"

/** Everything in one file, which one process has for itself. */
export const sqliteStores = (file: string) =>
  Layer.mergeAll(
    localFrontier.pipe(Layer.provideMerge(SqliteJobs)),
    SqliteGate,
    SqliteWebhooks,
    Nodes.layerSingle,
    RequestCounter.layerMemory
  ).pipe(Layer.provide(SqliteThread.layer(file)))
