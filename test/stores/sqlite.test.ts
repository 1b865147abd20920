import { Effect, Layer } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { Settings } from "../../src/Settings.ts"
import { sqliteStores } from "../../src/stores/sqlite/sqlite-stores.ts"
import type { Engine } from "./contract/engine.ts"
import { frontierContract } from "./contract/frontier.ts"
import { jobsContract } from "./contract/jobs.ts"

/** A folder that is gone after the test. */
const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-sqlite-"))),
  (made) => Effect.sync(() => fs.rmSync(made, { recursive: true, force: true }))
)

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
frontierContract(sqlite)
