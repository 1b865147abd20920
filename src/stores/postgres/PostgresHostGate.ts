import { Duration, Effect, Layer, Option } from "effect"
import { Nodes } from "../../jobs/Nodes.ts"
import { HostGate } from "../../politeness/HostGate.ts"
import { Database } from "./Database.ts"
import { Debts } from "./Debts.ts"
import { acquireGate, lookAtGate, recoverGate, releaseGate, slowDownGate } from "./sql/gates.ts"
import { newToken } from "./tokens.ts"

/**
 * One row for each registrable domain, which all nodes share. All times are of the database's clock. A turn is one gate, and
 * nobody waits for a gate while holding another, so nodes cannot wait for each other in a circle.
 */
export const PostgresHostGate = Layer.effect(
  HostGate,
  Effect.gen(function*() {
    const database = yield* Database
    const debts = yield* Debts
    const { self } = yield* Nodes
    /** The back-offs of domains on which this node has a turn now. */
    const backOffs = new Map<string, number>()

    const look = (domain: string) =>
      Effect.map(
        database.run<{ readonly backOff: number; readonly rest: number }>(lookAtGate, [domain]),
        ([row]) => Option.fromNullishOr(row)
      )

    const release = (domain: string, token: bigint) =>
      Effect.suspend(() => {
        backOffs.delete(domain)
        return debts.pay(database.run(releaseGate, [domain, self, token]))
      })

    /** Uninterruptible, and undone when it is not known whether it succeeded: a gate that is taken has a holder who knows it. */
    const attempt = (domain: string, delay: number, isSequel: boolean, token: bigint) =>
      database.run<Attempt>(acquireGate, [domain, self, delay, isSequel, token]).pipe(
        Effect.tapError(() => debts.pay(database.run(releaseGate, [domain, self, token]))),
        Effect.map(([row]) => row),
        Effect.uninterruptible
      )

    const leased = Effect.fnUntraced(function*(domain: string, delay: number, isSequel: boolean) {
      const token = newToken()
      for (let patience = shortest;; patience = Math.min(longest, patience * 2)) {
        const turn = yield* attempt(domain, delay, isSequel, token)
        if (turn?.isOurs === true) {
          backOffs.set(domain, turn.backOff)
          return release(domain, token)
        }
        const wait = turn?.wait ?? 0
        // Due already, but held: its holder takes longer than its delay, and nothing tells us when it ends.
        if (wait > 0) patience = shortest
        yield* Effect.interruptible(Effect.sleep(wait > 0 ? Math.min(longestSleep, wait) : patience))
      }
    })

    /** Without a delay nobody waits for anybody, unless the site has asked us to slow down. */
    const unleased = Effect.fnUntraced(function*(domain: string) {
      for (;;) {
        const { backOff, rest } = Option.getOrElse(yield* look(domain), () => ({ backOff: 0, rest: 0 }))
        if (backOff > 0) return yield* leased(domain, 0, false)
        if (rest <= 0) return Effect.void
        yield* Effect.interruptible(Effect.sleep(Math.min(longestSleep, rest)))
      }
    })

    return HostGate.of({
      acquire: (domain, delay, isSequel = false) => {
        const millis = Math.ceil(Duration.toMillis(delay))
        return Effect.uninterruptible(millis > 0 ? leased(domain, millis, isSequel) : unleased(domain))
      },
      slowDown: (domain, rest, backOff) => {
        const millis = Math.ceil(Duration.toMillis(backOff))
        backOffs.set(domain, millis)
        return debts.pay(database.run(slowDownGate, [domain, Duration.toMillis(rest), millis]))
      },
      // Most domains have no back-off, and then there is nothing to tell.
      recovered: (domain) =>
        (backOffs.get(domain) ?? 0) > 0 ? debts.pay(database.run(recoverGate, [domain, negligible])) : Effect.void,
      known: (domain) =>
        Effect.map(
          look(domain),
          Option.map(({ backOff, rest }) => ({
            rest: Duration.millis(Math.max(0, rest)),
            backOff: Duration.millis(backOff)
          }))
        )
    })
  })
)

interface Attempt {
  readonly isOurs: boolean
  readonly backOff: number
  readonly wait: number
}

/** Milliseconds between two looks at a gate that is held longer than expected. */
const shortest = 10
const longest = 250
/** After this time we look again, however long the domain rests. */
const longestSleep = 10_000
/** A back-off below this is over. */
const negligible = 100
