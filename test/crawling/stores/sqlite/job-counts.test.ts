import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as path from "node:path"
import { crawlDefaults, JobId } from "../../../../src/core/domain/job/Job.ts"
import { StoreBudget } from "../../../../src/crawling/jobs/StoreBudget.ts"
import { FilterCounts } from "../../../../src/crawling/stores/shared/FilterCounts.ts"
import { newJob } from "../../../../src/crawling/stores/shared/new-job.ts"
import { Statements } from "../../../../src/crawling/stores/shared/Statements.ts"
import { Fts5Index } from "../../../../src/crawling/stores/shared/terms/Fts5Index.ts"
import { openFile } from "../../../../src/crawling/stores/sqlite/open-file.ts"
import type { JobFile } from "../../../../src/crawling/stores/sqlite/thread/commit.ts"
import { operate } from "../../../../src/crawling/stores/sqlite/thread/operate.ts"
import { folder } from "./folder.ts"

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
