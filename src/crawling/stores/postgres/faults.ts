import { Cause, Effect, Schedule } from "effect"
import { SqlError } from "effect/sql/SqlError"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"

export const isSqlError = (error: unknown): error is SqlError => error instanceof SqlError

/**
 * A rollback over a lost connection fails, and Postgres has rolled back by itself. This is a failure of the store, not
 * a defect.
 */
export const withoutRollback = <E>(cause: Cause.Cause<E>): Effect.Effect<never, E | StoreUnavailable> => {
  const lost = cause.reasons.filter(Cause.isDieReason).map(({ defect }) => defect).find(isSqlError)
  return lost === undefined ? Effect.failCause(cause) : fault(lost)
}

/** The statement may succeed over another connection, or after another transaction. */
class TemporaryFault extends StoreUnavailable {}

export const again = {
  while: (error: unknown) => error instanceof TemporaryFault,
  schedule: Schedule.spaced("20 millis").pipe(Schedule.jittered, Schedule.upTo({ times: 5 }))
}

/** Nothing in it is a secret: the messages of Postgres and of sockets name hosts and users, never passwords. */
export const fault = (error: SqlError): Effect.Effect<never, StoreUnavailable> => {
  const { reason } = error
  switch (reason._tag) {
    case "DeadlockError":
    case "SerializationError":
      return Effect.fail(new TemporaryFault({ reason: "the transaction lost against another one" }))
    case "ConnectionError":
      return refusedByPooler.test(wordsOf(reason.cause))
        ? Effect.fail(new StoreUnavailable({ reason: `${wordsOf(reason.cause)}; ${ifRefused}` }))
        : Effect.fail(new TemporaryFault({ reason: wordsOf(reason.cause) }))
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
  if (isForgotten.test(code)) return Effect.fail(new StoreUnavailable({ reason: `${reason}; ${ifPooled}` }))
  if (isDamaged.test(code)) return Effect.fail(new StoreUnavailable({ reason, isDamaged: true }))
  return isAway.test(code) ? Effect.fail(new StoreUnavailable({ reason })) : undefined
}

/**
 * The session was ended: by an operator (57P01, 57P02), because the server starts (57P03), or because this process was
 * suspended within a transaction (25P03).
 */
const isStopping = /^(?:57P0[123]|25P03)/

/**
 * Classes of SQLSTATE: not enough of something (53), an order to stop (57), a standby that only reads (25006), no such
 * database (3D000), a failing disk (58).
 */
const isAway = /^(?:53|57|58|25006|3D000)/

/** A prepared statement that the session does not have, or has from another client. */
const isForgotten = /^(?:26000|42P05)/

/** Words of PgBouncer about the parameters of a session. */
const refusedByPooler = /unsupported startup parameter/

const ifPooled = "a pooler in transaction mode needs GLEANER_STORE_POOLER=on"

const ifRefused = `${ifPooled}, one in session mode this parameter in ignore_startup_parameters`

/** Tables or indexes that cannot be read. */
const isDamaged = /^XX00[12]/

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const wordsOf = (cause: unknown): string => cause instanceof Error ? cause.message : String(cause)
