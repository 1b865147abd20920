import type { LeafValue } from "../../../../core/domain/data/data-shape.ts"
import type { Rules } from "../../../../core/domain/data/Rules.ts"
import { pointerStep } from "../../../../core/kernel/json-pointer.ts"
import { isObject } from "../../../metadata/declared/json-ld.ts"
import type { JsonSchema } from "../../../records/data/shape-of.ts"
import { Budget, SelectorTooCostly } from "../../Budget.ts"
import { sameValue } from "../read-field.ts"
import { runRules } from "../run-rules.ts"
import { type Example, type LayoutPage, rulePageOf } from "./LayoutPage.ts"

/** How the rules of a field do on pages. */
export interface Fit {
  /** Share of the known values that they give, 0 to 1; values for pages without a known one count as wrong. */
  readonly agreement: number
  /** Share of the checked pages with a value; of the known ones if none is checked. */
  readonly fill: number
  /** Number of pages with a value, known and checked ones. */
  readonly filled: number
  /** Number of pages with a known value. */
  readonly known: number
}

/** Fits by the pointer of the field, and the data of each page, known and checked ones. */
export interface RuleFits {
  readonly fits: ReadonlyMap<string, Fit>
  readonly data: ReadonlyArray<unknown>
}

/** For all pages together, some seconds. */
const maxSteps = 100_000_000

/** Runs rules on pages whose data is known, and on further pages. Pages for which they cost too much have no data. */
export const ruleFits = (
  rules: Rules,
  schema: JsonSchema,
  known: ReadonlyArray<Example>,
  checks: ReadonlyArray<LayoutPage>
): RuleFits => {
  const budget = new Budget(maxSteps)
  const data = [...known, ...checks].map((page) => readPage(rules, schema, page, budget))
  const found = data.map((one) => valuesIn(one))
  const wanted = known.map((example) => valuesIn(example.data))
  const pointers = new Set([...found, ...wanted].flatMap((values) => [...values.keys()]))
  const judging = checks.length > 0 ? found.slice(known.length) : found
  const fits = new Map([...pointers].map((pointer): [string, Fit] => {
    const has = (values: Values) => values.has(pointer)
    const shares = wanted.flatMap((values, page) => {
      const [right = [], own = []] = [values.get(pointer), found[page]?.get(pointer)]
      return right.length + own.length === 0 ? [] : [commonShare(right, own)]
    })
    return [pointer, {
      agreement: shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length,
      fill: judging.length === 0 ? 0 : judging.filter(has).length / judging.length,
      filled: found.filter(has).length,
      known: wanted.filter(has).length
    }]
  }))
  return { fits, data }
}

const readPage = (rules: Rules, schema: JsonSchema, page: LayoutPage, budget: Budget): unknown => {
  try {
    return runRules(rules, schema, rulePageOf(page), budget).data
  } catch (cause) {
    // A person may have edited the rules.
    if (!(cause instanceof SelectorTooCostly)) throw cause
    return null
  }
}

type Values = ReadonlyMap<string, ReadonlyArray<LeafValue>>

/** The values of data by pointer, with * for the items of a list. */
const valuesIn = (data: unknown, pointer = "", values = new Map<string, Array<LeafValue>>()): Values => {
  if (Array.isArray(data)) { for (const item of data) valuesIn(item, `${pointer}/*`, values) }
  else if (isObject(data)) {
    for (const [name, part] of Object.entries(data)) valuesIn(part, pointer + pointerStep(name), values)
  } else if (typeof data === "string" || typeof data === "number" || typeof data === "boolean") {
    const known = values.get(pointer)
    if (known === undefined) values.set(pointer, [data])
    else known.push(data)
  }
  return values
}

/** Share of the values that both have, in any order. */
const commonShare = (one: ReadonlyArray<LeafValue>, other: ReadonlyArray<LeafValue>): number => {
  const left = [...other]
  let common = 0
  for (const value of one) {
    const at = left.findIndex((candidate) => sameValue(candidate, value))
    if (at < 0) continue
    left.splice(at, 1)
    common++
  }
  return common / Math.max(one.length, other.length)
}
