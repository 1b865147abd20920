import { Cause, Deferred, Effect, Exit, Layer, Queue, Scope, Semaphore, Stream } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../domain/job/Job.ts"
import { CrawlJournal, type FrontierStep, type Settled } from "../../jobs/CrawlJournal.ts"
import { inSlices } from "../../kernel/in-slices.ts"
import { Settings } from "../../Settings.ts"
import { Crawl } from "./Crawl.ts"
import { countedDomains, reorderTimeout, settledAtOnce } from "./frontier-bounds.ts"
import { type CrawlTask, Frontier, type JobFrontier, type Lease, type WaitingDomains } from "./Frontier.ts"

/**
 * The frontier of a store that one process has for itself. All decisions are made in memory, and every settled page is
 * written to the journal. A frontier that is opened again is made from the journal.
 */
export const localFrontier = Layer.effect(
  Frontier,
  Effect.gen(function*() {
    const journal = yield* CrawlJournal
    const settings = yield* Settings
    const crawls = new Set<Crawl>()
    /** Crawls that the journal cannot make again, between two slots. */
    const parked = new Map<JobId, Parked>()

    /** The crawl as it was left, or from the journal. */
    const crawlOf = Effect.fnUntraced(function*(task: CrawlTask) {
      const left = parked.get(task.id)
      if (left !== undefined) {
        parked.delete(task.id)
        yield* Scope.close(left.scope, Exit.void)
        left.crawl.isClosed = false
        return left.crawl
      }
      const crawl = new Crawl(task, settings, journal.keepsSteps)
      crawl.begin(yield* journal.settled(task.id))
      return crawl
    })

    /** Keeps a crawl until its job has a slot again or is cancelled. */
    const keep = Effect.fnUntraced(
      function*(id: JobId, crawl: Crawl, settleRest: Effect.Effect<void, StoreUnavailable>) {
        crawl.park()
        const scope = yield* Scope.make()
        const cancelled = Effect.andThen(
          settleRest,
          Effect.suspend(() => {
            parked.delete(id)
            return Scope.close(scope, Exit.void)
          })
        )
        yield* Scope.provide(journal.beforeCancel(id, cancelled), scope)
        parked.set(id, { crawl, scope })
      }
    )

    const open = Effect.fnUntraced(function*(task: CrawlTask) {
      const crawl = yield* crawlOf(task)
      yield* Effect.acquireRelease(Effect.sync(() => crawls.add(crawl)), () => Effect.sync(() => crawls.delete(crawl)))
      const settling = yield* Semaphore.make(1)
      const wakes = yield* Queue.sliding<void>(1)
      const wake = () => void Queue.offerUnsafe(wakes, undefined)

      /** Done when all steps are back. Pages start before. */
      const replayed = yield* Deferred.make<void, StoreUnavailable>()
      // A crawl that has not begun writes steps soon, and they are not to be read.
      yield* replaying(crawl, crawl.isReplaying ? journal.steps(task.id) : Stream.empty, wake).pipe(
        Effect.onExit((exit) => Effect.andThen(Deferred.done(replayed, exit), Effect.sync(wake))),
        Effect.ignore,
        Effect.forkScoped
      )
      /** A journal that cannot be read ends this frontier. */
      const readable = Effect.suspend(() =>
        crawl.isReplaying && Deferred.isDoneUnsafe(replayed) ? Deferred.await(replayed) : Effect.void
      )

      /** The journal is behind what is in memory, so this frontier ends. The next one is made from the journal. */
      const write = (settled: ReadonlyArray<Settled>) =>
        Effect.onError(journal.write(task.id, settled), () => Effect.sync(() => void (crawl.isClosed = true)))

      const settle = Effect.flatMap(
        inSlices(() => settleSome(crawl)),
        (settled) => settled.length === 0 ? none : Effect.as(write(settled), settled.length)
      ).pipe(settling.withPermit, Effect.uninterruptible, (settling) => Effect.andThen(readable, settling))

      const settleAll = Effect.repeat(settle, { while: (count) => count > 0 })

      const settleEnded = Effect.suspend(() => {
        crawl.isClosed = true
        wake()
        return Effect.flatMap(inSlices(() => crawl.settleRest()), write)
      })
      const settleRest = Effect.suspend(() => crawl.isClosed ? Effect.void : settleEnded).pipe(
        settling.withPermit,
        (settling) => Effect.andThen(Deferred.await(replayed), settling)
      )

      yield* journal.beforeCancel(task.id, settleRest)
      // A defect ends the job, so that what has ended is settled now or never. Otherwise the crawl goes on from the
      // journal.
      yield* Effect.addFinalizer((exit) => {
        if (Exit.isFailure(exit) && Cause.hasDies(exit.cause)) return Effect.ignore(settleRest)
        if (!journal.keepsSteps && !crawl.isClosed && !crawl.isOver) return keep(task.id, crawl, settleEnded)
        const close = Effect.sync(() => void (crawl.isClosed = true))
        if (Exit.isFailure(exit)) return close
        // With scope any, pages that have ended need not wait for those before them, and are not fetched again.
        crawl.flush()
        return Effect.ensuring(Effect.ignore(settleAll), close)
      })
      if (task.options.scope === "any") yield* Effect.forkScoped(flushing(crawl, wake))

      const frontier: JobFrontier = {
        lease: (count) => Effect.sync(() => leaseSome(crawl, count)),
        knows: (name) => Effect.andThen(Deferred.await(replayed), Effect.sync(() => crawl.knows(name))),
        rules: Effect.sync(() => crawl.rules),
        end: (lease, visit) =>
          Effect.sync(() => {
            const isOurs = crawl.ended(lease, visit)
            wake()
            return isOurs ? "ended" : "lost"
          }),
        settle,
        giveBack: (lease) =>
          Effect.sync(() => {
            crawl.giveBack(lease)
            wake()
          }),
        next: Effect.suspend(() => {
          if (crawl.isOver) return Effect.succeed(crawl.hasFailed ? "failed" : "done")
          return Effect.as(Effect.andThen(readable, Queue.take(wakes)), "look again")
        })
      }
      return frontier
    })

    return Frontier.of({ open, released: () => Effect.void, domains: Effect.sync(() => domainsOf(crawls)) })
  })
)

interface Parked {
  readonly crawl: Crawl
  /** Of the hook that runs when the job is cancelled. */
  readonly scope: Scope.Closeable
}

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

/** Settles what is next in the order, a bounded number of pages. */
function* settleSome(crawl: Crawl): Generator<void, ReadonlyArray<Settled>> {
  const settled: Array<Settled> = []
  while (settled.length < settledAtOnce) {
    const next = yield* crawl.settleNext()
    if (next === undefined) break
    settled.push(next)
  }
  return settled
}

/** Makes the frontier again, a few steps at a time, so that the service answers meanwhile. */
const replaying = (
  crawl: Crawl,
  steps: Stream.Stream<ReadonlyArray<FrontierStep>, StoreUnavailable>,
  wake: () => void
) =>
  Stream.runForEach(steps, (some) => Effect.andThen(inSlices(() => crawl.replay(some)), Effect.sync(wake))).pipe(
    Effect.andThen(Effect.sync(() => crawl.endReplay()))
  )

/**
 * One clock for all: a time-out for each page would cost as much as the page. So a crawl waits one to two times
 * `reorderTimeout` for the next page of its order while others have ended.
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
