import type { Rules } from "../../../../core/domain/data/Rules.ts"
import { parseHtml } from "../../../dom/parse-html.ts"
import type { JsonSchema } from "../../../records/data/shape-of.ts"
import { induce, type Induction } from "./induce.ts"
import type { Example, LayoutPage } from "./LayoutPage.ts"
import { type RuleFits, ruleFits } from "./rule-fits.ts"

export interface Relearnt extends Induction {
  readonly rules: Rules
  /** Pointers whose rules are new. */
  readonly renewed: ReadonlyArray<string>
  /** Pointers with known values that neither the rules before nor new ones give. */
  readonly unfit: ReadonlyArray<string>
  /** Data of the pages by the rules, known and checked ones. */
  readonly data: ReadonlyArray<unknown>
}

/**
 * Share of the pages that may disagree with a rule. Known values may be outdated: the page has another one now, and the
 * known one by chance elsewhere.
 */
const tolerance = 1 / 3
/** Rules that give fewer of the known values do not fit. */
const minAgreement = 1 / 3

/**
 * Learns rules anew from data that pages had before. New rules of a value, or of a list, replace the ones before where
 * they agree more often with the known data and give at least as many right values for the checked pages.
 */
export const relearn = (
  schema: JsonSchema,
  before: Rules,
  known: ReadonlyArray<Example>,
  checks: ReadonlyArray<LayoutPage>
): Relearnt => {
  const [examples, others] = [known.map(parsed), checks.map(parsed)]
  const induction = induce(schema, examples, others, { tolerance })
  const fits = (rules: Rules) => ruleFits(rules, schema, examples, others)
  const old = fits(before)
  const learnt = induction.rules === null ? old : fits(induction.rules)
  const renewed = new Set(groupsOf(induction.rules ?? before).filter((group) => isBetter(learnt, old, group)))
  const rules = merged(before, induction.rules ?? before, renewed)
  const own = fits(rules)
  const pointers = [...new Set(rules.fields.map(({ pointer }) => pointer))]
  return {
    rules,
    fields: pointers.map((pointer) => {
      const { attribute = null, selector = "" } = rules.fields.find((rule) => rule.pointer === pointer) ?? {}
      const { agreement = 0, fill = 0 } = own.fits.get(pointer) ?? {}
      return { pointer, selector, attribute, agreement, fill }
    }),
    coverage: {
      pages: own.data.length,
      filled: Object.fromEntries(pointers.map((pointer) => [pointer, own.fits.get(pointer)?.filled ?? 0]))
    },
    problem: induction.problem,
    renewed: pointers.filter((pointer) => renewed.has(groupOf(pointer))),
    unfit: [...own.fits].flatMap(([pointer, { agreement, known }]) =>
      known > 0 && agreement < minAgreement ? [pointer] : []
    ),
    data: own.data
  }
}

const parsed = <A extends LayoutPage>({ page, ...rest }: A) => ({
  ...rest,
  page: typeof page === "string" ? parseHtml(page) : page
})

/** The values of a list belong together, because its rows have them. */
const groupOf = (pointer: string): string => {
  const at = pointer.indexOf("/*")
  return at < 0 ? pointer : pointer.slice(0, at + 2)
}

const groupsOf = (
  { fields }: Rules
): ReadonlyArray<string> => [...new Set(fields.map(({ pointer }) => groupOf(pointer)))]

/** Whether one is better than the other for the values of a group. Wrong values do not count as filled. */
const isBetter = (one: RuleFits, other: RuleFits, group: string): boolean => {
  const [own, before] = [meanFit(one, group), meanFit(other, group)]
  return own.agreement >= minAgreement && own.agreement > before.agreement && own.right >= before.right
}

const meanFit = ({ fits }: RuleFits, group: string) => {
  const all = [...fits].flatMap(([pointer, fit]) => groupOf(pointer) === group ? [fit] : [])
  const mean = (of: (fit: (typeof all)[number]) => number) =>
    all.length === 0 ? 0 : all.reduce((sum, fit) => sum + of(fit), 0) / all.length
  return { agreement: mean(({ agreement }) => agreement), right: mean(({ agreement, fill }) => agreement * fill) }
}

const merged = (before: Rules, learnt: Rules, renewed: ReadonlySet<string>): Rules => {
  const isNew = (pointer: string) => renewed.has(groupOf(pointer))
  const isNewList = ({ pointer }: Rules["rows"][number]) => isNew(`${pointer}/*`)
  return {
    rows: [...before.rows.filter((rule) => !isNewList(rule)), ...learnt.rows.filter(isNewList)],
    fields: [
      ...before.fields.filter(({ pointer }) => !isNew(pointer)),
      ...learnt.fields.filter(({ pointer }) => isNew(pointer))
    ]
  }
}
