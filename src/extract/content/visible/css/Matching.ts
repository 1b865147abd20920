import type { PageElement } from "../../../dom/node.ts"
import type { ParsedHtml } from "../../../dom/parse-html.ts"
import { Budget } from "../../../select/Budget.ts"
import { PageSelectors } from "../../../select/PageSelectors.ts"
import { addDeclarations, byPriority, type Declarations } from "./declarations.ts"
import type { PageNames } from "./PageNames.ts"
import type { RawRule } from "./read-rules.ts"
import { type RuleNames, ruleNames } from "./rule-names.ts"
import { type SelectorTest, selectorTest } from "./selector-tests.ts"
import { SimpleMatching, simpleSelector } from "./simple-selectors.ts"
import { splitList } from "./split-list.ts"

/** A rule for one of its selectors. Both are parsed for the first element that may match. */
export class Rule {
  readonly raw: RawRule
  /** Place of the rule in the page. */
  readonly order: number
  /** Names of which each of its elements has one. */
  readonly keys: ReadonlyArray<string>
  /** Whether no element matches as the page is loaded. */
  readonly needsState: boolean
  private readonly selector: string
  private readonly matching: Matching
  private test: SelectorTest | undefined
  private read: Declarations | undefined
  private important: Declarations | undefined

  constructor(raw: RawRule, order: number, selector: string, names: RuleNames, matching: Matching) {
    this.raw = raw
    this.order = order
    this.keys = names.keys.map((key) => matching.names.named(key))
    this.needsState = names.needsState
    this.selector = selector
    this.matching = matching
  }

  get selectorTest(): SelectorTest {
    return this.test ??= this.matching.testOf(this.selector)
  }

  get declarations(): Declarations {
    if (this.read === undefined) addDeclarations(this.raw.block, this.read = new Map())
    return this.read
  }

  /** The important declarations, or the others. */
  ofPriority(isImportant: boolean): Declarations {
    const important = this.important ??= byPriority(this.declarations, true)
    return isImportant ? important : important.size === 0 ? this.declarations : byPriority(this.declarations, false)
  }
}

/** Tests of selectors for the elements of one page. */
export class Matching {
  readonly names: PageNames
  private readonly budget: Budget
  private readonly simple: SimpleMatching
  private readonly html: ParsedHtml
  private selectors: PageSelectors | undefined
  private readonly rules = new Map<RawRule, ReadonlyArray<Rule>>()

  constructor(html: ParsedHtml, names: PageNames) {
    this.html = html
    this.names = names
    this.budget = new Budget(stepsOfPage + html.nodes * stepsOfNode)
    this.simple = new SimpleMatching(names.lists, this.budget, html.isQuirks)
  }

  /** Counts a test of an element. False once the budget of the page is used up. */
  mayTest(): boolean {
    return --this.budget.left > 0
  }

  testOf(selector: string): SelectorTest {
    const simple = simpleSelector(selector, this.html.isQuirks)
    if (simple === undefined) {
      return selectorTest(selector, this.selectors ??= new PageSelectors(this.html, this.budget))
    }
    const { compounds, hasState, specificity } = simple
    const mayMatch = (element: PageElement) => this.simple.matches(element, compounds)
    return { specificity, hasState, matches: hasState ? () => false : mayMatch, mayMatch }
  }

  /** The rule by its selectors whose classes and ids the page has. */
  rulesOf(raw: RawRule, order: number): ReadonlyArray<Rule> {
    const known = this.rules.get(raw)
    if (known !== undefined) return known
    const rules: Array<Rule> = []
    for (const selector of raw.prelude.includes(",") ? splitList(raw.prelude) : [raw.prelude]) {
      const names = ruleNames(selector)
      if (names === undefined || !names.needed.every((name) => this.names.has(name))) continue
      rules.push(new Rule(raw, order, selector, names, this))
    }
    this.rules.set(raw, rules)
    return rules
  }
}

/** Max nodes that the selectors of a page may visit. */
const stepsOfPage = 2_000_000
const stepsOfNode = 100
