import { Clock, Duration, Effect, Fiber, Random } from "effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { crawlDefaults, isFinal } from "../../../src/core/domain/job/Job.ts"
import { NewId } from "../../../src/core/kernel/NewId.ts"
import { MainThread } from "../../../src/core/kernel/slices/MainThread.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { ScheduleRunner } from "../../../src/crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import { page } from "../../support/entries/crawl-over.ts"
import { unhurriedMainThread } from "../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"
import { overServices, site } from "../crawl/changing-pages.ts"
import type { SimulatedEngine } from "./engines.ts"
import { brokenPromises, jobRetention, type Known, orphanFaults, storeBytes } from "./promises.ts"
import { Seeded } from "./seeded.ts"
import { simulatedService } from "./simulated-service.ts"

const owner = "a"
const minute = 60_000
const pages = [1, 2, 3, 4, 5, 6]

const steps = {
  "time passes": 6,
  "pages change": 4,
  "pages go": 2,
  "the site goes": 1,
  "a crawl": 2,
  "a crawl since a job": 3,
  "a schedule": 1,
  "a change of a schedule": 1,
  "a run by hand": 1,
  "a deletion of a schedule": 0.7,
  "a deletion of a job": 0.5,
  "a full store": 1,
  "a clock that steps": 0.6,
  "a restart": 0.6
}

/** Two rounds of the event loop, for promises and their continuations. */
const eventLoop = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

export interface Finding {
  readonly day: number
  readonly step: string
  readonly fault: string
}

export interface Simulated {
  readonly findings: ReadonlyArray<Finding>
  /** Digest of all steps and jobs: equal for equal seeds. */
  readonly trace: string
}

/**
 * A service of one node over a site that changes and fails, in virtual time, without sockets: crawls, chains of `since`,
 * schedules, deletions, a full store, restarts and clocks that step. After each step every promise is checked; the life
 * ends with the first finding.
 */
