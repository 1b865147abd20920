import { beforeAll, describe } from "@effect/vitest"
import { Duration, Effect, Layer, Redacted } from "effect"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { postgresStores } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { DomainLease } from "../../../src/web/politeness/DomainLease.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../support/stores/postgres.ts"
import { arrivalOrderContract } from "./contract/arrival-order.ts"
import { documentsAwayContract } from "./contract/documents-away.ts"
import { domainLeasesContract } from "./contract/domain-leases.ts"
import { duplicatesContract } from "./contract/duplicates.ts"
import type { Engine, Overrides } from "./contract/engine.ts"
import { fingerprintsContract } from "./contract/fingerprints.ts"
import { frontierContract } from "./contract/frontier.ts"
import { jobsContract } from "./contract/jobs.ts"
import { leasesContract } from "./contract/leases.ts"
import { limitsContract } from "./contract/limits.ts"
import { picturesContract } from "./contract/pictures.ts"
import { profilesContract } from "./contract/profiles.ts"
import { retentionContract } from "./contract/retention.ts"
import { revisitsContract } from "./contract/revisits.ts"
import { schedulesContract } from "./contract/schedules.ts"
import { searchesContract } from "./contract/searches.ts"
import { sitemapEntriesContract } from "./contract/sitemap-entries.ts"
import { webhooksContract } from "./contract/webhooks.ts"
import { wrappersContract } from "./contract/wrappers.ts"

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "Postgres keeps the contract", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  const lent = Effect.suspend(() => server.lent)

  const storesIn = (url: string, more: Overrides = {}) => (settings: Overrides = {}) =>
    postgresStores(Redacted.make(url)).pipe(
      Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...more, ...settings }))
    )

  const postgres: Engine = {
    name: "Postgres",
    layer: (settings) =>
      Layer.unwrap(Effect.map(lent, (url) => postgresStores(Redacted.make(url)))).pipe(
        Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...settings }))
      ),
    clock: "live",
    isDurable: true,
    isShared: true,
    place: Effect.map(lent, (url) => storesIn(url)),
    deadHolder: Effect.gen(function*() {
      const url = yield* lent
      const silence = Duration.millis(1500)
      const beats = (nodeBeat: Duration.Duration) => storesIn(url, { nodeSilence: silence, nodeBeat })
      // Sends one heartbeat, and ends with the test.
      const dead = yield* Layer.build(Layer.fresh(beats(Duration.minutes(1))()))
      yield* Effect.provideContext(
        Effect.flatMap(DomainLease, (gate) => gate.acquire("a.test", Duration.millis(80), false)),
        dead
      )
      return { next: beats(Duration.millis(100)), foundOut: 3000 }
    })
  }
  // They wait for Postgres most of the time.
  describe("side by side", { concurrent: true }, () => {
    jobsContract(postgres)
    picturesContract(postgres)
    fingerprintsContract(postgres)
    duplicatesContract(postgres)
    retentionContract(postgres)
    revisitsContract(postgres)
    limitsContract(postgres)
    frontierContract(postgres)
    sitemapEntriesContract(postgres)
    arrivalOrderContract(postgres)
    leasesContract(postgres)
    documentsAwayContract(postgres)
    webhooksContract(postgres)
    schedulesContract(postgres)
    wrappersContract(postgres)
    profilesContract(postgres)
    searchesContract(postgres)
  })
  // They measure times.
  domainLeasesContract(postgres)
})
