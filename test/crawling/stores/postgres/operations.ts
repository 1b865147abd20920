import { Duration, Effect, Option, type Scope, Stream } from "effect"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { ScheduleStore } from "../../../../src/crawling/schedules/ScheduleStore.ts"
import type { Stores } from "../../../../src/crawling/stores/configured-stores.ts"
import type { Database } from "../../../../src/crawling/stores/postgres/Database.ts"
import { RequestCounter } from "../../../../src/crawling/stores/RequestCounter.ts"
import { openCursors } from "../../../../src/crawling/webhooks/event-cursors.ts"
import { WebhookStore } from "../../../../src/crawling/webhooks/WebhookStore.ts"
import { WrapperStore } from "../../../../src/crawling/wrappers/WrapperStore.ts"
import { pageTerms, queryTerms } from "../../../../src/extract/works/page-terms.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { crawling, keyed, options, read, seed, unread, visitOf } from "../contract/crawling.ts"
import { scheduleOf } from "../contract/schedules.ts"
import { learntOf, wrapperOf } from "../contract/wrappers.ts"
import { nodeOver, on } from "./nodes-over.ts"

type Prepared = Effect.Effect<Effect.Effect<unknown, unknown>, unknown, Stores | RequestCounter | Scope.Scope>

/** Where an operation may start other nodes and prepare rows. */
interface Place {
  readonly url: string
  readonly raw: Database["Service"]["raw"]
}

export interface Operation {
  readonly name: string
  /** The state before it, then the operation itself, with the part of its answer that counts. */
  readonly prepared: (place: Place) => Prepared
}

const operation = (name: string, prepared: Prepared): Operation => ({ name, prepared: () => prepared })

/** A node over the place that takes over what a dead one has. */
const takesOver: Operation = {
  name: "start a node, take over from a dead one, and stop",
  prepared: ({ raw, url }) =>
    Effect.gen(function*() {
      const { frontier } = yield* begun
      yield* frontier.lease(2)
      yield* Effect.flatten(yield* gate("dead.test"))
      // The leases now belong to another node, which has not beaten for an hour.
      yield* raw(`DO $$ BEGIN
        INSERT INTO gleaner.nodes (node, beat_at, version) VALUES (-7, clock_timestamp() - interval '1 hour', 'dead') ON CONFLICT DO NOTHING;
        UPDATE gleaner.leases SET node = -7; UPDATE gleaner.domain_leases SET node = -7;
      END $$`)
      return Effect.scoped(Effect.gen(function*() {
        const node = yield* nodeOver(url, { nodeSilence: Duration.minutes(1), nodeBeat: Duration.millis(50) })
        yield* Effect.flatten(Effect.flatten(on(node, gate("dead.test"))))
      }))
    })
}

const links = Array.from({ length: 9 }, (_, n) => `https://site-${n % 4}.test/${n}`)

/** A crawl of any domain whose seed is settled. */
const begun = Effect.gen(function*() {
  const crawl = yield* crawling({ changes: { scope: "any" } })
  yield* crawl.page(read("seed", links))
  return crawl
})

/** The same with pages that have ended and are not settled. */
const ended = Effect.gen(function*() {
  const crawl = yield* begun
  const leases = yield* crawl.frontier.lease(4)
  for (const [n, lease] of leases.entries()) {
    const outcome = n === 1 ? unread() : read(`page ${n}`, ["https://new.test/", seed])
    yield* crawl.frontier.end(lease, visitOf(lease, outcome))
  }
  return crawl
})

/** Ended pages of a crawl with an index, and one that is settled. */
const indexed = Effect.gen(function*() {
  const terms = (markdown: string) => ({ terms: pageTerms({ url: seed, title: "", markdown }) })
  const crawl = yield* crawling({ changes: { scope: "any", search: true } })
  yield* crawl.page(read("seed", links, terms("The harbour is dry at low tide.")))
  for (const [n, lease] of (yield* crawl.frontier.lease(4)).entries()) {
    yield* crawl.frontier.end(lease, visitOf(lease, read(`page ${n}`, [], terms(`Boat ${n} waits in the harbour.`))))
  }
  return crawl
})

const finished = Effect.gen(function*() {
  const crawl = yield* ended
  yield* crawl.frontier.settle
  yield* crawl.store.finish(crawl.id, "done")
  return crawl
})

const gate = (domain: string) =>
  Effect.map(DomainLease, (gate) => Effect.uninterruptible(gate.acquire(domain, Duration.millis(1), false)))

const hooked = Effect.gen(function*() {
  const store = yield* WebhookStore
  for (const n of [1, 2, 3]) {
    yield* store.open(JobId.make(String(n).padStart(32, "0")), `owner ${n}`, openCursors(["job.finished"], 0))
  }
  return store
})
const taken = Effect.gen(function*() {
  const store = yield* hooked
  const [first] = yield* store.take(1)
  return first === undefined ? yield* Effect.die(new Error("no webhook is due")) : { first, store }
})
const scheduled = Effect.gen(function*() {
  const store = yield* ScheduleStore
  yield* Effect.forEach([1, 2, 3], (n) => store.create(scheduleOf(n), 9))
  return store
})
const learnt = Effect.gen(function*() {
  const store = yield* WrapperStore
  yield* store.create(wrapperOf(1), 9)
  yield* store.create(wrapperOf(2), 9)
  yield* store.save(learntOf(wrapperOf(2)))
  yield* store.take(1, 1)
  return store
})
const cursors = { "job.finished": { from: 0, to: 1, madeAt: 5, failures: 2, dueAt: 9 } }

