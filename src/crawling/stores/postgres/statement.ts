import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import { type Fragment, fragment, identifier, isFragment, literal, parameter } from "effect/sql/Statement"
import type { Database } from "./Database.ts"

export type Db = Pick<Database["Service"], "rows" | "one" | "first" | "run" | "notifies">

/** A part of statements. Values become parameters. */
export const sql = (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>): Fragment =>
  fragment(strings.flatMap((text, at) => {
    const before = at === 0 ? [] : partsOf(values[at - 1])
    return [...before, literal(text)]
  }))

const partsOf = (value: unknown) => isFragment(value) ? value.segments : [parameter(value)]

/** Arrays with their type. The driver could not infer it from an empty array, or from one with only nulls. */
export const texts = (values: Iterable<unknown>) => arrayOf(PgTypes.OID.text, [...values])
export const ints = (values: Iterable<unknown>) => arrayOf(PgTypes.OID.int4, [...values])
export const bools = (values: Iterable<unknown>) => arrayOf(PgTypes.OID.bool, [...values])
export const floats = (values: Iterable<unknown>) => arrayOf(PgTypes.OID.float8, [...values])
export const bigints = (values: Iterable<unknown>) =>
  arrayOf(PgTypes.OID.int8, Array.from(values, (value) => typeof value === "number" ? BigInt(value) : value))

const arrayOf = (element: number, values: ReadonlyArray<unknown>) => Result.getOrThrow(PgTypes.array(values, element))

type ArrayOf = (values: Iterable<unknown>) => unknown

/** A list as a table of a statement, with these of its properties as columns: `FROM ${tableOf("x", list, types)}`. */
export const tableOf = <A extends object>(
  name: string,
  rows: ReadonlyArray<A>,
  columns: { readonly [K in keyof A]?: ArrayOf }
): Fragment => {
  const types = Object.entries<ArrayOf | undefined>(columns)
  const arrays = types.flatMap(([column, type], at) => [
    literal(at === 0 ? "unnest(" : ", "),
    parameter(type?.(rows.map((row) => Reflect.get(row, column))))
  ])
  return fragment([...arrays, literal(`) AS ${name} (${types.map(([column]) => `"${column}"`).join(", ")})`)])
}

/** The name of a table or column, chosen by us. */
export const name = (text: string): Fragment => fragment([identifier(text)])

/** Times by the clock of the database. */
export const ago = (seconds: number): Fragment => sql`clock_timestamp() - make_interval(secs => ${seconds}::float8)`
export const fromNow = (seconds: number): Fragment => sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`
