// Each run has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, FiberSet, Layer, Schedule, type Scope } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { crawlDefaults, JobId } from "../../../src/core/domain/job/Job.ts"
import { FairPermits } from "../../../src/core/kernel/fair/FairPermits.ts"
import { Shares } from "../../../src/core/kernel/fair/Shares.ts"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { memoryJobs } from "../../../src/crawling/stores/memory/MemoryJobs.ts"
import { memoryWebhooks } from "../../../src/crawling/stores/shared/local-webhooks.ts"
import { takeWebhooks } from "../../../src/crawling/webhooks/take-webhooks.ts"
import { WebhookStore } from "../../../src/crawling/webhooks/WebhookStore.ts"
import { type Waiting, WaitingWork } from "../../../src/extract/workers/WaitingWork.ts"
import { withSessions } from "../../../src/serving/mcp/sessions.ts"
import { Admission } from "../../../src/serving/server/limits/Admission.ts"
import { LoadMeter } from "../../../src/serving/server/limits/LoadMeter.ts"
import { BodyBudget } from "../../../src/web/fetch/BodyBudget.ts"
import { inputOf } from "../../extract/markdown/page-of.ts"

/** Uses one unit for an owner: runs `held` as soon as the owner has it. */
type Use = (owner: string, held: Effect.Effect<void>) => Effect.Effect<void>

/** A caller that is refused asks again every two seconds. */
const again = <A, E, R>(asking: Effect.Effect<A, E, R>) =>
  Effect.orDie(Effect.retry(asking, { schedule: Schedule.spaced("2 seconds") }))

const units = 4
/** The owner that wants many units at once. */
const hogName = "hog"

const admission = Admission.layerNoDeps.pipe(
  Layer.provide(Layer.succeed(LoadMeter, { load: Effect.succeed({ loopDelay: Duration.zero, memory: 0 }) })),
  Layer.provideMerge(Layer.merge(memoryJobs, memoryWebhooks)),
  Layer.provide(Settings.layerWith({ maxScrapes: units, maxCrawls: units }))
)

const resources: Readonly<
  Record<string, Effect.Effect<Use, never, Admission | JobStore | WebhookStore | Scope.Scope>>
