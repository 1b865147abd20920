import { Duration, Effect, Layer, Option, Schedule } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { repeatedly } from "../../../core/observability/repeatedly.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { DomainLease } from "../../../web/politeness/DomainLease.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { RetryQueue } from "../shared/nodes/RetryQueue.ts"
import { newToken } from "../shared/nodes/tokens.ts"
import { Database } from "./Database.ts"
import { acquireLease } from "./statements/domain-leases/acquire-lease.ts"
import { releaseLease, releaseStrayLeases } from "./statements/domain-leases/release-leases.ts"
import { readDomain, recoverDomain, slowDownDomain } from "./statements/domain-leases/slow-down-domain.ts"

/**
 * One row for each registrable domain, which all nodes share. All times are of the database's clock. A turn has one
 * lease, and waiting for a lease while having another never happens, so there are no deadlocks.
 */
export const postgresDomainLease = Layer.effect(
  DomainLease,
  Effect.gen(function*() {
    const database = yield* Database
    const retries = yield* RetryQueue
    const nodes = yield* Nodes
    const { self } = nodes
    const { jobPoll } = yield* Settings

    /** Retries during a short outage. After a longer one, other nodes have taken over the turns of this one. */
    const retried = <A>(effect: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, StoreUnavailable> =>
      Effect.catch(effect, () => Effect.interruptible(nodes.whileAlive(Effect.retry(effect, Schedule.spaced(jobPoll)))))

    const read = (domain: string) => Effect.map(readDomain(database, domain), Option.fromNullishOr)

    const held = yield* heldTurns(self)

    /**
     * If the wait fails or is interrupted, we do not know whether we took the lease, so we release it. Each wait has a
     * token of its own.
     */
    const leased = (domain: string, delay: number, isContinuation: boolean) =>
      Effect.suspend(() => {
        const token = held.newToken()
        const attempt = Effect.uninterruptible(
          acquireLease(database, { domain, node: self, delay, isContinuation, token })
        )
        return Effect.gen(function*() {
          for (let nap = minNap;; nap = Math.min(maxNap, nap * 2)) {
            const turn = yield* retried(attempt)
            if (turn?.isOurs === true) return held.release(domain, token)
            const wait = turn?.wait ?? 0
            // Due, but still taken: a visit takes longer than the delay, and its end is not signalled.
            if (wait > 0) nap = minNap
            yield* Effect.interruptible(Effect.sleep(wait > 0 ? Math.min(maxSleep, wait) : nap))
          }
        }).pipe(Effect.onError(() => held.release(domain, token)))
      })

    /** Without a delay, nodes do not wait for each other, unless the site has asked us to slow down. */
    const unleased = Effect.fnUntraced(function*(domain: string) {
      for (;;) {
        const { backOff, rest } = Option.getOrElse(yield* retried(read(domain)), () => ({ backOff: 0, rest: 0 }))
        if (backOff > 0) return yield* leased(domain, 0, false)
        if (rest <= 0) return Effect.void
        yield* Effect.interruptible(Effect.sleep(Math.min(maxSleep, rest)))
      }
    })

    return DomainLease.of({
      isOpen: false,
      acquire: (domain, delay, isContinuation) => {
        const millis = wholeMillis(delay)
        return Effect.uninterruptible(millis > 0 ? leased(domain, millis, isContinuation) : unleased(domain))
      },
      lost: nodes.whileAlive(Effect.never),
      slowDown: (domain, rest, backOff) =>
        retries.run(slowDownDomain(database, { domain, rest: Duration.toMillis(rest), backOff: wholeMillis(backOff) })),
      recovered: (domain, backOff) => retries.run(recoverDomain(database, { domain, backOff: wholeMillis(backOff) })),
      known: (domain) =>
        Effect.map(
          read(domain),
          Option.map(({ backOff, rest }) => ({
            rest: Duration.millis(Math.max(0, rest)),
            backOff: Duration.millis(backOff)
          }))
        )
    })
  })
)

/** The tokens of this node's turns, and of its waits for one. */
const heldTurns = Effect.fnUntraced(function*(self: number) {
  const database = yield* Database
  const retries = yield* RetryQueue
  const { nodeSilence } = yield* Settings
  const held = new Set<bigint>()

  /** A statement that the network delays may take a lease after its release. */
  const releaseStray = Effect.gen(function*() {
    const rows = yield* releaseStrayLeases(database, self, held, Duration.toSeconds(nodeSilence))
    for (const { domain } of rows) {
      yield* Effect.logWarning(`the turn on ${domain} belonged to no visit, so it was released`)
    }
  })
  yield* repeatedly("releasing turns without a visit", releaseStray, nodeSilence)

  return {
    newToken: () => {
      const token = newToken()
      held.add(token)
      return token
    },
    release: (domain: string, token: bigint) =>
      Effect.suspend(() => {
        held.delete(token)
        return retries.run(releaseLease(database, domain, self, token))
      })
  }
})

const wholeMillis = (duration: Duration.Duration) => Math.ceil(Duration.toMillis(duration))

/** Milliseconds between two polls of a lease that is held longer than expected. */
const minNap = 10
const maxNap = 250
/** Milliseconds between two polls of a domain that rests. */
const maxSleep = 10_000
