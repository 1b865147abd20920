import { PgClient } from "@effect/sql-pg"
import {
  Context,
  Duration,
  Effect,
  Fiber,
  Layer,
  Metric,
  Option,
  type Queue,
  type Redacted,
  Schema,
  type Scope,
  Semaphore
} from "effect"
import type { Statement } from "effect/sql/Statement"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { monotonicMillis } from "../../../core/kernel/RequestContext.ts"
import { metrics } from "../../../core/observability/metrics.ts"
import type { StorePooler } from "../../../core/settings/store-kinds.ts"
import { again, fault, isSqlError, withoutRollback } from "./faults.ts"

/**
 * The Postgres that all nodes share. Any fault of the connection is a `StoreUnavailable`, and the next statement
 * connects again. A statement that Postgres refuses is a defect of this program.
 *
 * A connection may break after Postgres has committed and before its answer arrives. Statements and transactions then
 * run again, over another connection. Each of them is therefore idempotent: it recognizes by a token, or by what it
 * changes, that it has run before, and returns the same rows.
 */
export class Database extends Context.Service<Database, {
  /** A statement and its rows: `` rows(Job)`SELECT id FROM jobs WHERE n = ${n}` ``. Values become parameters. */
  rows<S extends Row>(row: S): Tag<ReadonlyArray<S["Type"]>>
  /** A statement that always has one row. */
  one<S extends Row>(row: S): Tag<S["Type"]>
  /** A statement that has one row at most. */
  first<S extends Row>(row: S): Tag<S["Type"] | undefined>
  /** A statement without rows. */
  readonly run: Tag<void>
  /** Text without parameters. */
  raw<A extends object>(text: string): Effect.Effect<ReadonlyArray<A>, StoreUnavailable>
  /**
   * All of its statements succeed, or none. It runs again when it lost against another transaction or its connection.
   */
  transaction<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R>
  /** Fails once a statement has met damage. Postgres cannot be repaired while this process uses it. */
  readonly intact: Effect.Effect<void, StoreUnavailable>
  /** Whether nodes listen for notifications, here or elsewhere. */
  readonly notifies: boolean
  /**
   * The notifications of this channel, until the connection is lost. It takes a connection of its own. Undefined
   * behind a pooler in transaction mode, where nothing can listen.
   */
  readonly listen:
    | ((channel: string) => Effect.Effect<Notifications, StoreUnavailable, Scope.Scope>)
    | undefined
}>()("gleaner/crawling/stores/postgres/Database") {
  static readonly layer = (url: Redacted.Redacted, options: DatabaseOptions) => {
    const { connections, pooler = "off", timeout } = options
    return Layer.effect(
      Database,
      Effect.map(PgClient.PgClient, (client) => {
        let damage: StoreUnavailable | undefined
        const noteDamage = (error: unknown) =>
          Effect.sync(() => {
            if (error instanceof StoreUnavailable && error.isDamaged === true) damage = error
          })
        const permits = Semaphore.makeUnsafe(connections)
        /** As many at a time as there are connections, so that the wait for one is measured here. */
        const connected = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
          Effect.flatMap(
            Effect.all([Effect.serviceOption(client.transactionService), monotonicMillis]),
            ([outer, from]) =>
              Option.isSome(outer) ? effect : permits.withPermits(1)(Effect.andThen(waitedFrom(from), effect))
          )
        /** A statement to a machine that is gone cannot be interrupted, so we do not wait for its end. */
        const inTime = <A, E, R>(
          effect: Effect.Effect<A, E, R>,
          duration: Duration.Duration
        ): Effect.Effect<A, E | StoreUnavailable, R> =>
          Effect.flatMap(Effect.forkDetach(effect), (fiber) =>
            Fiber.join(fiber).pipe(
              Effect.timeoutOrElse({
                duration,
                orElse: () => {
                  fiber.interruptUnsafe()
                  return Effect.fail(new StoreUnavailable({ reason: "Postgres does not answer" }))
                }
              }),
              Effect.onInterrupt(() => Fiber.interrupt(fiber))
            ))
        const run = <A>(statement: Statement<A>) => {
          const once = Effect.catch(untraced(statement), fault)
          return Effect.flatMap(
            Effect.serviceOption(client.transactionService),
            // Within a transaction, the whole transaction runs again.
            (outer) => inTime(Option.isSome(outer) ? once : Effect.retry(connected(once), again), timeout)
          ).pipe(Effect.tapError(noteDamage))
        }
        return Database.of({
          rows: (row) => (strings, ...values) => Effect.map(run(client(strings, ...values)), decoderOf(row)),
          one: (row) => (strings, ...values) =>
            Effect.map(run(client(strings, ...values)), (rows) => decoderOf(row)(rows)[0] ?? missingRow()),
          first: (row) => (strings, ...values) =>
            Effect.map(run(client(strings, ...values)), (rows) => decoderOf(row)(rows.slice(0, 1))[0]),
          run: (strings, ...values) => Effect.asVoid(run(client(strings, ...values))),
          raw: <A extends object>(text: string) => run(client.unsafe<A>(text)),
          transaction: (effect) => {
            const whole = connected(client.withTransaction(effect)).pipe(
              Effect.catchIf(isSqlError, fault),
              Effect.catchCause(withoutRollback),
              Effect.tapError(noteDamage),
              Effect.retry(again)
            )
            return inTime(whole, Duration.times(timeout, statements))
          },
          intact: Effect.suspend(() => damage === undefined ? Effect.void : Effect.fail(damage)),
          notifies: pooler !== "on",
          listen: pooler === "on"
            ? undefined
            : pooler === "off"
            ? (channel) =>
              Effect.andThen(
                Effect.acquireRelease(permits.take(1), () => permits.release(1)),
                Effect.catch(client.listen(channel), fault)
              )
            : (channel) =>
              Layer.build(Layer.fresh(clientOf(pooler, { connections: 1, timeout }))).pipe(
                Effect.flatMap((context) =>
                  Effect.catch(Context.get(context, PgClient.PgClient).listen(channel), fault)
                )
              )
        })
      })
    ).pipe(Layer.provide(clientOf(url, options)))
  }
}

