import { Effect, Schema } from "effect"
import { byIndex } from "./Database.ts"
import { type Db, texts } from "./statement.ts"

/** Through a pooler, parameters are those of the role. Logs the statements that an operator should run, once. */
export const checkRole = Effect.fnUntraced(function*(db: Db) {
  const wrong = yield* differing(db, { ...byIndex, idle_in_transaction_session_timeout: "10s" })
  if (wrong.length === 0) return
  const commands = wrong.map(({ name, role, wanted }) => `ALTER ROLE "${role}" SET ${name} = '${wanted}'`)
  yield* Effect.logWarning(
    `statements through the pooler may be slow, or leave locks of a dead node: in Postgres, run ${commands.join("; ")}`
  )
})

const Wrong = Schema.Struct({ name: Schema.String, wanted: Schema.String, role: Schema.String })

/** A parameter that this database does not have is not missed. */
const differing = (db: Db, wanted: Readonly<Record<string, string>>) =>
  db.rows(Wrong)`SELECT name, wanted, current_user::text AS role
    FROM unnest(${texts(Object.keys(wanted))}, ${texts(Object.values(wanted))}) AS x (name, wanted)
    WHERE current_setting(name, true) <> wanted`
