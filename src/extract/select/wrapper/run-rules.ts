import type { ArrayShape, Leaf, LeafValue, Shape } from "../../../core/domain/data/data-shape.ts"
import type { FieldRule, Rules } from "../../../core/domain/data/Rules.ts"
import type { DataTrace } from "../../../core/domain/document/Trace.ts"
import type { PageElement } from "../../dom/node.ts"
import { directive, quoteOf } from "../../dom/text-fragment.ts"
import { fillObject, type Instance } from "../../records/data/fill-object.ts"
import { type JsonSchema, shapeOf } from "../../records/data/shape-of.ts"
import { Budget } from "../Budget.ts"
import { compileSelector, keyOf } from "./compile-selector.ts"
import { PageIndex, type RulePage } from "./PageIndex.ts"
import { readField } from "./read-field.ts"

export interface RuleData {
  /** Null if the rules gave nothing. */
  readonly data: Instance | ReadonlyArray<Instance> | null
  readonly fields: DataTrace["fields"]
  /** JSON pointers of the values that the rules did not give. */
  readonly missing: ReadonlyArray<string>
}

const maxRows = 500
const maxValues = 2000
const maxSteps = 100_000_000
/** Shorter texts would be found anywhere. */
const minQuoted = 3

/**
 * Reads the data that a schema describes from a page by rules. Throws `SelectorTooCostly` if the rules exceed the
 * budget, which is that of all selectors of the page.
 */
export const runRules = (
  rules: Rules,
  schema: JsonSchema,
  page: RulePage,
  budget = new Budget(maxSteps)
): RuleData => {
  const shape = shapeOf(schema)
  const run = new RuleRun(rules, new PageIndex(page, budget, keysOf(rules, page)))
  // The root of a shape is an object or a list of objects.
  const data = (shape === undefined ? null : run.shape(shape, null, "", "") ?? null) as RuleData["data"]
  return { data, fields: run.fields, missing: data === null && run.missing.length === 0 ? [""] : run.missing }
}

/** Keys of the elements that the selectors of rules end in. */
const keysOf = ({ fields, rows }: Rules, { html }: RulePage): ReadonlySet<string> => {
  const keys = new Set<string>()
  for (const { selector } of [...fields, ...rows]) {
    const last = compileSelector(selector)?.chain?.at(-1)
    const key = last === undefined ? undefined : keyOf(last.compound, html.isQuirks)
    if (key !== undefined) keys.add(key)
  }
  return keys
}

class RuleRun {
  readonly fields: Array<DataTrace["fields"][number]> = []
  readonly missing: Array<string> = []
  private readonly index: PageIndex
  private readonly fieldRules = new Map<string, Array<FieldRule>>()
  private readonly rowSelectors = new Map<string, Array<string>>()
  private readonly url: string

  constructor(rules: Rules, index: PageIndex) {
    this.index = index
    this.url = index.page.url.href.split("#")[0] ?? ""
    for (const rule of rules.fields) pushTo(this.fieldRules, rule.pointer, rule)
    for (const { pointer, selector } of rules.rows) pushTo(this.rowSelectors, pointer, selector)
  }

  /** `place`: the pointer of the rules, with * for each item; `pointer`: that of the value. */
  shape(shape: Shape, root: PageElement | null, place: string, pointer: string): unknown {
    switch (shape._tag) {
      case "Leaf":
        return this.leaf(shape, root, place, pointer)
      case "Object":
        return fillObject(
          shape,
          pointer,
          this.missing,
          (property, step) => this.shape(property, root, place + step, pointer + step)
        )
      case "Array":
        return this.list(shape, root, place, pointer)
    }
  }

  private leaf(leaf: Leaf, root: PageElement | null, place: string, pointer: string): LeafValue | undefined {
    if (this.fields.length >= maxValues) return undefined
    for (const rule of this.fieldRules.get(place) ?? []) {
      const found = readField(rule, leaf, this.index, root)
      if (found === undefined) continue
      const quote = found.shownIn === undefined || found.written.length < minQuoted ? undefined : quoteOf(found.written)
      this.fields.push({
        pointer,
        source: "wrapper",
        selector: rule.selector,
        url: `${this.url}${directive(quote ?? {})}`
      })
      return found.value
    }
    return undefined
  }

  private list(
    { items }: ArrayShape,
    root: PageElement | null,
    place: string,
    pointer: string
  ): ReadonlyArray<unknown> | undefined {
    for (const selector of this.rowSelectors.get(place) ?? []) {
      const found: Array<unknown> = []
      for (const row of this.index.select(selector, root)) {
        if (found.length >= maxRows) break
        const value = this.shape(items, row, `${place}/*`, `${pointer}/${found.length}`)
        if (value !== undefined) found.push(value)
      }
      if (found.length > 0) return found
    }
    return undefined
  }
}

const pushTo = <A>(map: Map<string, Array<A>>, key: string, value: A): void => {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
