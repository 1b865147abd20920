import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { crawlDefaults, type Job, type JobId } from "../../../src/core/domain/job/Job.ts"
import type { StoredPage } from "../../../src/core/domain/job/LedgerRow.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { pageDiff } from "../../../src/crawling/crawl/visit/page-diff.ts"
import { placeOf } from "../../../src/crawling/jobs/changes/stored-page.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { ScheduleRunner } from "../../../src/crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { documentDiff } from "../../../src/extract/works/document-diff.ts"
import { page } from "../../support/entries/crawl-over.ts"
import { withoutSleep } from "../../support/stores/without-sleep.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"
import { overServices, site } from "../crawl/changing-pages.ts"
import { runnerOver } from "./runner-over.ts"

/** One day: the pages that change, those that are away, and the fate of the run. */
const day = fc.record({
  changed: fc.subarray([1, 2, 3, 4, 5, 6]),
  away: fc.oneof({ weight: 3, arbitrary: fc.constant<Array<number>>([]) }, fc.subarray([1, 2, 3])),
  fate: fc.constantFrom("crawled", "crawled", "crawled", "crawled", "site away", "store full", "cancelled")
})
type Day = typeof day extends fc.Arbitrary<infer A> ? A : never

const storeBytes = 1_000_000
const stores = runnerOver.pipe(
  Layer.provideMerge(Layer.provide(memoryStore, withoutSleep)),
  Layer.provideMerge(Settings.layerWith({ storeBytes, jobRetention: Duration.minutes(15) }))
)

const extractor = { diff: (pair: Parameters<typeof documentDiff>[0]) => Effect.sync(() => documentDiff(pair)) }

const failedOn = (what: string) => (error: { readonly message: string }) => Effect.succeed(`${what}: ${error.message}`)

/** Every document and every diff of a job that cannot be read. */
const lostIn = Effect.fnUntraced(function*({ id, options }: Job, rows: ReadonlyArray<StoredPage>) {
  const store = yield* JobStore
  const lost: Array<string> = []
  for (const { change, code, outcome, url } of rows) {
    const found = yield* placeOf(store, id, url)
    const place = Option.getOrUndefined(found)?.place
    const isExpected = outcome === "stored" || code === "unchanged"
    const json = place === undefined ? Option.none() : yield* Stream.runHead(
      store.documents(place.job, place.n, place.n + 1)
    ).pipe(Effect.catchTag("JobEvicted", () => Effect.succeedNone))
    if (isExpected && Option.isNone(json)) lost.push(`document of ${url}`)
    if (options.since === undefined || change === "new" || code === "store_full") continue
    const text = yield* Effect.catch(pageDiff({ extractor, store }, "a", id, options, new URL(url)), failedOn(url))
    if (change === "changed" || change === "removed" ? !text.startsWith("---") : text !== "") lost.push(`diff: ${text}`)
  }
  return lost
})

/** Lives of a schedule over a site that changes. */
const lived = Effect.fnUntraced(function*(keep: number, days: ReadonlyArray<Day>) {
  const schedules = yield* Schedules
  const { runDue } = yield* ScheduleRunner
  const jobs = yield* JobStore
  const pages: Record<string, FakePage> = {}
  const web = fakeWeb(pages)
  const options = { ...crawlDefaults, max_pages: 50 }
  const { id } = yield* schedules.create("a", {
    name: "x",
    cron: "0 12 * * *",
    timezone: "UTC",
    keep,
    paused: false,
    job: { url: `${site}/`, options }
  })
  yield* TestClock.adjust("12 hours")
  const versions = new Map<number, number>()
  /** The pages that each complete run has found. */
  const present = new Map<JobId, ReadonlySet<string>>()
  const faults: Array<string> = []
  for (const [at, { away, changed, fate }] of days.entries()) {
    for (const n of changed) versions.set(n, at)
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const text = `page ${n} in version ${versions.get(n) ?? 0}`
      pages[`${site}/${n}`] = away.includes(n) ? { status: 404 } : page(text)
    }
    pages[`${site}/`] = fate === "site away" ? { status: 503 } : page("start", "/1", "/2", "/3", "/4", "/5", "/6")
    yield* runDue
    const free = storeBytes - (yield* jobs.stored).bytes
    const filler = fate === "store full"
      ? yield* jobs.create("b", site, { ...crawlDefaults, urls: ["x".repeat(free - 3000)] })
      : undefined
    for (const { id, options, owner, url } of yield* jobs.promote(2)) {
      if (id === filler?.id) continue
      if (fate === "cancelled") {
        yield* jobs.cancel(owner, id)
        continue
      }
      const task = { id, seed: new URL(url), options, owner }
      const crawl = yield* Effect.forkChild(overServices(web, Effect.flatMap(CrawlRunner, ({ run }) => run(task))))
      // A page of a site that is away is requested again after a while.
      yield* TestClock.adjust("5 minutes")
      yield* jobs.finish(id, (yield* Fiber.join(crawl)) === "done" ? "done" : "failed")
    }
    if (filler !== undefined) {
      yield* jobs.cancel("b", filler.id)
      yield* jobs.drop("b", filler.id)
    }
    yield* TestClock.adjust("1 minute")
    yield* runDue
    // Jobs that nothing keeps have expired.
    yield* TestClock.adjust("20 minutes")
    yield* jobs.stored
    const runs = Option.getOrThrow(yield* schedules.runs("a", id))
    for (const run of runs) {
      const { job } = Option.getOrThrow(yield* jobs.get("a", run.job_id))
      const { items } = yield* jobs.ledger(run.job_id, { after: 0, limit: 100 })
      faults.push(...(yield* lostIn(job, items)).map((lost) => `day ${at}, run ${run.n}: ${lost}`))
      if (run.n !== at + 1) continue
      if (run.status === "done" && run.incomplete === undefined) {
        present.set(run.job_id, new Set(items.flatMap(({ status, url }) => status === 200 ? [url] : [])))
      }
      const known = run.since === undefined ? undefined : present.get(run.since)
      if (run.since !== undefined && known === undefined) {
        faults.push(`day ${at}: compared with a run that is not whole`)
      }
      const isNews = known === undefined ? [] : items.filter(({ change, url }) => change === "new" && known.has(url))
      faults.push(...isNews.map(({ url }) => `day ${at}: ${url} is not new`))
      if (fate === "store full" && run.incomplete !== true) faults.push(`day ${at}: the run no rule for this URLs loss`)
    }
    yield* TestClock.adjust(Duration.minutes(23 * 60))
  }
  return faults
})

/** Histories of a schedule that keeps so many runs. */
const historiesOf = (keep: number) =>
  fc.sample(fc.array(day, { minLength: 12, maxLength: 12 }), { numRuns: 3, seed: 40 + keep })

const hasNoFault = (history: Parameters<typeof lived>[1], keep: number) =>
  Effect.map(
    lived(keep, history).pipe(Effect.provide(Layer.fresh(stores))),
    (faults) => assert.deepStrictEqual(faults, [])
  )

describe("the runs that a schedule keeps", () => {
  for (const keep of [1, 3, 10]) {
    for (const [number, history] of historiesOf(keep).entries()) {
      it.effect(
        `have every document and every diff, and call no known page new, with keep ${keep}, history ${number + 1}`,
        () => hasNoFault(history, keep),
        { tags: number === 0 ? [] : "long" }
      )
    }
  }
})
