import { afterAll, beforeAll, describe, vi } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Settings } from "../../src/Settings.ts"
import { postgresStores } from "../../src/stores/postgres/postgres-stores.ts"
import { noPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts"
import type { Engine } from "./contract/engine.ts"
import { frontierContract } from "./contract/frontier.ts"
import { jobsContract } from "./contract/jobs.ts"
import { leasesContract } from "./contract/leases.ts"
import { limitsContract } from "./contract/limits.ts"
import { retentionContract } from "./contract/retention.ts"
import { webhooksContract } from "./contract/webhooks.ts"

// Hundreds of pages, each in transactions of its own, beside whatever else runs on the machine.
vi.setConfig({ testTimeout: 60_000 })

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "Postgres keeps the contract", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  const postgres: Engine = {
    name: "Postgres",
    layer: (settings) =>
      Layer.unwrap(Effect.sync(() => postgresStores(Redacted.make(server.database())))).pipe(
        Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...settings }))
      ),
    clock: "live",
    isDurable: true,
    isShared: true
  }
  jobsContract(postgres)
  retentionContract(postgres)
  limitsContract(postgres)
  frontierContract(postgres)
  leasesContract(postgres)
  webhooksContract(postgres)
})
