import { Duration, Effect, Exit, Layer, Redacted, type Scope } from "effect"
import { Database } from "../../../../src/crawling/stores/postgres/Database.ts"
import { type Cut, postgresProxy } from "../../../support/stores/postgres-proxy.ts"
import type { PostgresServer } from "../../../support/stores/postgres.ts"
import { type Node, nodeOver, on } from "./nodes-over.ts"
import type { Operation } from "./operations.ts"
import { allRows, deleteAll } from "./tables.ts"

/** Rows that an operation has left: its answer, all rows, and what is held after its end. */
interface Result {
  readonly answer: unknown
  readonly rows: ReadonlyArray<unknown>
  readonly held: ReadonlyArray<unknown>
}

export interface Cuts {
  readonly cut: Cut
  /** At all messages, not only at the ends of exchanges. */
  readonly all?: boolean
  /** Maximum number of cuts, spread over the operation. */
  readonly max?: number
}

export interface CutBench {
  /** The result without a cut, then with a cut at one message after the other. */
  readonly cutEach: (
    operation: Operation,
    cuts: Cuts
  ) => Effect.Effect<{ readonly undisturbed: Result; readonly disturbed: ReadonlyArray<Result> }, unknown>
}

/** A node over a database of its own, through a proxy that cuts. */
export const cutBench = Effect.fnUntraced(
  function*(server: PostgresServer): Effect.fn.Return<CutBench, unknown, Scope.Scope> {
    const direct = yield* server.lent
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => postgresProxy(direct)),
      ({ close }) => Effect.promise(close)
    )
    // Nothing happens on its own, so that the cuts fall into the operation.
    const quiet = { nodeBeat: Duration.minutes(10), nodeSilence: Duration.hours(1), jobPoll: Duration.millis(20) }
    const node: Node = yield* nodeOver(proxy.url, quiet)
    const database = yield* Layer.build(
      Layer.fresh(Database.layer(Redacted.make(direct), { connections: 1, timeout: Duration.seconds(10) }))
    )

    const resultOf = Effect.fnUntraced(function*({ prepared }: Operation, arm: () => void) {
      const { raw } = yield* Database
      yield* raw(deleteAll)
      const { answer, rows } = yield* Effect.scoped(Effect.gen(function*() {
        const ready = yield* on(node, prepared({ url: proxy.url, raw }))
        arm()
        const exit = yield* Effect.exit(ready)
        const answer = Exit.isSuccess(exit) ? exit.value : String(exit.cause)
        return { answer, rows: yield* raw(allRows) }
      }))
      const held = yield* raw(
        "SELECT domain FROM gleaner.domain_leases WHERE node IS NOT NULL UNION ALL SELECT url FROM gleaner.leases"
      )
      return { answer, rows, held } satisfies Result
    }, Effect.provideContext(database))

    return {
      cutEach: Effect.fnUntraced(function*(operation, { all = false, cut, max = Infinity }) {
        const undisturbed = yield* resultOf(operation, () => proxy.arm(cut, Infinity, all))
        proxy.disarm()
        const messages = proxy.counted()
        const count = Math.min(messages, max)
        const disturbed: Array<Result> = []
        for (let n = 0; n < count; n++) {
          // The first one and the last one are among them.
          const at = count === 1 ? 0 : Math.round(n * (messages - 1) / (count - 1))
          const result = yield* resultOf(operation, () => proxy.arm(cut, at, all))
          if (proxy.disarm()) disturbed.push(result)
        }
        return { undisturbed, disturbed }
      })
    }
  }
)
