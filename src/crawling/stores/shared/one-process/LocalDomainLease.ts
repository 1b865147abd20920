import { Clock, Duration, Effect, Layer, Option } from "effect"
import { repeatedly } from "../../../../core/observability/repeatedly.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { DomainLease, type KnownDomain } from "../../../../web/politeness/DomainLease.ts"
import { backOffLife } from "../../../../web/politeness/DomainQueue.ts"
import { LocalStore } from "./LocalStore.ts"
import type { DomainRow } from "./operations.ts"

/**
 * Politeness that outlives the process. There is a single process, so turns are granted at once, and the store has
 * when the next one of each domain is due. A crash loses the last changes: after it, every domain waits for its delay.
 */
export const localDomainLease = Layer.effect(
  DomainLease,
  Effect.gen(function*() {
    const { domainDelay } = yield* Settings
    const local = yield* LocalStore
    const defaultDelay = Duration.toMillis(domainDelay)
    const started = yield* Clock.currentTimeMillis
    const domains = new Map(local.initial.domains.map((row) => [row.domain, row]))
    const dirty = new Set<string>()
    const takeDirty = (): ReadonlyArray<DomainRow> => {
      const rows = [...dirty].flatMap((domain) => domains.get(domain) ?? [])
      dirty.clear()
      return rows
    }
    local.onWrite(takeDirty)
    const flush = Effect.suspend(() => {
      const rows = takeDirty()
      return rows.length === 0 ? Effect.void : Effect.ignore(local.call("saveDomains", { domains: rows }))
    })
    const sweep = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const before = now - backOffLife
      for (const [domain, row] of domains) if (nextTurn(row, now) < before) domains.delete(domain)
      return local.call("deleteDomains", { before })
    })
    yield* repeatedly("writing when domains are due", flush, flushInterval)
    yield* repeatedly("forgetting domains", sweep, sweepInterval)
    yield* Effect.addFinalizer(() => flush)

    const change = (domain: string, alter: (row: DomainRow, now: number) => Partial<DomainRow>) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const before = domains.get(domain) ?? { domain, nextAt: 0, writtenAt: 0, delay: defaultDelay, backOff: 0 }
        const row = { ...before, nextAt: nextTurn(before, now), writtenAt: now }
        domains.set(domain, { ...row, ...alter(row, now) })
        dirty.add(domain)
      })

    const acquire = (domain: string, delay: Duration.Duration) => {
      const millis = Duration.toMillis(delay)
      const row = domains.get(domain)
      if (millis === 0 && row === undefined) return Effect.succeed(Effect.void)
      const end = change(domain, ({ backOff }, now) => ({ nextAt: now + Math.max(millis, backOff), delay: millis }))
      if (millis <= Math.max(row?.delay ?? 0, defaultDelay)) return Effect.succeed(end)
      // A longer delay is written before the request, so that it holds after a crash.
      return change(domain, (_, now) => ({ nextAt: now + millis, delay: millis })).pipe(
        Effect.andThen(Effect.suspend(() => local.call("saveDomains", { domains: takeDirty() }))),
        Effect.as(end)
      )
    }

    const known = (domain: string) =>
      Effect.map(Clock.currentTimeMillis, (now): Option.Option<KnownDomain> => {
        const row = domains.get(domain)
        const next = row === undefined ? 0 : nextTurn(row, now)
        const afterCrash = local.initial.isClean ? 0 : started + Math.max(row?.delay ?? 0, defaultDelay)
        const rest = Math.max(next, afterCrash) - now
        const backOff = next + backOffLife < now ? 0 : row?.backOff ?? 0
        if (rest <= 0 && backOff === 0) return Option.none()
        return Option.some({ rest: Duration.millis(Math.max(0, rest)), backOff: Duration.millis(backOff) })
      })

    return DomainLease.of({
      isOpen: false,
      acquire,
      lost: undefined,
      slowDown: (domain, rest, backOff) =>
        Effect.andThen(
          change(domain, ({ nextAt }, now) => ({
            nextAt: Math.max(nextAt, now + Duration.toMillis(rest)),
            backOff: Duration.toMillis(backOff)
          })),
          Effect.suspend(() => flush)
        ),
      recovered: (domain, backOff) => change(domain, () => ({ backOff: Duration.toMillis(backOff) })),
      known
    })
  })
)

/** If the clock has stepped back since the write, the rest is no longer than it was then. */
const nextTurn = ({ nextAt, writtenAt }: DomainRow, now: number): number => Math.min(nextAt, now + nextAt - writtenAt)

const flushInterval = Duration.seconds(1)
const sweepInterval = Duration.minutes(1)
