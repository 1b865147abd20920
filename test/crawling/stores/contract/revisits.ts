import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { CrawlOptions, JobId } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { Frontier, type Lease } from "../../../../src/crawling/crawl/model/Frontier.ts"
import type { VisitOutcome } from "../../../../src/crawling/crawl/model/VisitRecord.ts"
import { type EarlierPages, earlierPages } from "../../../../src/crawling/crawl/revisit/EarlierPages.ts"
import { dayMillis, firstVisit, withVisit } from "../../../../src/crawling/crawl/revisit/page-history.ts"
import { type RevisitPlan, revisitPlan } from "../../../../src/crawling/crawl/revisit/revisit-plan.ts"
import { earlierRow } from "../../../../src/crawling/crawl/visit/known-page.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { memoryStore } from "../../../../src/crawling/stores/memory/memory-stores.ts"
import { allSlices } from "../../../support/all-slices.ts"
import { manyRows, testOf } from "./clock.ts"
import { options, read, seed, settleAll, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

const names = ["often/1", "often/2", "rare/1", "rare/2", "rare/3", "never/1", "never/2"]
const days = 24

/** Time does not pass here, so that all stores get the same times. */
const start = Date.UTC(2026, 0, 1)

const textOf = (name: string, day: number): string => {
  if (name.startsWith("often")) return `${name} on day ${day}`
  return name.startsWith("rare") ? `${name} in part ${Math.floor(day / 10)}` : name
}

/** The evidence about changes travels from job to job, so that the same pages are requested with any store. */
export const revisitsContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`revisits (${engine.name})`, () => {
    test(
      "each job has the evidence of those before it, and the plan that follows from it",
      () =>
        Effect.gen(function*() {
          const { evidence, requested } = yield* Effect.provide(chain, engine.layer())
          const visits = (name: string) => requested.flatMap((names, day) => names.includes(seed + name) ? [day] : [])
          for (const name of names) {
            const at = visits(name)
            const gaps = [...at, days].map((day, index) => day - (at[index - 1] ?? 0))
            assert.isAtMost(Math.max(...gaps), 7, name)
            if (name.startsWith("often")) assert.strictEqual(at.length, days)
            if (name.startsWith("never")) assert.isBelow(at.length, days / 2)
          }
          assert.deepStrictEqual({ evidence, requested }, yield* Effect.provide(chain, inMemory))
        }),
      manyRows(engine)
    )
  })
}

/** A job each day, each compared with the one before. */
const chain = Effect.gen(function*() {
  const requested: Array<ReadonlyArray<string>> = []
  let since: JobId | undefined
  let evidence: ReadonlyArray<unknown> = []
  for (let day = 0; day < days; day++) {
    const done: Done = yield* jobOf(day, since)
    since = done.id
    evidence = done.evidence
    requested.push(done.requested)
  }
  return { evidence, requested }
})

const inMemory = memoryStore.pipe(Layer.provide(Settings.layerWith({ maxCrawls: 1000 })))

interface Done {
  readonly id: JobId
  readonly requested: ReadonlyArray<string>
  readonly evidence: ReadonlyArray<unknown>
}

/** The job of a day. */
const jobOf = (day: number, since: JobId | undefined): Effect.Effect<Done, unknown, JobStore | Frontier> =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const own: CrawlOptions = { ...options, adaptive: true, ...(since === undefined ? {} : { since }) }
    const earlier = since === undefined ? undefined : yield* earlierPages(store, since)
    const now = start + day * dayMillis
    const plan = earlier === undefined
      ? undefined
      : allSlices(revisitPlan(earlier.histories, { now, interval: dayMillis, requests: own.max_pages }))
    const { id } = yield* store.create("a", seed, own)
    yield* store.promote(1000)
    const frontier = yield* (yield* Frontier).open({ id, seed: new URL(seed), options: own })
    const requested: Array<string> = []
    for (let leases = yield* frontier.lease(1); leases.length > 0; leases = yield* frontier.lease(1)) {
      for (const lease of leases) {
        const outcome = visit(lease, day, earlier, plan)
        if (outcome._tag === "Page" && outcome.unrequested === undefined) requested.push(lease.url)
        const before = earlier === undefined ? {} : { earlier: earlierRow(earlier.get(lease.url)) }
        yield* frontier.end(lease, visitOf(lease, outcome, before))
      }
      yield* settleAll(frontier)
    }
    yield* store.finish(id, "done")
    const { items } = yield* store.ledger(id, { after: 0, limit: 100 })
    const evidence = items.map(({ change, code, seen, url }) => {
      const { changes = 0, changedDays = 0, sameDays = 0 } = seen?.history ?? {}
      return [url.slice(seed.length), code, change ?? "", changes, changedDays, sameDays]
    })
    return { id, requested, evidence }
  }).pipe(Effect.scoped)

const visit = (
  { url }: Lease,
  day: number,
  earlier: EarlierPages | undefined,
  plan: RevisitPlan | undefined
): VisitOutcome => {
  const at = start + day * dayMillis
  const before = earlier?.get(url)?.seen
  const links = url === seed ? names.map((name) => seed + name) : []
  const unrequested = url === seed ? undefined : plan?.skips(url, undefined)
  if (before !== undefined && unrequested !== undefined) {
    return read("", links, { textHash: before.text, seen: before, isUnchanged: true, unrequested })
  }
  const text = url === seed ? "seed" : textOf(url.slice(seed.length), day)
  const isChanged = before !== undefined && before.text !== text
  const history = before?.history === undefined
    ? firstVisit(at)
    : withVisit(before.history, { at, isChanged, lastmod: undefined })
  const { kept } = before ?? {}
  return read(text, links, {
    seen: { text, history, ...(isChanged || kept === undefined ? {} : { kept }) },
    ...(before === undefined || isChanged ? {} : { isUnchanged: true })
  })
}
