import { Cause, Deferred, Effect, Exit, Layer, Queue, Semaphore, Stream } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { CrawlJournal, type FrontierStep, type Settled } from "../../jobs/CrawlJournal.ts"
import { countedDomains, reorderTimeout, settleBatchSize } from "../model/frontier-bounds.ts"
import { type CrawlTask, Frontier, type JobFrontier, type Lease, type WaitingDomains } from "../model/Frontier.ts"
import { Crawl } from "./Crawl.ts"
import { parkedCrawls } from "./parked-crawls.ts"

/**
 * The frontier of a store that one process has for itself. All decisions are made in memory, and every settled page is
 * written to the journal. A frontier that is opened again is replayed from the journal.
 */
export const localFrontier = Layer.effect(
  Frontier,
  Effect.gen(function*() {
    const journal = yield* CrawlJournal
    const settings = yield* Settings
    const crawls = new Set<Crawl>()
    const parked = parkedCrawls(journal)

    /** The parked crawl, or one from the journal. */
    const crawlOf = Effect.fnUntraced(function*(task: CrawlTask) {
      const left = yield* parked.take(task.id)
      if (left !== undefined) return left
      const crawl = new Crawl(task, settings, journal.keepsSteps)
      crawl.begin(yield* journal.settled(task.id))
      return crawl
    })

    const open = Effect.fnUntraced(function*(task: CrawlTask) {
      const crawl = yield* crawlOf(task)
      yield* Effect.acquireRelease(Effect.sync(() => crawls.add(crawl)), () => Effect.sync(() => crawls.delete(crawl)))
      const wakes = yield* Queue.sliding<void>(1)
      const wake = () => void Queue.offerUnsafe(wakes, undefined)

      /** Done when all steps are replayed. Pages start before. */
      const replayed = yield* Deferred.make<void, StoreUnavailable>()
      // A crawl that has not begun writes steps soon, and must not read them.
      yield* replaying(crawl, crawl.isReplaying ? journal.steps(task.id) : Stream.empty, wake).pipe(
        Effect.onExit((exit) => Effect.andThen(Deferred.done(replayed, exit), Effect.sync(wake))),
        Effect.ignore,
        Effect.forkScoped
      )
      /** A journal that cannot be read ends this frontier. */
      const readable = Effect.suspend(() =>
        crawl.isReplaying && Deferred.isDoneUnsafe(replayed) ? Deferred.await(replayed) : Effect.void
      )
      const { settle, settleEnded, settleRest } = yield* settling({ crawl, journal, id: task.id, wake })
      const settleNext = Effect.andThen(readable, settle)
      const settleCancelled = Effect.andThen(Deferred.await(replayed), settleRest)

      yield* journal.beforeCancel(task.id, settleCancelled)
      // A defect ends the job, so ended visits are settled now or never. Otherwise the crawl continues from the
      // journal.
      yield* Effect.addFinalizer((exit) => {
        if (Exit.isFailure(exit) && Cause.hasDies(exit.cause)) return Effect.ignore(settleCancelled)
        if (!journal.keepsSteps && !crawl.isClosed && !crawl.isOver) return parked.park(task.id, crawl, settleEnded)
        const close = Effect.sync(() => void (crawl.isClosed = true))
        if (Exit.isFailure(exit)) return close
        // With scope any, ended visits need not wait for those before them, and are not fetched again.
        crawl.flush()
        return Effect.ensuring(Effect.ignore(Effect.repeat(settleNext, { while: (count) => count > 0 })), close)
      })
      if (task.options.scope === "any") yield* Effect.forkScoped(flushing(crawl, wake))

      const waking = <A>(change: () => A) => Effect.tap(Effect.sync(change), () => Effect.sync(wake))
      const frontier: JobFrontier = {
        lease: (count) => Effect.sync(() => leaseSome(crawl, count)),
        knows: (name) => Effect.andThen(Deferred.await(replayed), Effect.sync(() => crawl.knows(name))),
        rules: Effect.sync(() => crawl.rules),
        end: (lease, visit) => waking(() => crawl.ended(lease, visit) ? "ended" : "lost"),
        settle: settleNext,
        giveBack: (lease) => waking(() => crawl.giveBack(lease)),
        next: Effect.suspend(() => {
          if (crawl.isOver) return Effect.succeed(crawl.hasFailed ? "failed" : "done")
          return Effect.as(Effect.andThen(readable, Queue.take(wakes)), "ready")
        })
      }
      return frontier
    })

    return Frontier.of({ open, released: () => Effect.void, domains: Effect.sync(() => domainsOf(crawls)) })
  })
)

