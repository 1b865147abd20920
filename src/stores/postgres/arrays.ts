import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** Arrays with their type. The driver could not tell it from an empty array, or from one with only nulls. */
export const texts = (values: Iterable<string | null>) => arrayOf(PgTypes.OID.text, [...values])
export const ints = (values: Iterable<number | null>) => arrayOf(PgTypes.OID.int4, [...values])
export const bigints = (values: Iterable<bigint | number | null>) =>
  arrayOf(PgTypes.OID.int8, Array.from(values, (value) => typeof value === "number" ? BigInt(value) : value))

const arrayOf = (element: number, values: ReadonlyArray<unknown>) => Result.getOrThrow(PgTypes.array(values, element))
