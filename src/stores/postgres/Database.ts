import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Duration, Effect, Fiber, Layer, type Queue, type Redacted, Schedule, type Scope } from "effect"
import { SqlError } from "effect/sql/SqlError"
import { StoreUnavailable } from "../../domain/StoreUnavailable.ts"

/** A row, with the columns that the statement names. The caller knows its statement. */
export type Row = Readonly<Record<string, unknown>>

/**
 * The Postgres that all nodes share. Any fault of the connection is a `StoreUnavailable`, and the next statement
 * connects anew. A statement that Postgres refuses is a defect of ours.
 */
export class Database extends Context.Service<Database, {
  run<A extends object = Row>(
    statement: string,
    parameters?: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<A>, StoreUnavailable>
  /** All of its statements succeed, or none. It runs again when it lost against another transaction. */
  transaction<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R>
  /** What is notified on this channel, until the connection is lost. It takes a connection of its own. */
  listen(
    channel: string
  ): Effect.Effect<Queue.Dequeue<{ readonly payload: string }, unknown>, StoreUnavailable, Scope.Scope>
}>()("gleaner/stores/postgres/Database") {
  static readonly layer = (url: Redacted.Redacted, { connections, patience }: Options) =>
    Layer.effect(
      Database,
      Effect.map(PgClient.PgClient, (client) => {
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
          run: <A extends object>(statement: string, parameters: ReadonlyArray<unknown> = []) =>
            inTime(Effect.catch(untraced(client.unsafe<A>(statement, parameters)), fault), patience),
          transaction: (effect) => {
            const whole = client.withTransaction(effect).pipe(
              Effect.catchIf(isSqlError, fault),
              Effect.catchCause(withoutRollback),
              Effect.retry({ while: hasLost, schedule: soon })
            )
            return inTime(whole, Duration.times(patience, statements))
          },
          listen: (channel) => Effect.catch(client.listen(channel), fault)
        })
      })
    ).pipe(
      Layer.provide(
        PgClient.layer({
          url,
          maxConnections: connections,
          applicationName: "gleaner",
          connectTimeout: patience,
          keepAlive: patience,
          startupParameters: byIndex
        }).pipe(Layer.catchTag("SqlError", (error) => Layer.effectContext(fault(error))))
      )
    )
}

interface Options {
  readonly connections: number
  /** How long a statement may take, the wait for a connection included. */
  readonly patience: Duration.Duration
}

/**
 * Every statement that is asked often finds its rows by an index. Without this, Postgres would read a table that has
 * just grown from its beginning to its end, because it takes the table for small until it has counted it again. Nothing
 * is compiled: our statements are short.
 */
const byIndex = { jit: "off", enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" }

/** A crawl has a dozen statements a page. The operation of the store around them is a span. */
const untraced = Effect.withTracerEnabled(false)

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

/** Two transactions waited for each other, and Postgres ended this one. */
const lostRace = "the transaction lost against another one"
const hasLost = (error: unknown): boolean => error instanceof StoreUnavailable && error.reason === lostRace
const soon = Schedule.spaced("20 millis").pipe(Schedule.jittered, Schedule.upTo({ times: 5 }))

/** Nothing in it is a secret: the messages of Postgres and of sockets name hosts and users, never passwords. */
const fault = (error: SqlError): Effect.Effect<never, StoreUnavailable> => {
  const { reason } = error
  switch (reason._tag) {
    case "DeadlockError":
    case "SerializationError":
      return Effect.fail(new StoreUnavailable({ reason: lostRace }))
    case "ConnectionError":
    case "AuthenticationError":
    case "LockTimeoutError":
    case "StatementTimeoutError":
      return Effect.fail(new StoreUnavailable({ reason: wordsOf(reason.cause) }))
    default:
      return isAway.test(codeOf(reason.cause))
        ? Effect.fail(new StoreUnavailable({ reason: wordsOf(reason.cause) }))
        : Effect.die(error)
  }
}

/**
 * Classes of SQLSTATE: not enough of something (53), told to stop or starting (57), a standby that only reads (25006),
 * a failing disk (58).
 */
const isAway = /^(?:53|57|58|25006)/

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const wordsOf = (cause: unknown): string => cause instanceof Error ? cause.message : String(cause)
