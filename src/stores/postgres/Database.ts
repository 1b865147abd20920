import { PgClient } from "@effect/sql-pg"
import {
  Cause,
  Context,
  Duration,
  Effect,
  Fiber,
  Layer,
  Metric,
  Option,
  type Queue,
  type Redacted,
  Schedule,
  type Scope,
  Semaphore
} from "effect"
import { SqlError } from "effect/sql/SqlError"
import { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { monotonicMillis } from "../../kernel/RequestContext.ts"
import { metrics } from "../../observability/metrics.ts"

/** A row, with the columns that the statement names. The caller knows its statement. */
export type Row = Readonly<Record<string, unknown>>

/**
 * The Postgres that all nodes share. Any fault of the connection is a `StoreUnavailable`, and the next statement
 * connects anew. A statement that Postgres refuses is a defect of ours.
 *
 * A connection may break after Postgres has committed and before its answer arrives. Statements and transactions then
 * run again, over another connection. So each of them is idempotent: it recognizes by a token, or by what it changes,
 * that it has run before, and gives the same answer.
 */
export class Database extends Context.Service<Database, {
  run<A extends object = Row>(
    statement: string,
    parameters?: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<A>, StoreUnavailable>
  /**
   * All of its statements succeed, or none. It runs again when it lost against another transaction or its connection.
   */
  transaction<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R>
  /** Fails once a statement has met damage. Postgres cannot be repaired while this process uses it. */
  readonly intact: Effect.Effect<void, StoreUnavailable>
  /** What is notified on this channel, until the connection is lost. It takes a connection of its own. */
  listen(
    channel: string
  ): Effect.Effect<Queue.Dequeue<{ readonly payload: string }, unknown>, StoreUnavailable, Scope.Scope>
}>()("gleaner/stores/postgres/Database") {
  static readonly layer = (url: Redacted.Redacted, { connections, timeout }: Options) =>
    Layer.effect(
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
        return Database.of({
          run: <A extends object>(statement: string, parameters: ReadonlyArray<unknown> = []) => {
            const once = Effect.catch(untraced(client.unsafe<A>(statement, parameters)), fault)
            return Effect.flatMap(
              Effect.serviceOption(client.transactionService),
              // Within a transaction, the whole transaction runs again.
              (outer) => inTime(Option.isSome(outer) ? once : Effect.retry(connected(once), again), timeout)
            ).pipe(Effect.tapError(noteDamage))
          },
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
          listen: (channel) =>
            Effect.andThen(
              Effect.acquireRelease(permits.take(1), () => permits.release(1)),
              Effect.catch(client.listen(channel), fault)
            )
        })
      })
    ).pipe(
      Layer.provide(
        PgClient.layer({
          url,
          maxConnections: connections,
          applicationName: "gleaner",
          connectTimeout: timeout,
          keepAlive: timeout,
          startupParameters: {
            ...byIndex,
            // Between its statements, a transaction waits for nothing. One of a machine that is gone frees its locks.
            idle_in_transaction_session_timeout: String(Duration.toMillis(timeout))
          }
        }).pipe(Layer.catchTag("SqlError", (error) => Layer.effectContext(fault(error))))
      )
    )
}

interface Options {
  readonly connections: number
  /** How long a statement may take, the wait for a connection included. */
  readonly timeout: Duration.Duration
}

/**
 * Every statement that is asked often finds its rows by an index. Without this, Postgres would read a table that has
 * just grown from its beginning to its end, because it takes the table for small until it has counted it again. Nothing
 * is compiled: our statements are short.
 */
const byIndex = { jit: "off", enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" }

/** A crawl has a dozen statements a page. The operation of the store around them is a span. */
const untraced = Effect.withTracerEnabled(false)

const waitedFrom = (from: number) =>
  Effect.flatMap(monotonicMillis, (now) => Metric.update(metrics.connectionWait, (now - from) / 1000))

/** A transaction may take as long as this many slow statements. */
const statements = 6

const isSqlError = (error: unknown): error is SqlError => error instanceof SqlError

/**
 * Over a connection that is lost nothing can be rolled back; Postgres has done it. So that is no defect, and what it
 * spoilt is none.
 */
const withoutRollback = <E>(cause: Cause.Cause<E>): Effect.Effect<never, E | StoreUnavailable> => {
  const lost = cause.reasons.filter(Cause.isDieReason).map(({ defect }) => defect).find(isSqlError)
  return lost === undefined ? Effect.failCause(cause) : fault(lost)
}

/** The statement may succeed over another connection, or after another transaction. */
class TemporaryFault extends StoreUnavailable {}

const again = {
  while: (error: unknown) => error instanceof TemporaryFault,
  schedule: Schedule.spaced("20 millis").pipe(Schedule.jittered, Schedule.upTo({ times: 5 }))
}

/** Nothing in it is a secret: the messages of Postgres and of sockets name hosts and users, never passwords. */
const fault = (error: SqlError): Effect.Effect<never, StoreUnavailable> => {
  const { reason } = error
  switch (reason._tag) {
    case "DeadlockError":
    case "SerializationError":
      return Effect.fail(new TemporaryFault({ reason: "the transaction lost against another one" }))
    case "ConnectionError":
      return Effect.fail(new TemporaryFault({ reason: wordsOf(reason.cause) }))
    case "AuthenticationError":
    case "AuthorizationError":
    case "LockTimeoutError":
    case "StatementTimeoutError":
      return Effect.fail(new StoreUnavailable({ reason: wordsOf(reason.cause) }))
    default:
      return faultByCode(codeOf(reason.cause), wordsOf(reason.cause)) ?? Effect.die(error)
  }
}

const faultByCode = (code: string, reason: string): Effect.Effect<never, StoreUnavailable> | undefined => {
  if (isStopping.test(code)) return Effect.fail(new TemporaryFault({ reason }))
  if (isDamaged.test(code)) return Effect.fail(new StoreUnavailable({ reason, isDamaged: true }))
  return isAway.test(code) ? Effect.fail(new StoreUnavailable({ reason })) : undefined
}

/**
 * The session was ended: by an operator (57P01, 57P02), because the server starts (57P03), or because this process was
 * suspended within a transaction (25P03).
 */
const isStopping = /^(?:57P0[123]|25P03)/

/**
 * Classes of SQLSTATE: not enough of something (53), told to stop (57), a standby that only reads (25006), no such
 * database (3D000), a failing disk (58).
 */
const isAway = /^(?:53|57|58|25006|3D000)/

/** Tables or indexes that cannot be read. */
const isDamaged = /^XX00[12]/

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const wordsOf = (cause: unknown): string => cause instanceof Error ? cause.message : String(cause)