export const simulate = Effect.fnUntraced(function*(
  seed: number,
  days: number,
  { isDurable, isIdle, notices, stores }: SimulatedEngine,
  /** Whether a start looks at the bytes of the store itself. */
  checksStore = true
): Effect.fn.Return<Simulated, unknown> {
  const start = Date.parse("2026-01-01T00:00Z")
  const random = new Seeded(seed)
  const trace = createHash("sha256")
  const findings: Array<Finding> = []
  const known: Known = { versions: new Map(), dropped: new Set(), latest: 0 }
  const versions = new Map<number, number>()
  const web: Record<string, FakePage> = {}
  const fake = fakeWeb(web)
  let away: ReadonlyArray<number> = []
  let isSiteAway = false
  let changes = 0
  let ids = 0
  const publish = () => {
    for (const n of pages) {
      web[`${site}/${n}`] = away.includes(n) ? { status: 404 } : page(`page ${n} in version ${versions.get(n) ?? 0}`)
    }
    web[`${site}/`] = isSiteAway ? { status: 503 } : page("start", ...pages.map((n) => `/${n}`))
  }
  publish()

  /** Runs between the creation of a job and the record of its start. */
  let amid: Effect.Effect<void, unknown> = Effect.void
  const created = Effect.suspend(() => {
    const then = amid
    amid = Effect.void
    return Effect.orDie(then)
  })
  const service = simulatedService(stores, created, checksStore)

  /** All effects that need no time are completed. */
  const settled = Effect.promise(async () => {
    do {
      await eventLoop()
    } while (!isIdle())
  })

  /** Crawls everything that waits to its end. */
  const crawlAll = Effect.gen(function*() {
    const jobs = yield* JobStore
    for (const { id, options, owner, url } of yield* jobs.promote(100)) {
      if (owner !== "a") continue
      const task = { id, seed: new URL(url), options, owner }
      const crawl = yield* Effect.forkChild(overServices(fake, Effect.flatMap(CrawlRunner, ({ run }) => run(task))))
      const from = yield* Clock.currentTimeMillis
      for (yield* settled; crawl.pollUnsafe() === undefined; yield* settled) yield* TestClock.adjust("2 seconds")
      const passed = (yield* Clock.currentTimeMillis) - from
      yield* TestClock.setTime(from + Math.ceil(passed / (5 * minute)) * 5 * minute)
      const end = yield* Effect.catchTag(Fiber.join(crawl), "SinceGone", (gone) =>
        Effect.sync(() => {
          // Its owner may delete a job before the one that is compared with it has begun, which then fails.
          if (!known.dropped.has(gone.id)) findings.push({ day: 0, step: "a crawl", fault: gone.message })
          return "failed" as const
        }))
      yield* jobs.finish(id, end === "done" ? "done" : "failed")
      const reached = isSiteAway ? [] : pages.filter((n) => !away.includes(n))
      known.versions.set(id, new Map(reached.map((n) => [`${site}/${n}`, versions.get(n) ?? 0])))
    }
  })
  const finished = Effect.gen(function*() {
    const { items } = yield* (yield* JobStore).list(owner, { limit: 1000 })
    return items.filter(({ status }) => isFinal(status))
  })
  const schedulesNow = Effect.map(
    Effect.flatMap(Schedules, (all) => all.list(owner, { limit: 1000 })),
    ({ items }) => items
  )
  const options = { ...crawlDefaults, max_pages: 50 }

  const take = Effect.fnUntraced(function*(step: keyof typeof steps) {
    const jobs = yield* JobStore
    const schedules = yield* Schedules
    const { runDue } = yield* ScheduleRunner
    const live = yield* schedulesNow
    const one = random.pick(live)
    switch (step) {
      case "time passes":
        return yield* TestClock.adjust(random.below(600) * minute)
      case "pages change": {
        for (const n of pages) if (random.chance(0.4)) versions.set(n, ++changes)
        return publish()
      }
      case "pages go": {
        away = pages.filter(() => random.chance(0.2))
        return publish()
      }
      case "the site goes": {
        isSiteAway = !isSiteAway
        return publish()
      }
      case "a crawl":
        return yield* Effect.ignore((yield* CrawlSupervisor).start(owner, new URL(`${site}/`), options))
      case "a crawl since a job": {
        const now = known.latest / 1000
        const since = random.pick((yield* finished).filter(({ finished_at, status }) =>
          // An older one is there for those that refer to it, and its own references may be gone.
          status === "done" && (finished_at ?? 0) > now - Duration.toSeconds(jobRetention)
        ))
        if (since === undefined) return
        yield* Effect.ignore(
          (yield* CrawlSupervisor).start(owner, new URL(`${site}/`), { ...options, since: since.id })
        )
        return
      }
      case "a schedule": {
        if (live.length >= 3) return
        const plan = {
          name: "x",
          timezone: "UTC",
          keep: random.pick([1, 2, 3, 10]) ?? 1,
          paused: false,
          job: { url: `${site}/`, options }
        }
        const every_seconds = random.pick([3600, 6 * 3600, 24 * 3600]) ?? 3600
        return void (yield* schedules.create(
          owner,
          random.chance(0.5) ? { ...plan, every_seconds } : { ...plan, cron: "0 */6 * * *" }
        ))
      }
      case "a change of a schedule": {
        if (one === undefined) return
        const more = random.pick([{ keep: 1 }, { keep: 5 }, { paused: !one.paused }]) ?? {}
        return void (yield* schedules.change(owner, one.id, (plan) => Effect.succeed({ ...plan, ...more })))
      }
      case "a run by hand":
        return one === undefined ? undefined : yield* Effect.ignore(schedules.run(owner, one.id))
      case "a deletion of a schedule": {
        if (one === undefined) return
        const remove = Effect.asVoid(schedules.delete(owner, one.id, true))
        if (random.chance(0.5)) return yield* remove
        // While a run of it starts.
        amid = remove
        yield* Effect.ignore(schedules.run(owner, one.id))
        yield* amid
        amid = Effect.void
        return
      }
      case "a deletion of a job": {
        const job = random.pick(yield* finished)
        if (job === undefined) return
        known.dropped.add(job.id)
        return void (yield* jobs.drop(owner, job.id))
      }
      case "a full store": {
        const free = storeBytes - (yield* jobs.stored).bytes
        if (free < 10_000) return
        if (one !== undefined) yield* Effect.ignore(schedules.run(owner, one.id))
        const filler = yield* jobs.create("filler", site, {
          ...options,
          urls: [`${site}/?${"x".repeat(free - random.below(6000))}`]
        })
        yield* crawlAll
        yield* runDue
        yield* jobs.cancel("filler", filler.id)
        return void (yield* jobs.drop("filler", filler.id))
      }
      case "a clock that steps": {
        const now = yield* Clock.currentTimeMillis
        yield* TestClock.setTime(Math.max(0, now + (random.chance(0.5) ? 90 : -90) * minute))
        return yield* TestClock.adjust(notices)
      }
      case "a restart":
        return
    }
  })

  /** Without schedules and with time, nothing is left. */
  const leaveNothing = Effect.gen(function*() {
    const schedules = yield* Schedules
    const jobs = yield* JobStore
    const { runDue } = yield* ScheduleRunner
    for (const { id } of yield* schedulesNow) yield* schedules.delete(owner, id, true)
    for (let n = 0; n < 3; n++) {
      yield* runDue
      yield* TestClock.adjust("3 days")
    }
    const { items } = yield* jobs.listAll({ limit: 1000 })
    for (const { job, owner } of items) {
      if (!isFinal(job.status)) {
        findings.push({
          day: days,
          step: "the end",
          fault: `a job of ${owner} runs on after the deletion of its schedule`
        })
      }
    }
    const left = yield* jobs.stored
    if (findings.length === 0 && (left.jobs !== 0 || left.bytes !== 0)) {
      findings.push({
        day: days,
        step: "the end",
        fault: `${left.jobs} jobs and ${left.bytes} bytes are left for ever`
      })
    }
  })
  /** One process, until it is started again. */
  let at = 0
  const process = Effect.gen(function*() {
    const { runDue } = yield* ScheduleRunner
    for (;;) {
      const day = ((yield* Clock.currentTimeMillis) - start) / (24 * 60 * minute)
      if (at++ > days * 12 || day > days || findings.length > 0) {
        yield* leaveNothing
        return "over" as const
      }
      const step = random.weighted(steps)
      yield* take(step)
      yield* runDue
      const orphans = yield* orphanFaults(owner)
      yield* crawlAll
      yield* TestClock.adjust("31 seconds")
      yield* runDue
      const faults = [...orphans, ...yield* brokenPromises(owner, known)]
      for (const fault of faults) findings.push({ day, step, fault })
      const { items } = yield* (yield* JobStore).list(owner, { limit: 1000 })
      trace.update(`${step} ${JSON.stringify(items.map(({ stats, status }) => [status, stats]))} ${faults.length}\n`)
      if (step === "a restart" && isDurable) return "again" as const
    }
  })
  const mainThread = unhurriedMainThread()
  // The ids decide about the jitter of intervals, and about the size of compressed rows.
  const newId = () => createHash("md5").update(`${seed} ${ids++}`).digest("hex")
  yield* TestClock.setTime(start)
  for (let how: "again" | "over" = "again"; how === "again";) {
    how = yield* Effect.provide(process, service).pipe(
      Effect.provideService(MainThread.current, mainThread),
      Effect.provideService(NewId, newId),
      Random.withSeed(seed)
    )
  }
  return { findings, trace: trace.digest("hex").slice(0, 16) }
})
