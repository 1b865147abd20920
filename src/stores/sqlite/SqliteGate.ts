import { Clock, Duration, Effect, Layer, Option } from "effect"
import { DomainLease, type KnownDomain } from "../../politeness/DomainLease.ts"
import { backOffLife } from "../../politeness/DomainQueue.ts"
import { Settings } from "../../Settings.ts"
import { repeatedly } from "../repeatedly.ts"
import type { GateRow } from "./thread/operations.ts"
import { SqliteThread } from "./thread/SqliteThread.ts"

/**
 * Politeness that outlives the process. Nobody else is there, so turns are granted at once; the file remembers when the
 * next one of each domain is due. What was not written before a kill is made good at the start: after a process that
 * did not end in order, every domain rests for its delay.
 */
export const SqliteGate = Layer.effect(
  DomainLease,
  Effect.gen(function*() {
    const { domainDelay } = yield* Settings
    const file = yield* SqliteThread
    const defaultDelay = Duration.toMillis(domainDelay)
    const started = yield* Clock.currentTimeMillis
    const gates = new Map(file.left.gates.map((gate) => [gate.domain, gate]))
    const unwritten = new Set<string>()
    const take = (): ReadonlyArray<GateRow> => {
      const rows = [...unwritten].flatMap((domain) => gates.get(domain) ?? [])
      unwritten.clear()
      return rows
    }
    file.onWrite(take)
    const flush = Effect.suspend(() => {
      const rows = take()
      return rows.length === 0 ? Effect.void : Effect.ignore(file.call("keepGates", { gates: rows }))
    })
    const sweep = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const before = now - backOffLife
      for (const [domain, gate] of gates) if (nextTurn(gate, now) < before) gates.delete(domain)
      return file.call("forgetGates", { before })
    })
    yield* repeatedly("writing when domains are due", flush, betweenWrites)
    yield* repeatedly("forgetting domains", sweep, betweenSweeps)
    yield* Effect.addFinalizer(() => flush)

    /** Changes what is known of a domain. */
    const change = (domain: string, alter: (known: GateRow, now: number) => Partial<GateRow>) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const before = gates.get(domain) ?? { domain, nextAt: 0, writtenAt: 0, delay: defaultDelay, backOff: 0 }
        const known = { ...before, nextAt: nextTurn(before, now), writtenAt: now }
        gates.set(domain, { ...known, ...alter(known, now) })
        unwritten.add(domain)
      })

    const acquire = (domain: string, delay: Duration.Duration) => {
      const millis = Duration.toMillis(delay)
      const known = gates.get(domain)
      if (millis === 0 && known === undefined) return Effect.succeed(Effect.void)
      const end = change(domain, ({ backOff }, now) => ({ nextAt: now + Math.max(millis, backOff), delay: millis }))
      if (millis <= Math.max(known?.delay ?? 0, defaultDelay)) return Effect.succeed(end)
      // A site that asks for a longer delay is to be believed after a kill too, so this is written before the request.
      return change(domain, (_, now) => ({ nextAt: now + millis, delay: millis })).pipe(
        Effect.andThen(Effect.suspend(() => file.call("keepGates", { gates: take() }))),
        Effect.as(end)
      )
    }

    const known = (domain: string) =>
      Effect.map(Clock.currentTimeMillis, (now): Option.Option<KnownDomain> => {
        const gate = gates.get(domain)
        const afterKill = file.left.isClean ? 0 : started + Math.max(gate?.delay ?? 0, defaultDelay)
        const rest = Math.max(gate === undefined ? 0 : nextTurn(gate, now), afterKill) - now
        const isForgotten = gate === undefined || nextTurn(gate, now) + backOffLife < now
        const backOff = isForgotten ? 0 : gate.backOff
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

/** A clock that has stepped back since makes no rest longer than it was when it was written. */
const nextTurn = ({ nextAt, writtenAt }: GateRow, now: number): number => Math.min(nextAt, now + nextAt - writtenAt)

const betweenWrites = Duration.seconds(1)
const betweenSweeps = Duration.minutes(1)
