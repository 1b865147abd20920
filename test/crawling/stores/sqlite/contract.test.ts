import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import * as path from "node:path"
import { crawlDefaults, JobId } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { StoreBudget } from "../../../../src/crawling/jobs/StoreBudget.ts"
import { FilterCounts } from "../../../../src/crawling/stores/shared/FilterCounts.ts"
import { newJob } from "../../../../src/crawling/stores/shared/new-job.ts"
import { Statements } from "../../../../src/crawling/stores/shared/Statements.ts"
import { Fts5Index } from "../../../../src/crawling/stores/shared/terms/Fts5Index.ts"
import { openFile } from "../../../../src/crawling/stores/sqlite/open-file.ts"
import { sqliteStores } from "../../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import type { JobFile } from "../../../../src/crawling/stores/sqlite/thread/commit.ts"
import { operate } from "../../../../src/crawling/stores/sqlite/thread/operate.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { arrivalOrderContract } from "../contract/arrival-order.ts"
import { documentsAwayContract } from "../contract/documents-away.ts"
import { domainLeasesContract } from "../contract/domain-leases.ts"
import { duplicatesContract } from "../contract/duplicates.ts"
import type { Engine, Overrides } from "../contract/engine.ts"
import { fingerprintsContract } from "../contract/fingerprints.ts"
import { frontierContract } from "../contract/frontier.ts"
import { jobsContract } from "../contract/jobs.ts"
import { leasesContract } from "../contract/leases.ts"
import { limitsContract } from "../contract/limits.ts"
import { picturesContract } from "../contract/pictures.ts"
import { profilesContract } from "../contract/profiles.ts"
import { retentionContract } from "../contract/retention.ts"
import { revisitsContract } from "../contract/revisits.ts"
import { schedulesContract } from "../contract/schedules.ts"
import { searchesContract } from "../contract/searches.ts"
import { sitemapEntriesContract } from "../contract/sitemap-entries.ts"
import { webhooksContract } from "../contract/webhooks.ts"
import { wrappersContract } from "../contract/wrappers.ts"
import { copyAsKilled, folder } from "./folder.ts"

const storesIn = (file: string) => (settings: Overrides = {}) =>
  sqliteStores(file).pipe(Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...settings })))

const sqlite: Engine = {
  name: "SQLite",
  layer: (settings) =>
    Layer.unwrap(Effect.map(folder, (made) => sqliteStores(path.join(made, "gleaner.db")))).pipe(
      Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...settings }))
    ),
  clock: "test",
  isDurable: true,
  isShared: false,
  place: Effect.map(folder, (made) => storesIn(path.join(made, "gleaner.db"))),
  deadHolder: Effect.gen(function*() {
    const made = yield* folder
    const file = path.join(made, "gleaner.db")
    yield* Effect.gen(function*() {
      yield* (yield* DomainLease).acquire("a.test", Duration.millis(80), false)
      copyAsKilled(file, path.join(made, "killed.db"))
    }).pipe(Effect.provide(storesIn(file)()))
    return { next: storesIn(path.join(made, "killed.db")), foundOut: 0 }
  })
}

jobsContract(sqlite)
picturesContract(sqlite)
fingerprintsContract(sqlite)
duplicatesContract(sqlite)
retentionContract(sqlite)
revisitsContract(sqlite)
limitsContract(sqlite)
frontierContract(sqlite)
sitemapEntriesContract(sqlite)
arrivalOrderContract(sqlite)
leasesContract(sqlite)
domainLeasesContract(sqlite)
documentsAwayContract(sqlite)
webhooksContract(sqlite)
schedulesContract(sqlite)
wrappersContract(sqlite)
profilesContract(sqlite)
searchesContract(sqlite)

it.live("a SQLite file knows how many jobs it has without counting them", () =>
  Effect.gen(function*() {
    const made = yield* folder
    const db = openFile(path.join(made, "gleaner.db"))
    const sql = new Statements(db)
    const file: JobFile = {
      sql,
      limits: { file: "", ledgerPages: 10, maxCrawls: 10, maxCrawlsPerKey: 10, storeBytes: 1e9 },
      budget: new StoreBudget(1e9),
      jobs: new Map(),
      counts: new FilterCounts(),
      index: new Fts5Index(sql, 1000)
    }
    let numbered = 0
    const createJob = () => {
      const shown = newJob(JobId.make(String(++numbered).padStart(32, "0")), "https://example.com/", crawlDefaults, 0)
      return operate.create(file, { owner: "a", shown, expired: 0, idempotency: undefined })
    }
    const first = createJob()
    createJob()
    if (first._tag !== "Made") return assert.fail()
    operate.drop(file, { job: first.stored.job })
    db.close()
    assert.strictEqual(operate.stored(file, {}).jobs, 1)
  }).pipe(Effect.scoped))