type Notifications = Queue.Dequeue<{ readonly payload: string }, unknown>

/**
 * A pooler in transaction mode gives each transaction another session. There, nothing is prepared by name, and no
 * parameter is of the session: its role has them.
 */
const clientOf = (url: Redacted.Redacted, { connections, pooler = "off", timeout }: DatabaseOptions) =>
  PgClient.layer({
    url,
    maxConnections: connections,
    applicationName: "gleaner",
    connectTimeout: timeout,
    keepAlive: timeout,
    ...(pooler === "off" ? { startupParameters: sessionParameters(timeout) } : { prepare: false })
  }).pipe(Layer.catchTag("SqlError", (error) => Layer.effectContext(fault(error))))

type Row = Schema.Codec<unknown, unknown>

/** A template with parameters in it. */
type Tag<A> = (
  strings: TemplateStringsArray,
  ...values: ReadonlyArray<unknown>
) => Effect.Effect<A, StoreUnavailable>

const decoders = new WeakMap<Row, (rows: unknown) => ReadonlyArray<unknown>>()

const decoderOf = <S extends Row>(row: S): (rows: unknown) => ReadonlyArray<S["Type"]> => {
  const known = decoders.get(row)
  if (known !== undefined) return known
  const made = Schema.decodeUnknownSync(Schema.Array(row))
  decoders.set(row, made)
  return made
}

const missingRow = (): never => {
  throw new Error("a statement that always has one row had none")
}

interface DatabaseOptions {
  readonly connections: number
  /** How long a statement may take, the wait for a connection included. */
  readonly timeout: Duration.Duration
  /** Whether the URL is that of a pooler in transaction mode. */
  readonly pooler?: StorePooler
}

/**
 * Every statement that is asked often finds its rows by an index. Without this, Postgres would read a table that has
 * just grown from its beginning to its end, because it takes the table for small until it has counted it again. Nothing
 * is compiled: our statements are short.
 */
export const byIndex = { jit: "off", enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" }

const sessionParameters = (timeout: Duration.Duration) => ({
  ...byIndex,
  // Between its statements, a transaction waits for nothing. One of a machine that is gone frees its locks.
  idle_in_transaction_session_timeout: String(Duration.toMillis(timeout))
})

/** A crawl has a dozen statements a page. The operation of the store around them is a span. */
const untraced = Effect.withTracerEnabled(false)

const waitedFrom = (from: number) =>
  Effect.flatMap(monotonicMillis, (now) => Metric.update(metrics.connectionWait, (now - from) / 1000))

/** A transaction may take as long as this many slow statements. */
const statements = 6
