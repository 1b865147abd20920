import type { PageElement, PageNode } from "../../../dom/node.ts"
import type { ParsedHtml } from "../../../dom/parse-html.ts"
import { nextNode } from "../../../dom/walk.ts"
import { Budget } from "../../../select/Budget.ts"
import { PageSelectors } from "../../../select/PageSelectors.ts"
import { addDeclarations, byPriority, type Declarations } from "./declarations.ts"
import type { RawRule } from "./read-rules.ts"
import { type RuleNames, ruleNames } from "./rule-names.ts"
import { type SelectorTest, selectorTest } from "./selector-tests.ts"
import { ClassLists, isSimple, matchesSimple, simpleSelector } from "./simple-selectors.ts"
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
    this.keys = names.keys.map((key) => matching.named(key))
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
  readonly lists = new ClassLists()
  private readonly budget: Budget
  private readonly html: ParsedHtml
  private selectors: PageSelectors | undefined
  private names: { readonly classes: ReadonlySet<string>; readonly ids: ReadonlySet<string> } | undefined
  private readonly rules = new Map<RawRule, ReadonlyArray<Rule>>()

  constructor(html: ParsedHtml) {
    this.html = html
    this.budget = new Budget(stepsOfPage + html.nodes * stepsOfNode)
  }

  /** Counts a test of an element. False once the budget of the page is used up. */
  mayTest(): boolean {
    return --this.budget.left > 0
  }

  testOf(selector: string): SelectorTest {
    const simple = this.html.isQuirks || !isSimple(selector) ? undefined : simpleSelector(selector)
    if (simple === undefined) {
      return selectorTest(selector, this.selectors ??= new PageSelectors(this.html, this.budget))
    }
    const matches = (element: PageElement) => matchesSimple(element, simple.compounds, this.lists, this.budget)
    return { specificity: simple.specificity, hasState: false, matches, mayMatch: matches }
  }

  /** The rule by its selectors whose classes and ids the page has. */
  rulesOf(raw: RawRule, order: number): ReadonlyArray<Rule> {
    const known = this.rules.get(raw)
    if (known !== undefined) return known
    const rules: Array<Rule> = []
    for (const selector of raw.prelude.includes(",") ? splitList(raw.prelude) : [raw.prelude]) {
      const names = ruleNames(selector)
      if (names === undefined || !names.needed.every((name) => this.has(name))) continue
      rules.push(new Rule(raw, order, selector, names, this))
    }
    this.rules.set(raw, rules)
    return rules
  }

  private has(name: string): boolean {
    const { classes, ids } = this.names ??= this.namesOfPage()
    return (name.startsWith(".") ? classes : ids).has(this.named(name.slice(1)))
  }

  private namesOfPage() {
    const ids = new Set<string>()
    const classes = new Set<string>()
    const lists = new Set<string>()
    const root = this.html.document
    for (let node: PageNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
      if (node.nodeType !== 1) continue
      for (const { name, value } of node.attrs) {
        if (name === "id") ids.add(this.named(value))
        else if (name === "class" && !lists.has(value)) {
          lists.add(value)
          for (const own of this.lists.of(value)) classes.add(this.named(own))
        }
      }
    }
    return { classes, ids }
  }

  /** Without a doctype, classes and ids ignore case. */
  named(name: string): string {
    return this.html.isQuirks ? name.toLowerCase() : name
  }
}

/** Max nodes that the selectors of a page may visit. */
const stepsOfPage = 2_000_000
const stepsOfNode = 100

/** Rules by the id, else the class, else the tag, else an attribute of the elements that they are for. */
export class RuleIndex {
  private readonly ids = new Map<string, Array<Rule>>()
  private readonly classes = new Map<string, Array<Rule>>()
  private readonly tags = new Map<string, Array<Rule>>()
  private readonly attributes = new Map<string, Array<Rule>>()
  private readonly matching: Matching
  /** By class list: most elements have one of these. */
  private readonly ofClasses = new Map<string, ReadonlyArray<Rule>>()

  constructor(
    rules: ReadonlyArray<RawRule>,
    mark: number,
    matching: Matching,
    accepts: (rule: RawRule) => boolean = () => true
  ) {
    this.matching = matching
    for (let order = 0; order < rules.length; order++) {
      const raw = rules[order]!
      if ((raw.marks & mark) === 0 || !accepts(raw)) continue
      for (const rule of matching.rulesOf(raw, order)) for (const key of rule.keys) this.add(key, rule)
    }
  }

  private add(key: string, rule: Rule): void {
    const first = key.charCodeAt(0)
    const isNamed = first === 0x23 || first === 0x2E || first === 0x5B
    const index = first === 0x23
      ? this.ids
      : first === 0x2E
      ? this.classes
      : first === 0x5B
      ? this.attributes
      : this.tags
    const name = isNamed ? key.slice(1) : key
    const known = index.get(name)
    if (known === undefined) index.set(name, [rule])
    else known.push(rule)
  }

  get isEmpty(): boolean {
    return this.ids.size + this.classes.size + this.tags.size + this.attributes.size === 0
  }

  /** Calls `visit` with the rules that match an element, in no order, until it returns true. Others are not tested. */
  forMatching(element: PageElement, inState: boolean, visit: Visit, isWanted?: (rule: Rule) => boolean): void {
    for (const { name, value } of element.attrs) {
      if (name === "class") {
        if (this.classes.size > 0 && this.visited(this.rulesOfClasses(value), element, inState, visit, isWanted)) return
      } else if (name === "id" && this.ids.size > 0) {
        if (this.visited(this.ids.get(this.matching.named(value)), element, inState, visit, isWanted)) return
      }
      if (this.attributes.size > 0 && this.visited(this.attributes.get(name), element, inState, visit, isWanted)) return
    }
    if (this.tags.size === 0) return
    if (this.visited(this.tags.get(element.tag), element, inState, visit, isWanted)) return
    this.visited(this.tags.get("*"), element, inState, visit, isWanted)
  }

  private visited(
    rules: ReadonlyArray<Rule> | undefined,
    element: PageElement,
    inState: boolean,
    visit: Visit,
    isWanted: ((rule: Rule) => boolean) | undefined
  ): boolean {
    if (rules === undefined) return false
    for (const rule of rules) {
      if (rule.needsState && !inState || isWanted?.(rule) === false) continue
      if (!this.matching.mayTest()) return true
      const test = rule.selectorTest
      if ((inState ? test.mayMatch(element) : test.matches(element)) && visit(rule) === true) return true
    }
    return false
  }

  private rulesOfClasses(list: string): ReadonlyArray<Rule> {
    const known = this.ofClasses.get(list)
    if (known !== undefined) return known
    let rules = none
    for (const name of this.matching.lists.of(list)) {
      const own = this.classes.get(this.matching.named(name))
      if (own !== undefined && !rules.includes(own[0]!)) rules = rules.length === 0 ? own : [...rules, ...own]
    }
    this.ofClasses.set(list, rules)
    return rules
  }
}

type Visit = (rule: Rule) => boolean | void

const none: ReadonlyArray<Rule> = []
