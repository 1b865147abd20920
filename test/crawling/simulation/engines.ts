import { Clock, Context, Duration, Effect, Layer, Redacted, Semaphore } from "effect"
import type { Settings } from "../../../src/core/settings/Settings.ts"
import type { Stores } from "../../../src/crawling/stores/configured-stores.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { Database } from "../../../src/crawling/stores/postgres/Database.ts"
import { postgresStoresOver } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { localStores } from "../../../src/crawling/stores/shared/one-process/local-stores.ts"
import { LocalStore } from "../../../src/crawling/stores/shared/one-process/LocalStore.ts"
import { sqliteThread } from "../../../src/crawling/stores/sqlite/sqlite-thread.ts"
import type { PostgresServer } from "../../support/stores/postgres.ts"
import { withoutSleep } from "../../support/stores/without-sleep.ts"

export interface SimulatedEngine {
  /** Opened again at each restart; a store in memory is not. */
  readonly stores: Layer.Layer<Stores, unknown, Settings>
  readonly isDurable: boolean
  /** Whether no call of the engine is under way. Virtual time passes only then, so that a seed gives one life. */
  readonly isIdle: () => boolean
  /** Virtual time until its nodes have seen a step of the clock. */
  readonly notices: Duration.Duration
}

export const memoryEngine: SimulatedEngine = {
  stores: Layer.provide(memoryStore, withoutSleep),
  isDurable: false,
  isIdle: () => true,
  notices: Duration.zero
}

export const sqliteEngine = (file: string): SimulatedEngine => {
  let pending = 0
  const counted = Layer.effect(
    LocalStore,
    Effect.map(LocalStore, (thread) =>
      LocalStore.of({
        ...thread,
        call: (name, params, transfer) =>
          Effect.suspend(() => {
            pending++
            return Effect.ensuring(thread.call(name, params, transfer), Effect.sync(() => pending--))
          })
      }))
  ).pipe(Layer.provide(sqliteThread(file)))
  return {
    stores: localStores.pipe(Layer.provide(counted), Layer.provide(withoutSleep)),
    isDurable: true,
    isIdle: () => pending === 0,
    notices: Duration.zero
  }
}

/**
 * Postgres with a clock of its own: its `clock_timestamp()` is that of the test, which each operation sets before it
 * begins. Pauses between the tasks of a node are hours, so that days do not take a million heartbeats.
 */
export const postgresEngine = (server: PostgresServer): SimulatedEngine => {
  const url = server.database()
  server.sql(url, ...virtualClock(new URL(url).pathname.slice(1)))
  let pending = 0
  let set = Number.NaN
  const turn = Semaphore.makeUnsafe(1)
  const counted = Layer.effect(
    Database,
    Effect.map(Database, (database) => {
      const setClock = Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now === set
          ? Effect.void
          : Effect.tap(database.raw(`UPDATE virtual.clock SET at = to_timestamp(${now / 1000})`), () =>
            Effect.sync(() => set = now))).pipe(turn.withPermit)
      const during = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.flatMap(IsWithin, (isWithin) => {
          if (isWithin) return effect
          pending++
          return Effect.andThen(setClock, Effect.provideService(effect, IsWithin, true)).pipe(
            Effect.updateService(Clock.Clock, (clock) => ({ ...clock, sleep: realSleep })),
            Effect.ensuring(Effect.sync(() => pending--))
          )
        })
      return Database.of({
        ...database,
        rows: (row) => (...template) => during(database.rows(row)(...template)),
        one: (row) => (...template) => during(database.one(row)(...template)),
        first: (row) => (...template) => during(database.first(row)(...template)),
        run: (...template) => during(database.run(...template)),
        raw: (text) => during(database.raw(text)),
        transaction: (effect) => during(database.transaction(effect))
      })
    })
  ).pipe(Layer.provide(Database.layer(Redacted.make(url), { connections: 10, timeout: Duration.days(1) })))
  return {
    stores: postgresStoresOver(counted).pipe(Layer.provide(rareSleep)),
    isDurable: true,
    isIdle: () => pending === 0,
    // A pause has this length, and the step is at most as long.
    notices: Duration.times(pause, 2)
  }
}

/** Whether it is a statement of a transaction, which would hold the row of the clock until its end. */
const IsWithin = Context.Reference("IsWithin", { defaultValue: () => false })

const virtualClock = (database: string): ReadonlyArray<string> => [
  "CREATE SCHEMA virtual",
  "CREATE TABLE virtual.clock (at timestamptz NOT NULL)",
  "INSERT INTO virtual.clock VALUES (to_timestamp(0))",
  "CREATE FUNCTION virtual.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM virtual.clock'",
  `ALTER DATABASE ${database} SET search_path = virtual, pg_catalog, public`
]

/** Between two tries of a transaction that lost against another one. Virtual time stands still meanwhile. */
const realSleep = (duration: Duration.Duration): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), Math.min(Duration.toMillis(duration), 2 ** 31 - 1))
    return Effect.sync(() => clearTimeout(timer))
  })

const pause = Duration.hours(2)

const rareSleep = Layer.effect(
  Clock.Clock,
  Clock.clockWith((clock) =>
    Effect.succeed({ ...clock, sleep: (duration) => clock.sleep(Duration.max(duration, pause)) })
  )
)
