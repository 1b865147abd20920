import { Effect, Schema } from "effect"
import type { OriginalPage } from "../../../../crawl/settle/SimilarPages.ts"
import { bigints, type Db } from "../../statement.ts"

const Original = Schema.Struct({ identity: Schema.BigInt, simhash: Schema.BigInt, url: Schema.String })

/** A page that others may resemble, as the table has it. */
export interface StoredOriginal extends Schema.Schema.Type<typeof Original> {
  /** Its place among the pages of one identity. */
  readonly place: number
}

/** The pages with the identities of these keys, in their order. */
export const findOriginals = (db: Db, job: number, keys: ReadonlyArray<string>) =>
  keys.length === 0 ? Effect.succeed([]) : Effect.map(
    db.rows(Original)`
      SELECT o.identity, o.simhash, o.url FROM unnest(${
      bigints(new Set(keys.map((key) => halves(key).identity)))
    }) AS x (i)
        CROSS JOIN LATERAL (SELECT * FROM gleaner.originals WHERE job = ${job} AND identity = x.i) o
      ORDER BY o.place`,
    (rows) =>
      rows.map(({ identity, simhash, url }): OriginalPage => ({ near: digits(identity) + digits(simhash), url }))
  )

export const storedOriginal = ({ near, url }: OriginalPage, place: number): StoredOriginal => ({
  ...halves(near),
  url,
  place
})

/** The halves of a `nearKeyOf`, as signed numbers of 64 bits. */
const halves = (near: string): Pick<StoredOriginal, "identity" | "simhash"> => ({
  identity: BigInt.asIntN(64, BigInt(`0x${near.slice(0, 16)}`)),
  simhash: BigInt.asIntN(64, BigInt(`0x${near.slice(16)}`))
})

const digits = (half: bigint): string => BigInt.asUintN(64, half).toString(16).padStart(16, "0")