interface Settling {
  readonly crawl: Crawl
  readonly journal: CrawlJournal["Service"]
  readonly id: JobId
  readonly wake: () => void
}

/** Settles the visits of a crawl and writes them to the journal, one batch at a time. */
const settling = Effect.fnUntraced(function*({ crawl, id, journal, wake }: Settling) {
  const lock = yield* Semaphore.make(1)

  /** After a failed write, the journal lacks a batch that memory has, so this frontier ends. */
  const write = (settled: ReadonlyArray<Settled>) =>
    Effect.onError(journal.write(id, settled), () => Effect.sync(() => void (crawl.isClosed = true)))

  const settleEnded = Effect.suspend(() => {
    crawl.isClosed = true
    wake()
    return Effect.flatMap(inSlices(() => crawl.settleRest()), write)
  })

  return {
    settle: Effect.flatMap(
      inSlices(() => settleSome(crawl)),
      (settled) => settled.length === 0 ? none : Effect.as(write(settled), settled.length)
    ).pipe(lock.withPermit, Effect.uninterruptible),
    settleEnded,
    settleRest: lock.withPermit(Effect.suspend(() => crawl.isClosed ? Effect.void : settleEnded))
  }
})

const none = Effect.succeed(0)

const leaseSome = (crawl: Crawl, count: number): ReadonlyArray<Lease> => {
  const leases: Array<Lease> = []
  while (leases.length < count) {
    const lease = crawl.lease()
    if (lease === undefined) break
    leases.push(lease)
  }
  return leases
}

const domainsOf = (crawls: Iterable<Crawl>): WaitingDomains => {
  let [waiting, due] = [0, 0]
  for (const crawl of crawls) {
    const counted = crawl.domains(countedDomains - waiting)
    waiting += counted.waiting
    due += counted.due
  }
  return { waiting, due }
}

/** Settles the next visits in the order, at most `settleBatchSize`. */
function* settleSome(crawl: Crawl): Generator<void, ReadonlyArray<Settled>> {
  const settled: Array<Settled> = []
  while (settled.length < settleBatchSize) {
    const next = yield* crawl.settleNext()
    if (next === undefined) break
    settled.push(next)
  }
  return settled
}

/** Replays the frontier in slices, so that the service answers meanwhile. */
const replaying = (
  crawl: Crawl,
  steps: Stream.Stream<ReadonlyArray<FrontierStep>, StoreUnavailable>,
  wake: () => void
) =>
  Stream.runForEach(steps, (some) => Effect.andThen(inSlices(() => crawl.replay(some)), Effect.sync(wake))).pipe(
    Effect.andThen(Effect.sync(() => crawl.endReplay()))
  )

/**
 * Flushes the buffer of a crawl of scope `any`. One timer for all pages: a timeout for each page would cost as much
 * as the page. A crawl therefore waits between one and two times `reorderTimeout` for the next page of its order.
 */
const flushing = Effect.fnUntraced(function*(crawl: Crawl, wake: () => void) {
  for (let { first } = crawl.waiting;; { first } = crawl.waiting) {
    yield* Effect.sleep(reorderTimeout)
    const now = crawl.waiting
    if (now.pages === 0 || now.first !== first) continue
    crawl.flush()
    wake()
  }
})
