import { Deferred, type Duration, Effect, Exit, Queue, type Scope } from "effect"

/**
 * Writes one batch at a time. Items that arrive meanwhile form the next one, so one sync or upload serves many
 * writers. A batch has at most `max` bytes, or one item, and is written `linger` after its first item. `commit` returns
 * a result for each item. Interrupting a writer does not stop its batch.
 */
export const groupCommit = Effect.fnUntraced(function*<A extends { readonly length: number }, B, E>(
  max: number,
  commit: (batch: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>,
  linger?: Duration.Input
): Effect.fn.Return<(item: A) => Effect.Effect<B, E>, never, Scope.Scope> {
  const waiting = yield* Queue.unbounded<Waiting<A, B, E>>()

  const write = Effect.fnUntraced(function*(batch: ReadonlyArray<Waiting<A, B, E>>) {
    const exit = yield* Effect.exit(commit(batch.map(({ item }) => item)))
    for (const [at, { done }] of batch.entries()) {
      Deferred.doneUnsafe(done, Exit.map(exit, (results) => results[at] as B)) // one for each
    }
  })

  const firstItem = linger === undefined ? Effect.void : Effect.andThen(Queue.peek(waiting), Effect.sleep(linger))
  yield* Effect.andThen(firstItem, Queue.takeAll(waiting)).pipe(
    Effect.flatMap((all) => Effect.forEach(batchesOf(all, max), write, { discard: true })),
    Effect.forever,
    Effect.forkScoped
  )
  return (item) =>
    Effect.suspend(() => {
      const done = Deferred.makeUnsafe<B, E>()
      Queue.offerUnsafe(waiting, { item, done })
      return Deferred.await(done)
    })
})

interface Waiting<A, B, E> {
  readonly item: A
  readonly done: Deferred.Deferred<B, E>
}

const batchesOf = <W extends { readonly item: { readonly length: number } }>(
  all: ReadonlyArray<W>,
  max: number
): ReadonlyArray<ReadonlyArray<W>> => {
  const batches: Array<Array<W>> = []
  let free = 0
  for (const one of all) {
    const { length } = one.item
    const last = batches.at(-1)
    const isFirst = last === undefined || length > free
    if (isFirst) batches.push([one])
    else last.push(one)
    free = (isFirst ? max : free) - length
  }
  return batches
}
