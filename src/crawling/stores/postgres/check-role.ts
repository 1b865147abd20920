import { Duration, Effect, Schema } from "effect"
import { byIndex } from "./Database.ts"
import { type Db, texts } from "./statement.ts"

/**
 * Through a pooler, parameters are those of the role. Logs the statements that an operator should run, once. `timeout`:
 * the longest idle time within a transaction; a shorter one of the operator is left.
 */
export const checkRole = Effect.fnUntraced(function*(db: Db, timeout: Duration.Duration) {
  const wrong = yield* differing(db, { ...byIndex, [idleTimeout]: `${Duration.toSeconds(timeout)}s` })
  if (wrong.length === 0) return
  const commands = wrong.map(({ name, role, wanted }) => `ALTER ROLE "${role}" SET ${name} = '${wanted}'`)
  yield* Effect.logWarning(
    `statements through the pooler may be slow, or leave locks of a dead node: in Postgres, run ${commands.join("; ")}`
  )
})

const Wrong = Schema.Struct({ name: Schema.String, wanted: Schema.String, role: Schema.String })

const idleTimeout = "idle_in_transaction_session_timeout"

/** A parameter that this database does not have is not missed. No time at all (0) means no limit. */
const differing = (db: Db, wanted: Readonly<Record<string, string>>) =>
  db.rows(Wrong)`SELECT name, wanted, current_user::text AS role
    FROM unnest(${texts(Object.keys(wanted))}, ${texts(Object.values(wanted))}) AS x (name, wanted)
    WHERE CASE name
      WHEN ${idleTimeout} THEN current_setting(name, true)::interval NOT BETWEEN '1 ms' AND wanted::interval
      ELSE current_setting(name, true) <> wanted END`
