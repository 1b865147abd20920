import { Duration, Effect, Layer, Option, Schedule } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { DomainLease } from "../../politeness/DomainLease.ts"
import { Settings } from "../../Settings.ts"
import { repeatedly } from "../repeatedly.ts"
import { bigints } from "./arrays.ts"
import { Database } from "./Database.ts"
import { Debts } from "./Debts.ts"
import { acquireGate, lookAtGate, recoverGate, releaseGate, releaseStrayGates, slowDownGate } from "./sql/gates.ts"
import { newToken } from "./tokens.ts"

/**
 * One row for each registrable domain, which all nodes share. All times are of the database's clock. A turn is one
 * gate, and nobody waits for a gate while holding another, so nodes cannot wait for each other in a circle.
 */
export const PostgresHostGate = Layer.effect(
  DomainLease,
  Effect.gen(function*() {
    const database = yield* Database
    const debts = yield* Debts
    const nodes = yield* Nodes
    const { self } = nodes
    const { jobPoll, nodeSilence } = yield* Settings

    /** A short outage is waited out. After it, the others have taken over what we have. */
    const patiently = <A>(effect: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, StoreUnavailable> =>
      Effect.catch(effect, () => Effect.interruptible(nodes.whileHeard(Effect.retry(effect, Schedule.spaced(jobPoll)))))

    const look = (domain: string) =>
      Effect.map(
        database.run<{ readonly backOff: number; readonly rest: number }>(lookAtGate, [domain]),
        ([row]) => Option.fromNullishOr(row)
      )

    /** The tokens of this node's turns, and of its waits for one. */
    const held = new Set<bigint>()

    const release = (domain: string, token: bigint) =>
      Effect.suspend(() => {
        held.delete(token)
        return debts.pay(database.run(releaseGate, [domain, self, token]))
      })

    /** A statement that the network has held back may take a gate after its release. */
    const releaseStray = Effect.gen(function*() {
      const seconds = Duration.toSeconds(nodeSilence)
      const rows = yield* database.run<Stray>(releaseStrayGates, [self, seconds, bigints(held)])
      for (const { domain } of rows) yield* Effect.logWarning(`nobody held the turn on ${domain}, so it was released`)
    })
    yield* repeatedly("releasing turns that nobody holds", releaseStray, nodeSilence)

    /**
     * If the wait fails or is interrupted, we do not know whether we took the gate, so we release it. Each wait has a
     * token of its own.
     */
    const leased = (domain: string, delay: number, isContinuation: boolean) =>
      Effect.suspend(() => {
        const token = newToken()
        held.add(token)
        const attempt = Effect.uninterruptible(
          database.run<Attempt>(acquireGate, [domain, self, delay, isContinuation, token])
        )
        return Effect.gen(function*() {
          for (let nap = shortest;; nap = Math.min(longest, nap * 2)) {
            const [turn] = yield* patiently(attempt)
            if (turn?.isOurs === true) return release(domain, token)
            const wait = turn?.wait ?? 0
            // Due already, but held: its holder takes longer than its delay, and nothing tells us when it ends.
            if (wait > 0) nap = shortest
            yield* Effect.interruptible(Effect.sleep(wait > 0 ? Math.min(maxSleep, wait) : nap))
          }
        }).pipe(Effect.onError(() => release(domain, token)))
      })

    /** Without a delay, nodes do not wait for each other, unless the site has asked us to slow down. */
    const unleased = Effect.fnUntraced(function*(domain: string) {
      for (;;) {
        const { backOff, rest } = Option.getOrElse(yield* patiently(look(domain)), () => ({ backOff: 0, rest: 0 }))
        if (backOff > 0) return yield* leased(domain, 0, false)
        if (rest <= 0) return Effect.void
        yield* Effect.interruptible(Effect.sleep(Math.min(maxSleep, rest)))
      }
    })

    return DomainLease.of({
      isOpen: false,
      acquire: (domain, delay, isContinuation) => {
        const millis = Math.ceil(Duration.toMillis(delay))
        return Effect.uninterruptible(millis > 0 ? leased(domain, millis, isContinuation) : unleased(domain))
      },
      lost: nodes.whileHeard(Effect.never),
      slowDown: (domain, rest, backOff) => {
        const parameters = [domain, Duration.toMillis(rest), Math.ceil(Duration.toMillis(backOff))]
        return debts.pay(database.run(slowDownGate, parameters))
      },
      recovered: (domain, backOff) =>
        debts.pay(database.run(recoverGate, [domain, Math.ceil(Duration.toMillis(backOff))])),
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

interface Stray {
  readonly domain: string
}

interface Attempt {
  readonly isOurs: boolean
  readonly wait: number
}

/** Milliseconds between two looks at a gate that is held longer than expected. */
const shortest = 10
const longest = 250
/** After this time we look again, however long the domain rests. */
const maxSleep = 10_000
