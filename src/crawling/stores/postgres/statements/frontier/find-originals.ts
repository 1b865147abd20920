import { Effect, Schema } from "effect"
import { halves, originalPage } from "../../../shared/settlement/rows.ts"
import { bigints, type Db } from "../../statement.ts"

const Original = Schema.Struct({ identity: Schema.BigInt, simhash: Schema.BigInt, url: Schema.String })

/** The pages with the identities of these keys, in their order. */
export const findOriginals = (db: Db, job: number, keys: ReadonlyArray<string>) =>
  keys.length === 0 ? Effect.succeed([]) : Effect.map(
    db.rows(Original)`
      SELECT o.identity, o.simhash, o.url FROM unnest(${
      bigints(new Set(keys.map((key) => halves(key).identity)))
    }) AS x (i)
        CROSS JOIN LATERAL (SELECT * FROM gleaner.originals WHERE job = ${job} AND identity = x.i) o
      ORDER BY o.place`,
    (rows) => rows.map(originalPage)
  )
