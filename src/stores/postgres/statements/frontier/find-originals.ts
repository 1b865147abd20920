import { Effect, Schema } from "effect"
import { type Db, texts } from "../../statement.ts"

const Original = Schema.Struct({ near: Schema.String, url: Schema.String })

/** The pages with these identities, in their order. */
export const findOriginals = (db: Db, job: number, identities: ReadonlyArray<string>) =>
  identities.length === 0 ? Effect.succeed([]) : db.rows(Original)`
    SELECT o.near, o.url FROM unnest(${texts(identities)}) AS x (i)
      CROSS JOIN LATERAL (SELECT near, url, place FROM gleaner.originals WHERE job = ${job} AND identity = x.i) o
    ORDER BY o.place`
