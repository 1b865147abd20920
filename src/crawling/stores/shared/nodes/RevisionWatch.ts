import { Context, Deferred, Effect, Layer, Stream } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import { repeatedly } from "../../../../core/observability/repeatedly.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { Nodes } from "../../../jobs/Nodes.ts"

/**
 * Wakes waiters of a change of a job, whichever node makes it. Each node polls all jobs with waiters in one statement,
 * at intervals and when another node signals one of them. While the store is unavailable, no waiter is woken.
 */
export class RevisionWatch extends Context.Service<RevisionWatch, {
  /** Returns when the job has another revision than this, or is gone. */
  changed(id: JobId, revision: number): Effect.Effect<void>
  /** This node has changed the job. */
  wake(id: JobId): void
}>()("gleaner/crawling/stores/shared/nodes/RevisionWatch") {
  /** `revisions`: the current ones of these jobs. */
  static readonly layerOver = <R>(
    revisions: Effect.Effect<
      (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<JobRevision>, StoreUnavailable>,
      never,
      R
    >
  ) =>
    Layer.effect(
      RevisionWatch,
      Effect.gen(function*() {
        const find = yield* revisions
        const nodes = yield* Nodes
        const { jobPoll } = yield* Settings
        const waiting = new Map<string, Set<WaitingReader>>()

        const poll = Effect.fnUntraced(function*() {
          if (waiting.size === 0) return
          const ids = [...waiting.keys()]
          const now = new Map((yield* find(ids)).map(({ id, revision }) => [id, revision]))
          for (const id of ids) settle(id, (waiter) => now.get(id) !== waiter.revision)
        })

        const settle = (id: string, isDone: (waiter: WaitingReader) => boolean) => {
          const waiters = waiting.get(id)
          if (waiters === undefined) return
          for (const waiter of waiters) {
            if (!isDone(waiter)) continue
            waiters.delete(waiter)
            Deferred.doneUnsafe(waiter.changed, Effect.void)
          }
          if (waiters.size === 0) waiting.delete(id)
        }

        yield* repeatedly("polling jobs with waiters", poll(), jobPoll)
        yield* nodes.signals.pipe(
          Stream.runForEach(({ id }) => waiting.has(id) ? Effect.ignoreCause(poll()) : Effect.void),
          Effect.forkScoped
        )

        return RevisionWatch.of({
          wake: (id) => settle(id, () => true),
          changed: (id, revision) =>
            Effect.suspend(() => {
              const waiter: WaitingReader = { revision, changed: Deferred.makeUnsafe<void>() }
              const waiters = waiting.get(id) ?? new Set()
              waiters.add(waiter)
              waiting.set(id, waiters)
              return Effect.ensuring(
                Deferred.await(waiter.changed),
                Effect.sync(() => {
                  if (waiters.delete(waiter) && waiters.size === 0 && waiting.get(id) === waiters) waiting.delete(id)
                })
              )
            })
        })
      })
    )
}

interface JobRevision {
  readonly id: string
  readonly revision: number
}

interface WaitingReader {
  readonly revision: number
  readonly changed: Deferred.Deferred<void>
}
