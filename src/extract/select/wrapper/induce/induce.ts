import type { Leaf, Shape } from "../../../../core/domain/data/data-shape.ts"
import type { FieldRule, LearntField, RowRule, Rules } from "../../../../core/domain/data/Rules.ts"
import { pointerStep } from "../../../../core/kernel/json-pointer.ts"
import { type JsonSchema, shapeOf } from "../../../records/data/shape-of.ts"
import { Budget, SelectorTooCostly } from "../../Budget.ts"
import { PageIndex } from "../PageIndex.ts"
import { faultOfData, partOf } from "./example-faults.ts"
import { findSubject } from "./find-subject.ts"
import { type Example, type LayoutPage, rulePageOf } from "./LayoutPage.ts"
import { learnLeaf } from "./learn-leaf.ts"
import { learnRows } from "./learn-rows.ts"
import { type KnownScope, leavesIn, type Scope, textsOf } from "./Scope.ts"

export interface Induction {
  /** Null if nothing was learnt. */
  readonly rules: Rules | null
  readonly fields: ReadonlyArray<LearntField>
  readonly coverage: Coverage
  /** Faults of the examples, and fields without rules. Null if there are none. */
  readonly problem: string | null
}

/** Pages for which rules give a value, by the pointer of the field, of all examples and checked pages. */
export interface Coverage {
  readonly pages: number
  readonly filled: Readonly<Record<string, number>>
}

export interface InductionLimits {
  readonly budget?: Budget
  /** Share of the examples, or of their rows, that may disagree with a rule. One always may. */
  readonly tolerance?: number
}

/** For all pages together, some seconds. */
const maxSteps = 60_000_000
const maxNamed = 20

/**
 * Learns rules from pages of one layout with their right data. `checks` are further pages of the layout: rules that
 * give values for them too are preferred.
 */
export const induce = (
  schema: JsonSchema,
  examples: ReadonlyArray<Example>,
  checks: ReadonlyArray<LayoutPage> = [],
  { budget = new Budget(maxSteps), tolerance = 0.1 }: InductionLimits = {}
): Induction => {
  const shape = shapeOf(schema)
  if (shape === undefined) return nothing("The schema cannot be read.")
  const faults = exampleFaults(shape, examples)
  if (faults.length > 0) return nothing(faults.join(" "))
  try {
    const induction = new Learner(examples, examples.length + checks.length, tolerance)
    const scopes = examples.map((example, page) => knownScope(shape, example, page, budget))
    induction.learn(shape, "", scopes, checks.map((check, page) => scopeOf(check, page, budget)))
    return induction.result()
  } catch (cause) {
    if (!(cause instanceof SelectorTooCostly)) throw cause
    return nothing("The pages are too large to learn from: send fewer examples, or a schema with fewer values.")
  }
}

const nothing = (problem: string): Induction => ({
  rules: null,
  fields: [],
  coverage: { pages: 0, filled: {} },
  problem
})

const scopeOf = (page: LayoutPage, number: number, budget: Budget): Scope => ({
  page: number,
  index: new PageIndex(rulePageOf(page), budget),
  root: null
})

const knownScope = (shape: Shape, example: Example, page: number, budget: Budget): KnownScope => {
  const scope = scopeOf(example, page, budget)
  const leaves = leavesIn(shape, example.data)
  const subject = findSubject(scope, leaves)
  return { ...scope, data: example.data, values: textsOf(leaves), ...(subject === undefined ? {} : { subject }) }
}

const exampleFaults = (shape: Shape, examples: ReadonlyArray<Example>): ReadonlyArray<string> => {
  const [first] = examples
  if (first === undefined) return ["There is no example."]
  const host = URL.parse(first.url)?.host
  return examples.flatMap(({ data, url }, index) => {
    const name = nameOf(url, index)
    const own = URL.parse(url)?.host
    if (own === undefined) return [`${name} has no valid URL.`]
    if (own !== host) return [`${name} is of another host than the first example, which is of ${host}.`]
    const fault = faultOfData(shape, data)
    return fault === undefined ? [] : [`${name}: ${fault}.`]
  })
}

const nameOf = (url: string, index: number): string => `Example ${index + 1} (${url})`

class Learner {
  private readonly examples: ReadonlyArray<Example>
  private readonly fieldRules: Array<FieldRule> = []
  private readonly rowRules: Array<RowRule> = []
  private readonly fields: Array<LearntField> = []
  private readonly filled = new Map<string, number>()
  private readonly pages: number
  private readonly tolerance: number
  private readonly absent: Array<string> = []
  private readonly without: Array<string> = []
  private readonly notGiven: Array<string> = []

  constructor(examples: ReadonlyArray<Example>, pages: number, tolerance: number) {
    this.examples = examples
    this.pages = pages
    this.tolerance = tolerance
  }

  learn(shape: Shape, pointer: string, scopes: ReadonlyArray<KnownScope>, checks: ReadonlyArray<Scope>): void {
    switch (shape._tag) {
      case "Leaf":
        return this.leaf(shape, pointer, scopes, checks)
      case "Object":
        for (const [name, property] of shape.properties) {
          const parts = scopes.map((scope) => ({ ...scope, data: partOf(scope.data, name) }))
          this.learn(property, pointer + pointerStep(name), parts, checks)
        }
        return
      case "Array": {
        const found = learnRows(shape.items, scopes, checks, this.tolerance)
        if (found === undefined) return void this.without.push(pointer === "" ? "the list" : pointer)
        this.rowRules.push({ pointer, selector: found.selector })
        this.learn(shape.items, `${pointer}/*`, found.rows, found.checks)
      }
    }
  }

  private leaf(leaf: Leaf, pointer: string, scopes: ReadonlyArray<KnownScope>, checks: ReadonlyArray<Scope>): void {
    const { absent, field, filled, rules } = learnLeaf(leaf, pointer, scopes, checks, this.tolerance)
    for (const { data, page } of absent) {
      const url = this.examples[page]?.url ?? ""
      this.absent.push(`${nameOf(url, page)}: the value ${JSON.stringify(data)} of ${pointer} is not on its page.`)
    }
    if (field === undefined) {
      const isGiven = scopes.some(({ data }) => data !== undefined)
      return void (isGiven ? this.without : this.notGiven).push(pointer)
    }
    this.fieldRules.push(...rules)
    this.fields.push(field)
    this.filled.set(pointer, filled)
  }

  result(): Induction {
    const problems = [
      ...this.absent.slice(0, maxNamed),
      ...(this.absent.length > maxNamed ? [`${this.absent.length - maxNamed} more values are not on their page.`] : []),
      ...(this.without.length === 0 ? [] : [`No rule was found for ${named(this.without).join(", ")}.`]),
      ...(this.notGiven.length === 0 ? [] : [`No example has a value of ${named(this.notGiven).join(", ")}.`])
    ]
    const rows = this.rowRules.filter(({ pointer }) =>
      this.fieldRules.some((rule) => rule.pointer.startsWith(`${pointer}/*`))
    )
    return {
      rules: this.fields.length === 0 ? null : { rows, fields: this.fieldRules },
      fields: this.fields,
      coverage: { pages: this.pages, filled: Object.fromEntries(this.filled) },
      problem: problems.length === 0 ? null : problems.join(" ")
    }
  }
}

const named = (parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  parts.length <= maxNamed ? parts : [...parts.slice(0, maxNamed), `and ${parts.length - maxNamed} more`]