/** Operations of nodes on their shared store. */
export const operations: ReadonlyArray<Operation> = [
  takesOver,
  operation(
    "create a job",
    Effect.map(JobStore, (store) => Effect.map(store.create("a", seed, options), ({ status }) => status))
  ),
  operation(
    "create a job with a key",
    Effect.map(JobStore, (store) =>
      Effect.gen(function*() {
        const made = yield* store.create("a", seed, options, keyed("k"))
        return (yield* store.create("a", seed, options, keyed("k"))).id === made.id
      }))
  ),
  operation(
    "start jobs",
    Effect.gen(function*() {
      const store = yield* JobStore
      for (const owner of ["a", "b"]) yield* store.create(owner, seed, options)
      return Effect.map(store.promote(1), (jobs) => jobs.map(({ owner }) => owner))
    })
  ),
  operation(
    "read a job",
    Effect.map(finished, ({ id, store }) =>
      Effect.gen(function*() {
        const job = Option.getOrThrow(yield* store.get("a", id)).job.stats
        const listed = (yield* store.list("a", { limit: 5 })).items.length
        const rows = (yield* store.ledger(id, { after: 0, limit: 9 })).items.map(({ url }) => url)
        const documents = yield* Stream.runCount(store.documents(id))
        return { job, listed, rows, documents }
      }))
  ),
  operation(
    "lease",
    Effect.map(begun, ({ frontier }) => Effect.map(frontier.lease(5), (leases) => leases.map(({ url }) => url)))
  ),
  operation(
    "end a visit",
    Effect.gen(function*() {
      const { frontier } = yield* begun
      const [lease] = yield* frontier.lease(1)
      return lease === undefined
        ? yield* Effect.die(new Error("no URL waits"))
        : frontier.end(lease, visitOf(lease, read("one", ["https://new.test/"])))
    })
  ),
  // How many are settled may be known to the lost answer alone.
  operation("settle", Effect.map(ended, ({ frontier }) => Effect.asVoid(frontier.settle))),
  operation(
    "settle pages into an index",
    Effect.map(indexed, ({ frontier, id, store }) =>
      Effect.gen(function*() {
        yield* frontier.settle
        const { found, ...counted } = yield* store.search(id, queryTerms("boats in the harbour"), 9)
        return { ...counted, found: found.map(({ n }) => n) }
      }))
  ),
  operation(
    "give a lease back",
    Effect.gen(function*() {
      const { frontier } = yield* begun
      const [lease] = yield* frontier.lease(2)
      return lease === undefined ? yield* Effect.die(new Error("no URL waits")) : frontier.giveBack(lease)
    })
  ),
  operation("wait for the frontier", Effect.map(ended, ({ frontier }) => frontier.knows(seed))),
  operation(
    "cancel",
    Effect.map(ended, ({ id, store }) => Effect.map(store.cancel("a", id), (job) => Option.getOrThrow(job).stats))
  ),
  operation(
    "finish with an error",
    Effect.map(
      ended,
      ({ id, store }) => store.finish(id, "failed", { url: seed, code: "fetch_failed", message: "no answer" })
    )
  ),
  operation("drop", Effect.map(finished, ({ id, store }) => store.drop("a", id))),
  operation("release documents", Effect.map(finished, ({ id, store }) => store.release(id, 2))),
  operation("take a turn on a new domain", Effect.map(gate("new.test"), Effect.flatten)),
  operation(
    "take a turn on a known domain",
    Effect.gen(function*() {
      const turn = Effect.flatten(yield* gate("known.test"))
      yield* turn
      return turn
    })
  ),
  operation(
    "slow down and recover",
    Effect.map(DomainLease, (gate) =>
      Effect.gen(function*() {
        yield* gate.slowDown("slow.test", Duration.zero, Duration.seconds(4))
        yield* gate.recovered("slow.test", Duration.seconds(2))
        return Option.isSome(yield* gate.known("slow.test"))
      }))
  ),
  operation(
    "open webhooks",
    Effect.map(WebhookStore, (store) => store.open(JobId.make("1".padStart(32, "0")), "a", cursors))
  ),
  operation("take webhooks", Effect.map(hooked, (store) => Effect.map(store.take(2), ({ length }) => length))),
  operation("keep a webhook", Effect.map(taken, ({ first, store }) => store.save(first, cursors))),
  operation(
    "give a webhook back",
    Effect.map(taken, ({ first, store }) => store.save(first, cursors, Duration.minutes(1)))
  ),
  operation("close a webhook", Effect.map(taken, ({ first, store }) => store.close(first))),
  operation("unpin a job", Effect.map(finished, ({ id, store }) => store.unpin(id))),
  operation(
    "create a schedule",
    Effect.map(ScheduleStore, (store) => store.create(scheduleOf(9), 1))
  ),
  operation("take schedules", Effect.map(scheduled, (store) => Effect.map(store.take(2, 10), ({ length }) => length))),
  operation(
    "save a schedule",
    Effect.map(scheduled, (store) => store.save({ ...scheduleOf(1), dueAt: 5 }))
  ),
  operation("forget a schedule", Effect.map(scheduled, (store) => store.forget(scheduleOf(1).id))),
  operation("create a wrapper", Effect.map(WrapperStore, (store) => store.create(wrapperOf(9), 1))),
  operation("renew the lease of a wrapper", Effect.map(learnt, (store) => store.renew(wrapperOf(1)))),
  operation("find a wrapper", Effect.map(learnt, (store) => store.ready("a", "of a schema"))),
  operation("forget a wrapper", Effect.map(learnt, (store) => store.forget(wrapperOf(1).id))),
  operation(
    "count a request",
    Effect.map(
      RequestCounter,
      (counter) => Effect.map(counter.count("key", 10, Duration.minutes(1)), ({ remaining }) => remaining)
    )
  )
]
