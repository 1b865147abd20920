import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { crawlDefaults, type JobId } from "../../../src/core/domain/job/Job.ts"
import type { StoredPage } from "../../../src/core/domain/job/LedgerRow.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { ScheduleRunner } from "../../../src/crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { page } from "../../support/entries/crawl-over.ts"
import { withoutSleep } from "../../support/stores/without-sleep.ts"
import type { FakeWeb } from "../../support/web/fake-web.ts"
import { changing, docs, maxGap, news, overServices, site, visitDays } from "../crawl/changing-pages.ts"
import { runnerOver } from "./runner-over.ts"

const days = 90

/** The retention is the usual one, so that a job that is no longer pinned has expired on the next day. */
const stores = runnerOver.pipe(
  Layer.provideMerge(Layer.provide(memoryStore, withoutSleep)),
  Layer.provideMerge(Settings.layerWith())
)

/** Runs the crawl that the schedule has started. */
const crawled = (web: FakeWeb) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    for (const { id, options, owner, url } of yield* store.promote(1)) {
      const ended = yield* overServices(
        web,
        Effect.flatMap(CrawlRunner, ({ run }) => run({ id, seed: new URL(url), options, owner }))
      )
      yield* store.finish(id, ended === "done" ? "done" : "failed")
    }
  })

/** The document of a row of the job, which may be in an earlier job. */
const documentOf = Effect.fnUntraced(function*(id: JobId, rows: ReadonlyArray<StoredPage>, row: StoredPage) {
  const n = rows.slice(0, rows.indexOf(row)).filter(({ outcome }) => outcome === "stored").length
  const place = row.outcome === "stored" ? { job: id, n } : row.seen?.kept
  if (place === undefined) return undefined
  const json = yield* Stream.runHead((yield* JobStore).documents(place.job, place.n, place.n + 1)).pipe(
    Effect.catchTag("JobEvicted", () => Effect.succeedNone)
  )
  return Option.getOrUndefined(Option.map(json, (bytes) => new TextDecoder().decode(bytes)))
})

/** A run each day over a quarter of a year. */
const quarter = Effect.fnUntraced(function*(keep: number) {
  const { pages, renew, web } = changing()
  const schedules = yield* Schedules
  const { runDue } = yield* ScheduleRunner
  const jobs = yield* JobStore
  const options = { ...crawlDefaults, max_pages: 50, adaptive: true }
  const plan = {
    name: "x",
    cron: "0 12 * * *",
    timezone: "UTC",
    keep,
    paused: false,
    job: { url: `${site}/`, options }
  }
  const { id } = yield* schedules.create("a", plan)
  yield* TestClock.adjust("12 hours")
  const lost: Array<string> = []
  const found: Array<number> = []
  for (let day = 0; day <= days; day++) {
    renew(day)
    if (day === 60) pages[`${site}/docs/c`] = page("another text of /docs/c")
    yield* runDue
    yield* crawled(web)
    yield* TestClock.adjust(Duration.minutes(1))
    yield* runDue
    // The jobs of earlier runs that are not kept have expired.
    yield* TestClock.adjust(Duration.minutes(20))
    yield* jobs.stored
    const [run] = Option.getOrThrow(yield* schedules.runs("a", id))
    assert.deepInclude(run, { n: day + 1, status: "done" })
    if (run === undefined) continue
    const { items } = yield* jobs.ledger(run.job_id, { after: 0, limit: 100 })
    for (const row of items) {
      const document = yield* documentOf(run.job_id, items, row)
      if (document?.includes(`"${row.url}"`) !== true) lost.push(`${row.url} on day ${day}`)
      if (row.url.endsWith("/docs/c") && row.change === "changed") found.push(day)
    }
    yield* TestClock.adjust(Duration.minutes(24 * 60 - 21))
  }
  // A page is requested at least each week, so that the oldest document of a run is a week older.
  assert.isAtMost((yield* jobs.stored).jobs, keep + 8)
  return { lost, found, visits: (path: string) => visitDays(web, path) }
})

describe("a schedule with adaptive", () => {
  it.effect(
    "visits all pages at first, then each by its rate, and every run has each document",
    () =>
      Effect.gen(function*() {
        const { found, lost, visits } = yield* quarter(3)
        assert.deepStrictEqual(lost, [])
        for (const path of ["/", ...news]) assert.lengthOf(visits(path), days + 1, path)
        for (const path of docs) {
          assert.strictEqual(visits(path)[0], 0)
          assert.isAtMost(maxGap(visits(path), days), 7, path)
          // The evidence is older than any run that is kept.
          assert.isBelow(visits(path).filter((day) => day > 30).length, (days - 30) / 3, path)
        }
        assert.lengthOf(found, 1)
        assert.isTrue((found[0] ?? 0) >= 60 && (found[0] ?? 0) <= 67)
      }).pipe(Effect.provide(stores)),
    { tags: "long" }
  )
})
