import { Effect, Layer } from "effect"
import * as path from "node:path"
import { Settings } from "../../../src/Settings.ts"
import { sqliteStores } from "../../../src/stores/sqlite/sqlite-stores.ts"
import type { Engine } from "../contract/engine.ts"
import { frontierContract } from "../contract/frontier.ts"
import { jobsContract } from "../contract/jobs.ts"
import { leasesContract } from "../contract/leases.ts"
import { limitsContract } from "../contract/limits.ts"
import { retentionContract } from "../contract/retention.ts"
import { webhooksContract } from "../contract/webhooks.ts"
import { folder } from "./folder.ts"

const sqlite: Engine = {
  name: "SQLite",
  layer: (settings) =>
    Layer.unwrap(Effect.map(folder, (made) => sqliteStores(path.join(made, "gleaner.db")))).pipe(
      Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...settings }))
    ),
  clock: "live",
  isDurable: true,
  isShared: false
}

jobsContract(sqlite)
retentionContract(sqlite)
limitsContract(sqlite)
frontierContract(sqlite)
leasesContract(sqlite)
webhooksContract(sqlite)
