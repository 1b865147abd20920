import { Deferred, type Duration, Effect, Exit, Queue, type Scope } from "effect"

/**
 * Writes one batch at a time. What comes while a batch is written goes into the next one, so that one sync or one
 * upload serves many writers. A batch has at most `most` bytes, or one item. A writer that is interrupted does not stop
 * its batch. `commit` gives a result for each item. After the first item of a batch, it waits for others as long as
 * `linger`.
 */
export const groupCommit = Effect.fnUntraced(function*<A extends { readonly length: number }, B, E>(
  most: number,
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

  const some = linger === undefined ? Effect.void : Effect.andThen(Queue.peek(waiting), Effect.sleep(linger))
  yield* Effect.andThen(some, Queue.takeAll(waiting)).pipe(
    Effect.flatMap((all) => Effect.forEach(batchesOf(all, most), write, { discard: true })),
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
  most: number
): ReadonlyArray<ReadonlyArray<W>> => {
  const batches: Array<Array<W>> = []
  let room = 0
  for (const one of all) {
    const { length } = one.item
    const last = batches.at(-1)
    if (last === undefined || length > room) batches.push([one])
    else last.push(one)
    room = (last === undefined || length > room ? most : room) - length
  }
  return batches
}