> = {
  "scrape places": Effect.map(
    Admission,
    ({ place }) => (owner, held) => Effect.scoped(Effect.andThen(again(place(owner)), held))
  ),
  "crawl places": Effect.map(JobStore, (store) => (owner, held) =>
    Effect.flatMap(
      again(store.create(owner, "https://site.test/", { ...crawlDefaults, max_pages: 1, max_depth: 0 })),
      ({ id }) => Effect.andThen(held, Effect.orDie(store.finish(id, "done")))
    )),
  "browser contexts": Effect.sync(() => {
    const permits = new FairPermits({ units, reserve: 1 })
    return (owner, held) => permits.withPermit({ owner, priority: "interactive" })(held)
  }),
  "readers": Effect.gen(function*() {
    const waiting = new WaitingWork({ units, reserve: 1 })
    const helds = new Map<Waiting, Effect.Effect<void>>()
    const read = Effect.gen(function*() {
      yield* waiting.some
      const work = waiting.take()
      if (work === undefined) return
      const since = yield* Clock.currentTimeMillis
      yield* helds.get(work) ?? Effect.void
      waiting.done(work, (yield* Clock.currentTimeMillis) - since)
      yield* Deferred.die(work.answer, "read")
    })
    for (let reader = 0; reader <= units; reader++) yield* Effect.forkScoped(Effect.forever(read))
    return (owner, held) =>
      Effect.suspend(() => {
        const answer: Waiting["answer"] = Deferred.makeUnsafe()
        const request = { work: "extract", input: inputOf("") } as const
        const work: Waiting = { owner, priority: "interactive", request, answer, wasLost: false }
        helds.set(work, held)
        waiting.add(work)
        return Effect.asVoid(Effect.exit(Deferred.await(answer)))
      })
  }),
  "bodies": Effect.sync(() => {
    const bodies = new BodyBudget()
    return (owner, held) =>
      Effect.flatMap(RequestContext, (asker) => {
        const hold = bodies.open(asker)
        return hold.reserve(9 * 1024 * 1024).pipe(Effect.andThen(held), Effect.ensuring(hold.close))
      }).pipe(RequestContext.by(owner, "crawl", Duration.infinity))
  }),
  "webhook sockets": Effect.gen(function*() {
    const store = yield* WebhookStore
    const sockets = new Shares({ units, reserve: 1 })
    const busy = yield* FiberSet.make<void, never>()
    const uses = new Map<JobId, Effect.Effect<void>>()
    const take = takeWebhooks(
      store,
      sockets,
      busy,
      (taken) => Effect.andThen(uses.get(taken.id) ?? Effect.void, Effect.orDie(store.close(taken)))
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(take, Effect.sleep("1 second"))))
    return (owner, held) =>
      Effect.gen(function*() {
        const id = JobId.make(String(uses.size).padStart(32, "0"))
        const done = yield* Deferred.make<void>()
        uses.set(id, Effect.andThen(held, Effect.asVoid(Deferred.succeed(done, undefined))))
        yield* Effect.orDie(store.open(id, owner, {}))
        yield* Deferred.await(done)
      })
  }),
  // Nobody waits for a session. It must not be removed while another owner opens many.
  "MCP sessions": Effect.sync(() => {
    const open = new Set<string>()
    const pass = withSessions(async ({ headers, method }) => {
      const id = headers.get("mcp-session-id")
      if (method === "DELETE") return new Response(null, { status: open.delete(id ?? "") ? 204 : 404 })
      const made = crypto.randomUUID()
      open.add(made)
      return new Response("{}", { headers: { "mcp-session-id": made } })
    }, { units, reserve: 1 })
    const begin = (owner: string) => Effect.promise(() => pass(owner, { method: "POST", headers: new Headers() }))
    return (owner, held) =>
      Effect.gen(function*() {
        const id = (yield* begin(owner)).headers.get("mcp-session-id") ?? ""
        yield* held
        if (owner !== hogName) {
          for (let count = 0; count < 3 * units; count++) yield* begin(hogName)
          assert.isTrue(open.has(id), "removed for another owner")
        }
        yield* Effect.promise(() => pass(owner, { method: "DELETE", headers: new Headers({ "mcp-session-id": id }) }))
      })
  })
}

/** Milliseconds for which an owner holds one unit at most. */
const maxHold = 10_000
const millis = fc.integer({ min: 1, max: maxHold })

/** One owner wants many units at once; the others one after the other. The waits of these for each unit. */
const waits = Effect.fnUntraced(function*(use: Use, hogs: number, others: ReadonlyArray<ReadonlyArray<number>>) {
  for (let hog = 0; hog < hogs; hog++) yield* Effect.forkScoped(use(hogName, Effect.sleep(maxHold)))
  yield* Effect.yieldNow
  const found: Array<number> = []
  for (const [index, holds] of others.entries()) {
    const one = Effect.fnUntraced(function*(hold: number) {
      const since = yield* Clock.currentTimeMillis
      const held = Effect.andThen(
        Effect.map(Clock.currentTimeMillis, (now) => void found.push(now - since)),
        Effect.sleep(hold)
      )
      yield* use(`other ${index}`, held)
    })
    yield* Effect.forkScoped(Effect.forEach(holds, one))
  }
  yield* TestClock.adjust("90 seconds")
  return found
})

describe("an owner that holds nothing", () => {
  for (const [name, resource] of Object.entries(resources)) {
    it(`waits for its unit of ${name} no longer, however many another owner wants`, () =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 60 }),
          fc.array(fc.array(millis, { maxLength: 2 }), { maxLength: 3 }),
          async (hogs, others) => {
            const found = await Effect.runPromise(
              Effect.flatMap(resource, (use) => waits(use, hogs, others)).pipe(
                Effect.scoped,
                Effect.provide(Layer.fresh(admission)),
                Effect.provide(TestClock.layer())
              )
            )
            assert.lengthOf(found, others.flat().length)
            // One turn of each of the others, and two seconds until a refused caller asks again.
            for (const wait of found) assert.isAtMost(wait, 3 * maxHold + 2000)
          }
        ),
        { numRuns: 10 }
      ))
  }
})
